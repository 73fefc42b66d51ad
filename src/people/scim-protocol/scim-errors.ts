/** Errors in the shape of RFC 7644, section 3.12. */
import { DatabaseError } from '../../platform/db/errors.ts';
import { Problem } from '../../platform/errors.ts';

export const SCIM_TYPE = 'application/scim+json';

export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** 400 with the keyword for programs. */
export function scimError(scimType: ScimType, detail: string): Problem {
  return new Problem('/validation_error', detail, { more: { scimType } });
}

/** The body of an error on any path below /scim. */
export function formatScimProblem(problem: Problem): { type: string; body: object } {
  const { status, message: detail } = problem;
  const scimType = scimTypeOf(problem);
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
  const body = { schemas, status: String(status), ...(scimType === undefined ? {} : { scimType }), detail };
  return { type: SCIM_TYPE, body };
}

function scimTypeOf({ type, more, cause }: Problem): unknown {
  if (more['scimType'] !== undefined) return more['scimType'];
  if (type === '/validation_error') return 'invalidValue';
  return cause instanceof DatabaseError && UNIQUE.has(cause.constraint ?? '') ? 'uniqueness' : undefined;
}

const UNIQUE = new Set(['users_email', 'groups_name']);

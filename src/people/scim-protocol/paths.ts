/** Paths of PATCH operations (RFC 7644, section 3.5.2). */
import { type Filter, readFilter } from './filters.ts';
import { scimError } from './scim-errors.ts';

/** `emails[type eq "work"].value`: names in lower case. `attribute` null: of a schema that is not supported. */
export type Path = { attribute: string | null; filter: Filter | null; sub: string | null };

const MAX_LENGTH = 4_096;
const NAME = /^[a-z$][\w-]*$/;

/** 400 invalidPath for a malformed path. `urn`: the schema of the resource, whose prefix may be given. */
export function readPath(text: string, urn: string): Path {
  if (text.length > MAX_LENGTH) throw invalid();
  const { rest, isForeign } = withoutUrn(text.trim(), urn);
  const open = rest.indexOf('[');
  const close = rest.lastIndexOf(']');
  const hasFilter = open !== -1;
  if (hasFilter !== (close !== -1) || close < open) throw invalid();
  const [attribute = '', ownSub] = (hasFilter ? rest.slice(0, open) : rest).toLowerCase().split('.', 3);
  const end = hasFilter ? rest.slice(close + 1).toLowerCase() : '';
  if (end !== '' && !end.startsWith('.')) throw invalid();
  const sub = hasFilter ? (end === '' ? undefined : end.slice(1)) : ownSub;
  if (!NAME.test(attribute) || (sub !== undefined && !NAME.test(sub)) || (hasFilter && ownSub !== undefined)) {
    throw invalid();
  }
  const filter = hasFilter ? readFilter(rest.slice(open + 1, close)) : null;
  return { attribute: isForeign ? null : attribute, filter, sub: sub ?? null };
}

// Names contain no colon, so one before a filter ends the URN of a schema, which itself contains dots.
function withoutUrn(text: string, urn: string): { rest: string; isForeign: boolean } {
  const head = text.split('[', 1)[0] ?? '';
  const at = head.lastIndexOf(':');
  if (at === -1) return { rest: text, isForeign: false };
  const rest = text.slice(at + 1);
  return { rest, isForeign: head.slice(0, at).toLowerCase() !== urn.toLowerCase() };
}

function invalid() {
  return scimError('invalidPath', 'The path is malformed.');
}

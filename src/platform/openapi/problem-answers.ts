/** Problems as openapi.json describes them: a schema for each type, and answers that many operations share. */
import { PROBLEM_TYPES, type ProblemType } from '../errors.ts';
import type { HeaderName } from './headers.ts';

const MEANINGS: Record<ProblemType, string> = {
  '/validation_error': 'The path, query, or body is malformed or breaks a rule for values.',
  '/unauthorized': 'The credential is missing or no longer valid, or the password is wrong.',
  '/forbidden': 'The caller lacks the right or the role, or a setting forbids the operation.',
  '/reauthentication_required': 'The session must prove again who the person is: see `authenticateSession`.',
  '/second_factor_required': 'The session can only set up a second factor, which is overdue.',
  '/not_found': "The thing does not exist in the caller's deployment, or it is in the trash.",
  '/method_not_allowed': 'The address does not have this method. `Allow` lists those that it has.',
  '/not_acceptable': '`Accept` excludes every form of the answer.',
  '/request_timeout': 'The body of the request came too slowly.',
  '/conflict': 'The request contradicts the current state.',
  '/gone': 'The thing existed and does not exist anymore.',
  '/length_required': 'The length of the content must be stated in advance.',
  '/precondition_failed': 'The current state is not the one that the request demands.',
  '/payload_too_large': 'The body or content is larger than allowed.',
  '/unsupported_media_type': 'The operation does not read this media type or content coding.',
  '/range_not_satisfiable': 'The range starts beyond the end of the content.',
  '/unprocessable_content': 'The `Idempotency-Key` was used with another request.',
  '/too_many_requests': 'Too many requests, uploads, or wrong credentials.',
  '/internal_error': 'The server failed. `requestId` identifies the cause in its log.',
  '/unavailable': 'The database or the content store cannot be reached, or the server is overloaded.',
  '/insufficient_storage': 'No room is left for the content.',
};

/** `ConflictProblem` for `/conflict`. */
const schemaName = (type: ProblemType) =>
  `${type.slice(1).replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Problem`;

/** One schema for each type: a Problem with that type and its status. */
export function problemSchemas(): Record<string, object> {
  const types = Object.entries(PROBLEM_TYPES) as [ProblemType, number][];
  return Object.fromEntries(
    types.map(([type, status]) => {
      const properties = {
        type: { const: type, description: 'The type of this problem.' },
        status: { const: status, description: 'The HTTP status of this problem.' },
      };
      const own = { type: 'object', properties, required: ['type', 'status'] };
      const allOf = [{ $ref: '#/components/schemas/Problem' }, own];
      return [schemaName(type), { description: MEANINGS[type], allOf }];
    }),
  );
}

const TYPES = Map.groupBy(Object.keys(PROBLEM_TYPES) as ProblemType[], (type) => PROBLEM_TYPES[type]);

const STATUS_HEADERS: Record<number, HeaderName[]> = {
  401: ['WWW-Authenticate'],
  412: ['ETag'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The answer with the problem of a status. */
export function problemAnswer(status: number, description: string, headers: readonly HeaderName[] = []): object {
  const types = TYPES.get(status as (typeof PROBLEM_TYPES)[ProblemType]) ?? [];
  if (types.length === 0) throw new Error(`No problem has the status ${status}: see PROBLEM_TYPES.`);
  const [first, ...others] = types.map((type) => ({ $ref: `#/components/schemas/${schemaName(type)}` }));
  const schema = others.length === 0 ? first : { anyOf: [first, ...others] };
  return {
    description: `${description} Problem type ${types.map((type) => `\`${type}\``).join(', ')}.`,
    ...withHeaders([...(STATUS_HEADERS[status] ?? []), ...headers]),
    content: { 'application/problem+json': { schema } },
  };
}

/** `{headers}` with references to the headers, or nothing. */
export function withHeaders(names: readonly HeaderName[]): { headers?: object } {
  if (names.length === 0) return {};
  const entries = [...new Set(names)].map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { headers: Object.fromEntries(entries) };
}

/** Answers that do not differ between operations, by name: the status and its description. */
export const SHARED_ANSWERS = {
  BadRequest: [400, 'A parameter or property is missing or not valid; `errors` names each of them.'],
  Unauthorized: [401, 'The request has no credential, or one that is not valid anymore.'],
  SiteAdminsOnly: [
    403,
    'The caller is not a site admin, the session is limited, or the request carries a session cookie and comes from a page of another origin.',
  ],
  LimitedSession: [403, 'The session is limited until the caller has set up a second factor.'],
  ForeignOrigin: [
    403,
    'The request carries a session cookie and comes from a page of another origin, or the session is limited until the caller ' +
      'has set up a second factor.',
  ],
  NotFound: [404, "No such thing exists in the caller's deployment, or it is in the trash."],
  RequestTimeout: [408, 'The body of the request came too slowly.'],
  KeyInUse: [409, 'A request with the same `Idempotency-Key` is still running.'],
  PreconditionFailed: [
    412,
    'The current state does not match `If-Match`, `If-None-Match`, or `If-Unmodified-Since`; nothing was changed.',
  ],
  BodyTooLarge: [413, 'The body is larger than 1 MiB.'],
  UnsupportedMediaType: [415, 'The body is not JSON, or has a `Content-Encoding`.'],
  KeyReused: [422, 'The `Idempotency-Key` was used with another request within the last 24 hours.'],
  TooManyRequests: [429, 'The rate limit of the service, or too many credentials that are not valid.'],
  InternalError: [500, 'The server failed. Report the `requestId` to the operator.'],
  Unavailable: [503, 'The database or the content store cannot be reached now.'],
} as const satisfies Record<string, readonly [number, string]>;

export type SharedAnswer = keyof typeof SHARED_ANSWERS;

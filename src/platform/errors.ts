/**
 * The error catalogue: every error that Carrel returns, in the shape of RFC 9457 (docs/errors.md).
 * Rules throw these where they stand; the HTTP layer only formats them.
 */

/** `type` values of problems and the one status of each. */
export const PROBLEM_TYPES = {
  '/validation_error': 400,
  '/unauthorized': 401,
  '/forbidden': 403,
  '/reauthentication_required': 403,
  '/second_factor_required': 403,
  '/not_found': 404,
  '/method_not_allowed': 405,
  '/not_acceptable': 406,
  '/request_timeout': 408,
  '/conflict': 409,
  '/gone': 410,
  '/length_required': 411,
  '/precondition_failed': 412,
  '/payload_too_large': 413,
  '/unsupported_media_type': 415,
  '/range_not_satisfiable': 416,
  '/unprocessable_content': 422,
  '/too_many_requests': 429,
  '/internal_error': 500,
  '/unavailable': 503,
  '/insufficient_storage': 507,
} as const;

export type ProblemType = keyof typeof PROBLEM_TYPES;

/** `type` values of an entry of a problem's `errors`. */
export const ENTRY_TYPES = ['/invalid_parameter', '/missing_parameter'] as const;

/** One entry of a problem's `errors`; `instance` names the offending parameter. */
export type ProblemEntry = {
  type: (typeof ENTRY_TYPES)[number];
  title: string;
  instance: string;
  detail: string;
};

type ProblemOptions = {
  detail?: string;
  errors?: ProblemEntry[];
  headers?: Record<string, string>;
  more?: Record<string, unknown>;
  cause?: unknown;
};

/** An error for the client: its texts are public. */
export class Problem extends Error {
  readonly type: ProblemType;
  readonly status: number;
  readonly detail: string;
  readonly errors: ProblemEntry[];
  readonly headers: Record<string, string>;
  /** Extension members of the body (RFC 9457, 3.2). */
  readonly more: Record<string, unknown>;

  constructor(type: ProblemType, title: string, options: ProblemOptions = {}) {
    super(title, { cause: options.cause });
    this.name = 'Problem';
    this.type = type;
    this.status = PROBLEM_TYPES[type];
    this.detail = options.detail ?? '';
    this.errors = options.errors ?? [];
    this.headers = options.headers ?? {};
    this.more = options.more ?? {};
  }
}

/** 400 for one parameter of a body, query or form; `instance` is its name. */
export function invalidParameter(instance: string, detail: string): Problem {
  return invalidParameters([{ type: '/invalid_parameter', title: 'Invalid parameter', instance, detail }]);
}

/** 400 for a missing parameter. */
export function missingParameter(instance: string, detail = `${instance} is required.`): Problem {
  return invalidParameters([{ type: '/missing_parameter', title: 'Missing parameter', instance, detail }]);
}

/** 400 with all invalid parameters. The title is the first of them, so that it is actionable. */
export function invalidParameters(errors: ProblemEntry[]): Problem {
  return new Problem('/validation_error', errors[0]?.detail ?? 'The request is not valid.', { errors });
}

/** 401: no token, or an invalid, expired or revoked one. */
export function unauthorized(title = 'A valid API token is required.', more: Record<string, unknown> = {}): Problem {
  return new Problem('/unauthorized', title, { headers: { 'www-authenticate': 'Bearer' }, more });
}

/** 403: the object exists in the caller's deployment but the caller lacks the right or the role. */
export function forbidden(title: string): Problem {
  return new Problem('/forbidden', title);
}

/** 404 for an object of the given kind, for example `notFound('folder')`; also for objects in the trash. */
export function notFound(what: string): Problem {
  return new Problem('/not_found', `There is no such ${what}.`);
}

/** 409: the request conflicts with the current state. `more`: what the client needs to retry. */
export function conflict(title: string, more: Record<string, unknown> = {}): Problem {
  return new Problem('/conflict', title, { more });
}

/** 410: it existed and was removed. */
export function gone(title: string): Problem {
  return new Problem('/gone', title);
}

/** 413: the content is larger than this operation accepts. */
export function tooLarge(title: string): Problem {
  return new Problem('/payload_too_large', title);
}

/** 429 with the seconds after which to retry. */
export function tooManyRequests(title: string, retryAfterSeconds: number): Problem {
  return new Problem('/too_many_requests', title, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });
}

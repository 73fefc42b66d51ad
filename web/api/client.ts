/** One way to ask the server: JSON both ways, and its problems as errors. */

/** A refusal: the server's problem, or status 0 if it could not be reached. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** Extension members of the problem. */
  readonly more: Record<string, unknown>;
  /** Seconds after which to try again, where the server says so. */
  readonly retryAfter: number | null;

  constructor(status: number, title: string, more: Record<string, unknown> = {}, retryAfter: number | null = null) {
    super(title);
    this.status = status;
    this.more = more;
    this.retryAfter = retryAfter;
  }
}

/** Asks for JSON; throws an ApiError for everything but success. */
export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await send(method, path, body);
  return (response.status === 204 ? null : await response.json().catch(() => null)) as Answer;
}

/** A page of a list; `after` asks for the next one, if there is one. */
export type Page<Body> = { body: Body; after: string | null };

/** Asks for a page of a list. */
export async function askPage<Body>(path: string): Promise<Page<Body>> {
  const response = await send('GET', path);
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const after = next === undefined ? null : new URL(next, window.location.href).searchParams.get('after');
  return { body: (await response.json()) as Body, after };
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(path, { method, headers, ...content }).catch(() => null);
  if (response === null) throw new ApiError(0, '');
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** The refusal that an answer holds. */
export async function errorOf(response: Response): Promise<ApiError> {
  const problem = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  const title = typeof problem['title'] === 'string' ? problem['title'] : '';
  return new ApiError(response.status, title, problem, Number.isFinite(wait) ? wait : null);
}

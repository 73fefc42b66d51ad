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

/** Requests that failed with these may succeed later: not signed in, too slow, held by another request, too early, too many. */
const PASSING = new Set([401, 408, 423, 425, 429]);

/** Whether the server has refused for good: the same request would be refused again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !PASSING.has(error.status);

/** Asks for JSON; throws an ApiError for everything but success. */
export async function callApi<Answer>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await send(method, path, { body, headers });
  announceChange(method);
  return (response.status === 204 ? null : await response.json().catch(() => null)) as Answer;
}

/** What was asked for; `isNew` is false if it was there already (200 instead of 201). */
export type Created<Body> = { body: Body; isNew: boolean };

/** Asks for something new. */
export async function createResource<Body>(path: string, wanted: unknown): Promise<Created<Body>> {
  const response = await send('POST', path, { body: wanted });
  announceChange('POST');
  return { body: (await response.json()) as Body, isNew: response.status === 201 };
}

/** Begins what takes long; returns the id of the job whose status says when it is done. */
export async function startJob(path: string, body?: unknown): Promise<number> {
  const response = await send('POST', path, { body });
  announceChange('POST');
  return Number(response.headers.get('location')?.split('/').at(-1));
}

/** A page of a list; `after` asks for the next one, if there is one. */
export type Page<Body> = { body: Body; after: string | null };

/** Asks for a page of a list; of a search, whose question is the body, by POST. */
export async function fetchPage<Body>(path: string, question?: unknown): Promise<Page<Body>> {
  const response = await (question === undefined ? send('GET', path) : send('POST', path, { body: question }));
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const after = next === undefined ? null : new URL(next, window.location.href).searchParams.get('after');
  return { body: (await response.json()) as Body, after };
}

/** Something with the tag that names its state: who saves a change says by it what was seen. */
export type WithETag<Body> = { body: Body; tag: string };

/** Asks for something with its tag. A proxy that compresses calls a tag weak; it names the same state. */
export async function fetchWithETag<Body>(path: string): Promise<WithETag<Body>> {
  const response = await send('GET', path);
  return { body: (await response.json()) as Body, tag: (response.headers.get('etag') ?? '*').replace(/^W\//, '') };
}

/** Part of a list of which the server says how long it is. */
export type RowsWithTotal<Row> = { rows: Row[]; total: number };

/** Asks for part of a list; `signal` gives the question up. */
export async function fetchRows<Row>(path: string, signal?: AbortSignal): Promise<RowsWithTotal<Row>> {
  const response = await send('GET', path, signal === undefined ? {} : { signal });
  const rows = (await response.json()) as Row[];
  return { rows, total: Number(response.headers.get('x-total-count') ?? rows.length) };
}

/** Told on `window` when the server knows nobody behind a request (401): a session has ended. */
export const SIGNED_OUT = 'carrel-signed-out';

/** Told on `window` when something was changed. */
export const CHANGED = 'carrel-changed';

type RequestOptions = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal };

function announceChange(method: string): void {
  if (method !== 'GET') window.dispatchEvent(new Event(CHANGED));
}

async function send(
  method: string,
  path: string,
  { body, headers = {}, ...more }: RequestOptions = {},
): Promise<Response> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(path, { method, headers: { ...type, ...headers }, ...content, ...more }).catch(
    (error: Error) => {
      // Who gives a question up does not want to hear that the server cannot be reached.
      if (error.name === 'AbortError') throw error;
      return null;
    },
  );
  if (response === null) throw new ApiError(0, '');
  if (response.status === 401) window.dispatchEvent(new Event(SIGNED_OUT));
  if (!response.ok) throw await readProblem(response);
  return response;
}

/** The refusal that an answer holds. */
export async function readProblem(response: Response): Promise<ApiError> {
  const problem = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  const title = typeof problem['title'] === 'string' ? problem['title'] : '';
  return new ApiError(response.status, title, problem, Number.isFinite(wait) ? wait : null);
}

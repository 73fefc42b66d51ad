/** The HTTP client: JSON requests and responses, and problems as errors. */
import { accountHeaders } from '../shown-account.ts';
import { isPageUsed } from '../page-use.ts';
import { randomId } from '../random-id.ts';
import { confirmIdentity } from './sign-in/confirmation.ts';

/** The request that determines whose session the browser has. */
export const ME = '/api/users/me';

/** An error response, or status 0 if the server cannot be reached. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** Extension members of the problem. */
  readonly more: Record<string, unknown>;
  /** The delay in seconds before a retry, if the server sends one. */
  readonly retryAfter: number | null;

  constructor(status: number, title: string, more: Record<string, unknown> = {}, retryAfter: number | null = null) {
    super(title);
    this.status = status;
    this.more = more;
    this.retryAfter = retryAfter;
  }
}

/** Whether the session must be confirmed before this is possible, and the person canceled that. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.more['type'] === '/reauthentication_required';

/** Statuses of requests that may succeed later: signed out, timeout, locked, too early, too many requests. */
const PASSING = new Set([401, 408, 423, 425, 429]);

/** Whether the error is permanent, so that the same request would fail again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !PASSING.has(error.status);

/** Sends a request with JSON and returns the JSON response. Throws an ApiError unless it succeeds. */
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

/** Sends a request and returns the address that its answer names for a relation, or null. */
export async function callForLink(method: string, path: string, relation: string): Promise<string | null> {
  const response = await send(method, path);
  announceChange(method);
  const [, uri, rel] = /<([^>]+)>; rel="([^"]+)"/.exec(response.headers.get('link') ?? '') ?? [];
  return rel === relation ? (uri ?? null) : null;
}

/** A created resource. `isNew` is false if it already existed (200 instead of 201). */
export type Created<Body> = { body: Body; isNew: boolean };

/** Sends a POST request that creates a resource. */
export async function createResource<Body>(
  path: string,
  wanted: unknown,
  headers: Record<string, string> = {},
): Promise<Created<Body>> {
  const response = await send('POST', path, { body: wanted, headers });
  announceChange('POST');
  return { body: (await response.json()) as Body, isNew: response.status === 201 };
}

/** Keys of requests that the server may have carried out, by what they ask for. */
const unanswered = new Map<string, string>();

/**
 * Sends a POST request that creates something. If an earlier one for the same got no answer, it is sent again with the same key
 * (docs/api/conventions.md#idempotency).
 */
export async function createOnce<Answer>(path: string, body?: unknown): Promise<Answer> {
  const wanted = JSON.stringify([path, body]);
  const key = unanswered.get(wanted) ?? randomId();
  unanswered.set(wanted, key);
  try {
    const answer = await callApi<Answer>('POST', path, body, { 'idempotency-key': key });
    unanswered.delete(wanted);
    return answer;
  } catch (error) {
    if (!mayBeDone(error)) unanswered.delete(wanted);
    throw error;
  }
}

// Without an answer, with one that a proxy may have given, or while the first request runs.
const mayBeDone = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.retryAfter !== null;

/** Starts a background job and returns its id. */
export async function startJob(path: string, body?: unknown): Promise<number> {
  const response = await send('POST', path, { body });
  announceChange('POST');
  return Number(response.headers.get('location')?.split('/').at(-1));
}

/**
 * A page of a list. `after` is the cursor of the next page, or null. `total`: the length of the whole list, null if the server does not
 * count it; `isCut`: there may be more than that.
 */
export type Page<Body> = { body: Body; after: string | null; total: number | null; isCut: boolean };

/** Fetches a page of a list, by POST if the query is sent as the body. */
export async function fetchPage<Body>(path: string, question?: unknown): Promise<Page<Body>> {
  const response = await (question === undefined ? send('GET', path) : send('POST', path, { body: question }));
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const after = next === undefined ? null : new URL(next, window.location.href).searchParams.get('after');
  const total = response.headers.get('x-total-count');
  return {
    body: (await response.json()) as Body,
    after,
    total: total === null ? null : Number(total),
    isCut: response.headers.get('x-search-incomplete') === 'true',
  };
}

/** A resource with its ETag, which a later change sends as a precondition. */
export type WithETag<Body> = { body: Body; tag: string };

/** Fetches a resource with its ETag. Proxies that compress make the tag weak; it identifies the same state. */
export async function fetchWithETag<Body>(path: string): Promise<WithETag<Body>> {
  const response = await send('GET', path);
  return { body: (await response.json()) as Body, tag: (response.headers.get('etag') ?? '*').replace(/^W\//, '') };
}

/** Rows of a list with the length of the whole list. */
/** `version`: of the list, by which an event stream tells whether the rows are current; null if it has none. */
export type RowsWithTotal<Row> = { rows: Row[]; total: number; version: number | null };

/** Fetches rows of a list. `signal` aborts the request. */
export async function fetchRows<Row>(path: string, signal?: AbortSignal): Promise<RowsWithTotal<Row>> {
  const response = await send('GET', path, signal === undefined ? {} : { signal });
  const rows = (await response.json()) as Row[];
  const version = response.headers.get('x-list-version');
  return {
    rows,
    total: Number(response.headers.get('x-total-count') ?? rows.length),
    version: version === null ? null : Number(version),
  };
}

/** Event on `window` after a response that reports an ended session, or one that can only set up a second factor. */
export const SIGNED_OUT = 'carrel-signed-out';

/** Event on `window` after a change. */
export const CHANGED = 'carrel-changed';

type RequestOptions = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal };

function announceChange(method: string): void {
  if (method !== 'GET') window.dispatchEvent(new Event(CHANGED));
}

// Sent again once after the person has confirmed who they are, if that is required.
async function send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
  try {
    return await sendOnce(method, path, options);
  } catch (error) {
    if (!isUnconfirmed(error) || !(await confirmIdentity())) throw error;
    return sendOnce(method, path, options);
  }
}

async function sendOnce(
  method: string,
  path: string,
  { body, headers = {}, ...more }: RequestOptions,
): Promise<Response> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const background = method !== 'GET' || isPageUsed() ? {} : { 'x-background': 'true' };
  const shown = method === 'GET' && path === ME ? {} : accountHeaders();
  const response = await fetch(path, {
    method,
    headers: { ...type, ...background, ...shown, ...headers },
    ...content,
    ...more,
  }).catch((error: Error) => {
    // An aborted request is not a connection error.
    if (error.name === 'AbortError') throw error;
    return null;
  });
  if (response === null) throw new ApiError(0, '');
  if (response.ok) return response;
  const problem = await readProblem(response);
  const isLimited = problem.more['type'] === '/second_factor_required';
  if (response.status === 401 || isLimited) window.dispatchEvent(new Event(SIGNED_OUT));
  throw problem;
}

/** The problem in an error response. */
export async function readProblem(response: Response): Promise<ApiError> {
  const problem = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  const title = typeof problem['title'] === 'string' ? problem['title'] : '';
  return new ApiError(response.status, title, problem, Number.isFinite(wait) ? wait : null);
}

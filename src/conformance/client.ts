/** Sends requests to the instance as one person. Every response is complete, and no status is an exception. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Json } from './json.ts';

/** How long one response may take. */
const PATIENCE_MS = 60_000;
/** A rate limit of the instance is waited for, as often as this. */
const MOST_WAITS = 20;
const LONGEST_WAIT_SECONDS = 10;

export type Answer = {
  /** Method and path, for messages. */
  request: string;
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  body: Json;
};

export type Send = { headers?: Record<string, string>; body?: string | Buffer | FormData };

export type Client = {
  send(method: string, path: string, options?: Send): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, value?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, value: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, value?: unknown, headers?: Record<string, string>): Promise<Answer>;
  remove(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Uploads a form; without `name` there is no metadata. */
  upload(path: string, form: Form): Promise<Answer>;
};

export type Form = {
  fileName: string;
  content: string | Buffer;
  name?: string;
  metadata?: string;
  /** The file comes before the metadata. */
  isFileFirst?: boolean;
  headers?: Record<string, string>;
};

/** After `signal`, no further request is sent. */
export type Target = { url: string; signal?: AbortSignal };

/** `authorization` is the whole header; null: no credential. */
export function connect(target: Target, authorization: string | null): Client {
  const send: Client['send'] = (method, path, options = {}) => {
    const credential: Record<string, string> = authorization === null ? {} : { authorization };
    return request(target, { method, path, ...options, headers: { ...credential, ...options.headers } });
  };
  const sendJson = (method: string, path: string, value: unknown, headers: Record<string, string> = {}) =>
    value === undefined
      ? send(method, path, { headers })
      : send(method, path, {
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(value),
        });
  return {
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, value, headers) => sendJson('POST', path, value, headers),
    put: (path, value, headers) => sendJson('PUT', path, value, headers),
    patch: (path, value, headers) => sendJson('PATCH', path, value, headers),
    remove: (path, headers = {}) => send('DELETE', path, { headers }),
    upload: (path, form) => send('POST', path, { body: formOf(form), headers: form.headers ?? {} }),
  };
}

type Request = Send & { method: string; path: string };

async function request({ url, signal }: Target, { method, path, headers = {}, body }: Request): Promise<Answer> {
  const about = `${method} ${path}`;
  for (let waits = 0; ; waits++) {
    // Not during a request: whether its change took place would be unknown.
    signal?.throwIfAborted();
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : (body ?? null),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    const isLimited = response.status === 429 && response.headers.has('ratelimit-limit');
    if (!isLimited || waits >= MOST_WAITS || !(seconds <= LONGEST_WAIT_SECONDS)) return answer(about, response, bytes);
    await sleep(Math.max(seconds, 1) * 1000, undefined, signal === undefined ? {} : { signal });
  }
}

function answer(about: string, response: Response, bytes: Buffer): Answer {
  const text = bytes.toString();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  const body = new Json(isJson ? parse(text) : undefined, about);
  return { request: about, status: response.status, headers: response.headers, bytes, text, body };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function formOf({ fileName, content, name, metadata, isFileFirst }: Form): FormData {
  const form = new FormData();
  const text = metadata ?? (name === undefined ? undefined : JSON.stringify({ DocumentName: name }));
  const addFile = () =>
    form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), fileName);
  if (isFileFirst === true) addFile();
  if (text !== undefined) form.append('metadata', text);
  if (isFileFirst !== true) addFile();
  return form;
}

/**
 * Requests to servers that people name, such as identity providers: https to public addresses, without redirects, with
 * limits of time and size. The address is checked when the connection is made, so a name cannot change its address in between.
 */
import { lookup as resolveName } from 'node:dns';
import { type IncomingMessage, request as sendHttp } from 'node:http';
import { request as sendHttps } from 'node:https';
import { type BlockList, type LookupFunction, isIP } from 'node:net';
import { isIn, isLoopbackAddress, isPublic, listOf } from './networks.ts';

const TIMEOUT_MS = 8000;
const MAX_BYTES = 524_288;
/** Statuses of answers without a body (Fetch standard, "null body status"). */
const BODILESS = new Set([204, 205, 304]);

export type GuardedRequest = {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
};

export type GuardedFetch = (url: string, init?: GuardedRequest) => Promise<Response>;

/** The server cannot be reached, may not be reached, or sends too much. */
export class OutboundError extends Error {
  override name = 'OutboundError';
}

/**
 * @param privateNetworks networks that may be reached although they are not public; http is allowed for loopback addresses in
 *   them only
 * @param timeoutMs for the whole response
 */
export function createGuardedFetch(privateNetworks: readonly string[], timeoutMs: number = TIMEOUT_MS): GuardedFetch {
  const allowed = listOf(privateNetworks);
  return async (address, init = {}) => {
    const url = new URL(address);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new OutboundError(`${url.protocol} is not allowed.`);
    if (url.username !== '' || url.password !== '') throw new OutboundError('The address contains a password.');
    try {
      return await send(url, init, { allowed, timeoutMs });
    } catch (error) {
      throw error instanceof OutboundError ? error : new OutboundError(reasonOf(error), { cause: error });
    }
  };
}

async function send(
  url: URL,
  { method, headers, body, signal }: GuardedRequest,
  { allowed, timeoutMs }: { allowed: BlockList; timeoutMs: number },
): Promise<Response> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // Literal addresses are not looked up.
  if (isIP(host) !== 0) assertAllowed(url, host, allowed);
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const timeout = AbortSignal.timeout(timeoutMs);
  const request = (url.protocol === 'https:' ? sendHttps : sendHttp)(url, {
    method: method ?? 'GET',
    headers: { ...headers, 'accept-encoding': 'identity' },
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    lookup: guardedLookup(url, allowed),
    agent: false,
  });
  request.once('error', reject);
  request.once('response', (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BYTES) request.destroy(new OutboundError('The answer is too large.'));
      else chunks.push(chunk);
    });
    response.once('error', reject);
    response.once('end', () => {
      try {
        resolve(responseOf(response, chunks));
      } catch (error) {
        reject(error);
      }
    });
  });
  // An answer that switches the protocol ends without a response and without an error.
  request.once('close', () => reject(new OutboundError('The connection failed.')));
  request.end(textOf(body));
  return promise;
}

// Servers can send any number of three digits as status, of which Response takes few.
function responseOf({ statusCode = 0, headersDistinct }: IncomingMessage, chunks: Buffer[]): Response {
  if (statusCode < 200 || statusCode > 599) throw new OutboundError('The answer has no valid status.');
  const fields = Object.entries(headersDistinct).map(
    ([key, values = []]) => [key, values.join(', ')] as [string, string],
  );
  const body = BODILESS.has(statusCode) ? null : Buffer.concat(chunks);
  return new Response(body, { status: statusCode, headers: fields });
}

function guardedLookup(url: URL, allowed: BlockList): LookupFunction {
  return (name, options, callback) => {
    resolveName(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '');
      try {
        for (const { address } of found) assertAllowed(url, address, allowed);
      } catch (refusal) {
        return callback(refusal as Error, '');
      }
      const [first] = found;
      if (options.all === true) return callback(null, found);
      return callback(null, first?.address ?? '', first?.family);
    });
  };
}

function assertAllowed({ protocol, hostname }: URL, address: string, allowed: BlockList): void {
  const isExempt = isIn(allowed, address);
  if (protocol === 'http:' && !(isExempt && isLoopbackAddress(address))) {
    throw new OutboundError('Only https is allowed.');
  }
  if (!isExempt && !isPublic(address)) throw new OutboundError(`${hostname} has a private address.`);
}

function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  return body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined;
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return 'No answer in time.';
  const { code } = error as { code?: string };
  return code === undefined ? 'The connection failed.' : `The connection failed (${code}).`;
}

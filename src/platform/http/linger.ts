/** Sends an answer to a client that is still sending, so that the client receives it. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** Maximum to drain after the answer. Clients that read answers stop sending long before. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MS = 30_000;

/**
 * `text` as a body for an answer with a Content-Length: sent at once, but ended only after the client has sent its body
 * or too much of it. Closing a connection with unread bytes resets it, and the reset overtakes the answer.
 */
export function lingering(request: IncomingMessage, text: string): Readable {
  async function* linger() {
    yield Buffer.from(text);
    await discardRest(request);
  }
  return Readable.from(linger());
}

async function discardRest(request: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = MAX_BYTES;
  const timer = setTimeout(resolve, MAX_MS);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) resolve();
  });
  for (const end of ['end', 'error', 'close']) request.once(end, () => resolve());
  if (request.destroyed || request.complete) resolve();
  request.resume();
  await promise;
  clearTimeout(timer);
  request.pause();
}

/** Answering a client that is still sending, so that it gets to see the answer. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** What is read and dropped after the answer at most. Clients that look at answers stop sending long before. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MS = 30_000;

/**
 * `text` as the body of an answer that has a Content-Length: it is sent at once, but ends only when the client has sent its
 * body, or too much of it. A connection closed while bytes arrive is reset, and the reset overtakes the answer.
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

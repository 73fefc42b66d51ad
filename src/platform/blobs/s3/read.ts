/** Reads objects. A connection that breaks is replaced by one that continues at the same offset. */
import { Readable, type Writable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { type Bucket, headOf, isNamed, awaitS3, unlessAbsent } from './bucket.ts';
import { writeTo } from '../send.ts';
import {
  BlobMissingError,
  type ByteRange,
  type OpenBlob,
  SMALL_CONTENT_BYTES,
  StoreUnavailableError,
} from '../store.ts';

/** See `BlobStore.read`. Makes one request unless the connection breaks. */
export async function readObject(bucket: Bucket, key: string, range?: ByteRange): Promise<Buffer | Readable> {
  if (range !== undefined && range.end <= range.start) {
    await headOf(bucket, key);
    return Buffer.alloc(0);
  }
  const { start, end } = range ?? { start: 0, end: Infinity };
  const part = await getPart(bucket, key, start, end);
  const chunks = chunksOf(bucket, key, { start, end: start + part.length }, { first: part.body });
  if (part.length <= SMALL_CONTENT_BYTES) return Buffer.concat(await Array.fromAsync(chunks));
  // An object stream: a byte stream would join its buffered chunks.
  const stream = Readable.from(chunks);
  // A stream that is destroyed before anybody reads it never starts its source, and so never ends it.
  return stream.once('close', () => part.body.destroy());
}

/** See `BlobStore.open`. */
export async function openObject(bucket: Bucket, key: string): Promise<OpenBlob> {
  const { ContentLength: size = 0 } = await headOf(bucket, key);
  return { size, sendTo: (to, range) => sendObject(bucket, key, range, to), close: async () => {} };
}

async function sendObject(bucket: Bucket, key: string, range: ByteRange, to: Writable): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort(new Error('The receiver has disconnected.'));
  if (to.destroyed) leave();
  to.once('close', leave);
  let position = range.start;
  let taken = Promise.resolve();
  try {
    for await (const chunk of chunksOf(bucket, key, range, { signal: gone.signal })) {
      await taken;
      taken = writeTo(to, chunk);
      taken.catch(() => {}); // Awaited before the next chunk or below.
      position += chunk.byteLength;
    }
    await taken;
  } finally {
    to.off('close', leave);
  }
  if (position < range.end) throw new Error('The object is shorter than the range to send.');
}

/** The bytes of the range, fewer if the object is shorter. `first`: a response that has already started. */
export async function* chunksOf(
  bucket: Bucket,
  key: string,
  { start, end }: ByteRange,
  { first, signal }: { first?: Readable; signal?: AbortSignal } = {},
): AsyncGenerator<Buffer, void> {
  signal?.throwIfAborted();
  for (let at = start, next = first; at < end; next = undefined) {
    const before = at;
    const body = next ?? (await getPart(bucket, key, at, end, signal)).body;
    const stop = () => body.destroy();
    signal?.addEventListener('abort', stop);
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        at += chunk.byteLength;
        yield chunk;
      }
      return;
    } catch (error) {
      signal?.throwIfAborted();
      // The server cuts off clients that start late or pause for long. That is no failure while each new response has
      // bytes.
      if (at === before && next === undefined) throw new StoreUnavailableError(error);
    } finally {
      signal?.removeEventListener('abort', stop);
      body.destroy();
    }
  }
}

/** The response to a range request, clipped to the object; undefined if the range starts beyond the end. */
async function getPart(
  { client, at }: Bucket,
  key: string,
  start: number,
  end: number,
  signal?: AbortSignal,
): Promise<{ length: number; body: Readable }> {
  const isWhole = start === 0 && end === Infinity;
  const command = new GetObjectCommand({ ...at(key), ...(isWhole ? {} : { Range: rangeHeader(start, end) }) });
  const request = client.send(command, signal === undefined ? {} : { abortSignal: signal });
  const answer = await awaitS3(unlessAbsent(unlessBeyond(request))).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
  if (answer === undefined) throw new BlobMissingError(key);
  const { ContentLength: length = 0, Body: body } = answer;
  if (!(body instanceof Readable)) return { length: 0, body: Readable.from([]) };
  // It may break before anybody reads it; the reader gets the error then.
  return { length, body: body.on('error', () => {}) };
}

type Part = { ContentLength?: number | undefined; Body?: unknown };

async function unlessBeyond(request: Promise<Part>): Promise<Part> {
  try {
    return await request;
  } catch (error) {
    if (isNamed(error, 'InvalidRange')) return {};
    throw error;
  }
}

function rangeHeader(start: number, end: number): string {
  return `bytes=${start}-${end === Infinity ? '' : end - 1}`;
}

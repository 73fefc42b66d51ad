/** Scans content with a ClamAV daemon, using its own protocol (man clamd, INSTREAM). */
import { type Socket, connect } from 'node:net';
import type { Readable } from 'node:stream';

/** The address of clamd. */
export type ClamdPlace = { host: string; port: number } | { path: string };

/** `not-taken`: clamd closed the connection, as it does beyond its StreamMaxLength. */
export type Verdict = { kind: 'clean' } | { kind: 'infected'; signature: string } | { kind: 'not-taken' };

/** clamd itself abandons a file after two minutes. */
const IDLE_TIMEOUT_MS = 300_000;

const LIMIT = 'INSTREAM size limit exceeded';

/** Reads `tcp://host:port` or `unix:///path`; null if it is neither. */
export function parseClamdUrl(url: string): ClamdPlace | null {
  const [, path] = /^unix:\/\/(\/.+)$/.exec(url) ?? [];
  if (path !== undefined) return { path };
  const [, host, port = '3310'] = /^tcp:\/\/(\[[\da-f:.]+\]|[^\s/:@[\]]+)(?::(\d{1,5}))?$/i.exec(url) ?? [];
  if (host === undefined || Number(port) > 65_535) return null;
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}

/** Scans the content. Rejects if clamd cannot be reached or fails. */
export async function scanContent(place: ClamdPlace, content: Buffer | Readable): Promise<Verdict> {
  const answer = await ask(place, framesOf(Buffer.isBuffer(content) ? [content] : content)).catch(
    async (error: Error) => {
      if (!isHangUp(error.cause)) throw error;
      // Its last response is often lost when it hangs up early. If clamd still runs, the content was the reason.
      await clamdVersion(place);
      return LIMIT;
    },
  );
  if (answer === 'stream: OK') return { kind: 'clean' };
  const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (signature !== undefined) return { kind: 'infected', signature };
  if (answer.startsWith(LIMIT)) return { kind: 'not-taken' };
  throw new Error(`clamd could not scan a content: ${answer}`);
}

/** The version of clamd and of its signatures. Rejects if it cannot be reached. */
export async function clamdVersion(place: ClamdPlace): Promise<string> {
  return ask(place, [Buffer.from('zVERSION\0')]);
}

async function* framesOf(content: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of content) {
    // An empty piece marks the end of the stream.
    if (piece.length > 0) yield* [lengthOf(piece), piece];
  }
  yield lengthOf(Buffer.alloc(0));
}

function lengthOf(piece: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
}

// clamd responds as soon as it has a result, possibly before it received everything, and closes the connection. A
// complete response counts, however the connection ended.
async function ask(place: ClamdPlace, frames: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
  const socket = connect(place);
  const received: Buffer[] = [];
  socket.on('data', (piece: Buffer) => received.push(piece));
  socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy(new Error('it timed out')));
  const closed = closingOf(socket);
  const failure = await sendAll(socket, frames, closed).then(
    () => closed,
    (error: Error) => error,
  );
  socket.destroy();
  const answer = Buffer.concat(received).toString();
  if (answer.endsWith('\0')) return answer.slice(0, -1).trim();
  throw new Error(`clamd does not respond${failure === undefined ? '' : `: ${failure.message}`}`, { cause: failure });
}

async function sendAll(
  socket: Socket,
  frames: Iterable<Buffer> | AsyncIterable<Buffer>,
  closed: Promise<unknown>,
): Promise<void> {
  for await (const frame of frames) {
    if (!socket.writable || socket.bytesRead > 0) return;
    if (!socket.write(frame)) await Promise.race([drained(socket), closed]);
  }
}

function isHangUp(cause: unknown): boolean {
  const { code = '', syscall = '' } = (cause ?? {}) as { code?: string; syscall?: string };
  return ['EPIPE', 'ECONNRESET'].includes(code) && ['read', 'write'].includes(syscall);
}

async function drained(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('drain', resolve);
  return promise;
}

/** Settles when the connection is closed, with its error if any. */
async function closingOf(socket: Socket): Promise<Error | undefined> {
  const { promise, resolve } = Promise.withResolvers<Error | undefined>();
  socket.once('error', resolve);
  socket.once('close', () => resolve(undefined));
  return promise;
}

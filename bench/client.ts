/**
 * An HTTP/1.1 load client on raw sockets, because node:http's client costs as much as the measured servers. It keeps a
 * fixed number of connections with one request each, and checks the status and length of every response. Responses must
 * have a Content-Length.
 */
import { connect, type OnReadOpts, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { createHistogram, type Histogram } from './histogram.ts';

/**
 * A raw request and its expected response; a null length is not checked. `body` is for bodies too large for `bytes`:
 * the same block repeated after it, and the bytes that end the body.
 */
export type Request = { bytes: Buffer; body?: Repeated; status: number; length: number | null };
export type Repeated = { block: Buffer; times: number; tail?: Buffer };

/** The load ends after this many requests or seconds, whichever is first. */
export type Load = { origin: URL; connections: number; seconds: number; requests: number; next: () => Request };

/**
 * The responses within the time; latencies in milliseconds. Bytes are those of bodies in both directions, including
 * unfinished ones.
 */
export type Answered = {
  requests: number;
  bytes: number;
  seconds: number;
  p50: number;
  p99: number;
  /** Requests a second, if it is not their number in that time. */
  rate?: number;
};

type Run = Results & { load: Load; sent: number };
type Answer = { status: number; length: number; text: string };

// Longer than any response head.
const MAX_HEAD = 16 * 1024;
// Reads are synchronous, so all sockets share one buffer, which stays in the processor's cache.
const readBuffer = Buffer.allocUnsafeSlow(256 * 1024);

/**
 * Applies the load and resolves to the result; rejects on the first unexpected response. Requests without a response at
 * the end are abandoned.
 */
export async function applyLoad(load: Load): Promise<Answered> {
  const run: Run = { load, latencies: createHistogram(), sent: 0, bytes: 0, sockets: new Set(), over: false };
  const startedAt = performance.now();
  const timer = setTimeout(() => end(run), load.seconds * 1000);
  try {
    await Promise.all(Array.from({ length: load.connections }, () => converse(run)));
  } finally {
    clearTimeout(timer);
    end(run);
  }
  return {
    requests: run.latencies.count(),
    bytes: run.bytes,
    seconds: (performance.now() - startedAt) / 1000,
    p50: run.latencies.percentile(0.5),
    p99: run.latencies.percentile(0.99),
  };
}

/** The bytes of a request; adds the body's length to the headers unless present. */
export function encodeRequest(
  method: string,
  url: URL,
  headers: Record<string, string>,
  body: Buffer = Buffer.alloc(0),
): Buffer {
  const lines = Object.entries({ Host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const hasLength = 'Content-Length' in headers || method === 'GET';
  if (!hasLength) lines.push(`Content-Length: ${body.length}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`), body]);
}

/** Closes all connections. */
export function end(run: Results): void {
  run.over = true;
  for (const socket of run.sockets) socket.destroy();
}

// One connection: sends, reads the response, and repeats until the load ends.
function converse(run: Run): Promise<void> {
  const { load } = run;
  return openConversation(load.origin, run, (conversation) => {
    if (run.sent === load.requests) return conversation.end();
    run.sent += 1;
    conversation.ask(load.next(), performance.now());
  });
}

/** A connection without an outstanding request. */
export type Conversation = {
  /** Sends the request; its latency counts from `since`. */
  ask(request: Request, since: number): void;
  end(): void;
};

/** The results of conversations. Once `over`, answers are ignored. */
export type Results = { latencies: Histogram; bytes: number; sockets: Set<Socket>; over: boolean };

/**
 * Opens a connection and calls `idle` when it is open and after each answer. Resolves when it is closed, and rejects on an
 * unexpected response.
 */
export function openConversation(
  origin: URL,
  results: Results,
  idle: (conversation: Conversation) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let asked: { request: Request; since: number } | null = null;
  const conversation: Conversation = {
    ask(request, since) {
      asked = { request, since };
      socket.write(request.bytes);
      if (request.body !== undefined) sendRepeated(socket, request.body, results);
    },
    end: () => void socket.destroy(),
  };
  const read = createAnswerReader(results, (answer) => {
    if (asked === null) throw new Error('The server answered without a request.');
    results.latencies.record(performance.now() - asked.since);
    check(asked.request, answer);
    idle(conversation);
  });
  const callback = (length: number) => {
    try {
      if (!results.over) read(readBuffer.subarray(0, length));
    } catch (error) {
      reject(error);
      socket.destroy();
    }
    return true;
  };
  const socket = openSocket(origin, { buffer: readBuffer, callback }, () => idle(conversation));
  results.sockets.add(socket);
  socket.on('error', reject);
  socket.on('end', () => reject(new Error('The server closed a connection that was to be kept alive.')));
  socket.on('close', () => resolve());
  return promise;
}

function openSocket(origin: URL, onread: OnReadOpts, opened: () => void): Socket {
  const options = { host: origin.hostname, port: Number(origin.port), noDelay: true, onread };
  const isSecure = origin.protocol === 'https:';
  return isSecure ? connectSecurely({ ...options, rejectUnauthorized: false }, opened) : connect(options, opened);
}

// Sends each block once the previous one is taken, so that only the kernel buffers data.
function sendRepeated(socket: Socket, { block, times, tail }: Repeated, run: Results): void {
  if (times === 0) {
    if (tail !== undefined) socket.write(tail);
    return;
  }
  socket.write(block, (error) => {
    if (error) return;
    run.bytes += block.length;
    sendRepeated(socket, { block, times: times - 1, ...(tail === undefined ? {} : { tail }) }, run);
  });
}

// Parses the bytes read and reports each complete response. Without pipelining no read contains two responses.
function createAnswerReader(run: Results, done: (answer: Answer) => void): (chunk: Buffer) => void {
  let head = '';
  let answer: Answer | null = null;
  let missing = 0;
  return (chunk) => {
    let body = chunk.length;
    if (answer === null) {
      const seen = head.length;
      head += chunk.toString('latin1', 0, MAX_HEAD);
      const headEnd = head.indexOf('\r\n\r\n') + 4;
      if (headEnd < 4) {
        if (head.length > MAX_HEAD) throw new Error('The head of an answer does not end.');
        return;
      }
      answer = parseHead(head);
      missing = answer.length;
      body -= headEnd - seen;
    }
    run.bytes += body;
    missing -= body;
    if (missing < 0) throw new Error('An answer is longer than its Content-Length.');
    if (missing > 0) return;
    const whole = answer;
    head = '';
    answer = null;
    done(whole);
  };
}

function parseHead(head: string): Answer {
  const length = head.slice(9, 12) === '204' ? '0' : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer has no Content-Length: ${head}`);
  return { status: Number(head.slice(9, 12)), length: Number(length), text: head };
}

function check(request: Request, answer: Answer): void {
  const lengthIsRight = request.length === null || answer.length === request.length;
  if (answer.status === request.status && lengthIsRight) return;
  const asked = request.bytes.toString('latin1', 0, request.bytes.indexOf('\r\n'));
  const expected = `${request.status}${request.length === null ? '' : ` with ${request.length} bytes`}`;
  throw new Error(`${asked} must answer ${expected} but answered:\n${answer.text.slice(0, 1500)}`);
}

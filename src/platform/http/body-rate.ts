/**
 * A minimum rate for request bodies: a client that sends slower than this is refused, so that nobody can hold connections
 * open with a few bytes a minute. Only time in which the server waits for the client counts.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import { answerOnSocket } from './problems.ts';

/** Bytes a second, on average over a window. A telephone on a poor connection sends ten times as much. */
const MIN_RATE = 500;
/** Seconds of waiting that a window has: long enough for a tunnel; shorter for those who have shown no credential. */
const WINDOW_S = { known: 60, unknown: 20 };

/** Calls `run` every second; returns what ends it. */
export type EverySecond = (run: () => void) => () => void;

/** `waited`: seconds in this window. `from`: bytes that the connection had received when it began. */
type Window = { reply: FastifyReply; waited: number; from: number };

/** Must be registered before anything that reads bodies. */
export function registerBodyRate(app: FastifyInstance, everySecond: EverySecond = byTimer): void {
  const open = new Map<FastifyRequest, Window>();
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) open.set(request, { reply, waited: 0, from: request.raw.socket.bytesRead });
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    open.delete(request);
    done();
  });
  const stop = everySecond(() => {
    for (const [request, window] of open) {
      if (request.raw.complete || request.raw.destroyed) open.delete(request);
      else if (isTooSlow(request, window)) {
        open.delete(request);
        refuse(request);
      }
    }
  });
  app.addHook('onClose', async () => stop());
}

function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function isTooSlow({ raw, actor }: FastifyRequest, window: Window): boolean {
  // It was answered already, and is only read to its end (linger.ts).
  if (window.reply.raw.headersSent) return false;
  // Unread bytes arrived in time: the server has not read them yet.
  if (raw.readableLength > 0) return false;
  window.waited += 1;
  const seconds = actor === null ? WINDOW_S.unknown : WINDOW_S.known;
  if (window.waited < seconds) return false;
  const { bytesRead } = raw.socket;
  if (bytesRead - window.from < MIN_RATE * window.waited) return true;
  Object.assign(window, { waited: 0, from: bytesRead });
  return false;
}

// On the bare socket: whatever waits for the rest of the body then sees a connection that broke.
function refuse(request: FastifyRequest): void {
  request.log.info({ slow: true }, 'A request body came too slowly.');
  const problem = new Problem('/request_timeout', 'The body of the request came too slowly; send it again.');
  answerOnSocket(request.raw.socket, problem, { path: request.url.split('?', 1)[0] ?? '/', requestId: request.id });
}

function byTimer(run: () => void): () => void {
  const timer = setInterval(run, 1000).unref();
  return () => clearInterval(timer);
}

/**
 * A minimum transfer rate for request bodies, so that clients cannot hold connections open with a few bytes a minute.
 * Only time during which the server waits for the client counts.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { answerOnSocket } from '../problems.ts';

/** Bytes a second, averaged over a window. A phone on a poor connection sends ten times as much. */
const MIN_RATE = 500;
/** Seconds of waiting in a window: long enough for a tunnel; shorter for clients without a valid credential. */
const WINDOW_S = { known: 60, unknown: 20 };

/** Calls `run` every second; returns a function that stops it. */
export type EverySecond = (run: () => void) => () => void;

/** `waited`: seconds in this window. `from`: bytes received on the connection when it started. */
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
  // Already answered; the body is only being drained (linger.ts).
  if (window.reply.raw.headersSent) return false;
  // The client sent in time; the server has not read the bytes yet.
  if (raw.readableLength > 0) return false;
  window.waited += 1;
  const seconds = actor === null ? WINDOW_S.unknown : WINDOW_S.known;
  if (window.waited < seconds) return false;
  const { bytesRead } = raw.socket;
  if (bytesRead - window.from < MIN_RATE * window.waited) return true;
  Object.assign(window, { waited: 0, from: bytesRead });
  return false;
}

// On the raw socket, so that a handler waiting for the rest of the body sees a broken connection.
function refuse(request: FastifyRequest): void {
  request.log.info({ slow: true }, 'A request body arrived too slowly.');
  const problem = new Problem('/request_timeout', 'The request body arrived too slowly. Send it again.');
  answerOnSocket(request.raw.socket, problem, { path: request.url.split('?', 1)[0] ?? '/', requestId: request.id });
}

function byTimer(run: () => void): () => void {
  const timer = setInterval(run, 1000).unref();
  return () => clearInterval(timer);
}

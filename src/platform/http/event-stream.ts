/** Server-sent events (HTML Living Standard, 9.2), read by EventSource in browsers. */
import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';

/**
 * Maximum buffer for a client that does not read. Beyond it the stream ends; the client may reconnect and request the
 * rest.
 */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Time after which a browser reconnects. */
const RETRY_MS = 3000;

/** When a process stops, its streams reconnect elsewhere, spread over this time. */
const SPREAD_MS = 10_000;

/** Time for a client to receive the remaining events at the end. */
const END_MS = 1000;

export type EventStream = {
  /** `id` comes back as Last-Event-ID when the client reconnects. */
  send(event: { type: string; id?: number; data: object }): void;
  /** Sends a comment, so that intermediaries keep the connection open. */
  beat(): void;
  end(): void;
  /** Ends the stream because the process stops: the client reconnects after a random time. */
  handOver(): void;
};

/** Starts an answer of events; `onClose` runs once, however the stream ends. */
export function openEventStream(reply: FastifyReply, onClose: () => void): EventStream {
  const { raw } = reply.hijack();
  const write = (text: string) => {
    if (raw.destroyed || raw.writableEnded) return;
    raw.write(text);
    if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy();
  };
  raw.once('close', onClose);
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // nginx would buffer the events.
    'x-accel-buffering': 'no',
  });
  write(`retry: ${RETRY_MS}\n\n`);
  const end = () => {
    raw.end();
    setTimeout(() => raw.destroy(), END_MS).unref();
  };
  return {
    send: ({ type, id, data }) =>
      write(`event: ${type}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
    beat: () => write(':\n\n'),
    end,
    handOver() {
      write(`retry: ${Math.ceil(Math.random() * SPREAD_MS)}\n\n`);
      end();
    },
  };
}

/** The number in Last-Event-ID; null if it is missing or not one of ours. */
export function lastEventId(headers: Record<string, string | string[] | undefined>): number | null {
  const text = headers['last-event-id'];
  const id = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : null;
  return Number.isSafeInteger(id) ? id : null;
}

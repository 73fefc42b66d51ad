/** Server-sent events (HTML Living Standard, 9.2): an answer that goes on, read by EventSource in browsers. */
import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';

/** What may wait for a receiver that does not read. One with more is cut off; it may come back and ask for the rest. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** After which a browser that has lost its stream opens another. */
const RETRY_MS = 3000;

/** How long a receiver has to take what is left at the end. */
const END_MS = 1000;

export type EventStream = {
  /** `id` comes back as Last-Event-ID when the receiver opens another stream. */
  send(event: { type: string; id?: number; data: object }): void;
  /** Sends a comment, so that nobody on the way takes the connection for dead. */
  beat(): void;
  end(): void;
};

/** Begins to answer with events; `onClose` is called once, however the stream ends. */
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
    // nginx would wait for more.
    'x-accel-buffering': 'no',
  });
  write(`retry: ${RETRY_MS}\n\n`);
  return {
    send: ({ type, id, data }) =>
      write(`event: ${type}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
    beat: () => write(':\n\n'),
    end() {
      raw.end();
      setTimeout(() => raw.destroy(), END_MS).unref();
    },
  };
}

/** The number in Last-Event-ID; null if there is none that we have given out. */
export function lastEventId(headers: Record<string, string | string[] | undefined>): number | null {
  const text = headers['last-event-id'];
  const id = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : null;
  return Number.isSafeInteger(id) ? id : null;
}

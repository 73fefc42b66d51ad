/** Replays the first answer to a repeated request. */
import type { FastifyReply } from 'fastify';
import { Problem } from '../errors.ts';

/** An answer as it was sent. */
export type KeptAnswer = { status: number; headers: Record<string, string>; body: string };

/** Ends a request whose first answer is kept; that answer is sent instead of an error. */
export class RepeatedAnswer extends Problem {
  readonly answer: KeptAnswer;

  constructor(answer: KeptAnswer) {
    super('/conflict', 'This request has already been answered.');
    this.answer = answer;
  }
}

// Headers to replay; all others belong to the current answer.
const KEPT_HEADERS = ['content-type', 'cache-control', 'etag', 'location', 'upload-offset', 'upload-expires'];

/** The parts to keep of an answer that is about to be sent. */
export function keptAnswerOf(reply: FastifyReply, payload: unknown): KeptAnswer {
  const entries = KEPT_HEADERS.map((name) => [name, reply.getHeader(name)] as const);
  const headers = Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return { status: reply.statusCode, headers, body: typeof payload === 'string' ? payload : '' };
}

/** Sends a kept answer; `Idempotent-Replayed` distinguishes it from the first. */
export function sendRepeated(reply: FastifyReply, { status, headers, body }: KeptAnswer): FastifyReply {
  void reply.code(status).headers({ ...headers, 'idempotent-replayed': 'true' });
  // As bytes, which the serializer does not touch.
  return body === '' ? reply.send() : reply.send(Buffer.from(body));
}

/** The first answer to a request, given again to its repetition. */
import type { FastifyReply } from 'fastify';
import { Problem } from '../errors.ts';

/** An answer as it was sent. */
export type KeptAnswer = { status: number; headers: Record<string, string>; body: string };

/** Ends a request whose first answer is kept: that one is sent instead of a refusal. */
export class RepeatedAnswer extends Problem {
  readonly answer: KeptAnswer;

  constructor(answer: KeptAnswer) {
    super('/conflict', 'This request was answered before.');
    this.answer = answer;
  }
}

// Headers that the client needs beside the body; all others belong to the present answer.
const KEPT_HEADERS = ['content-type', 'cache-control', 'etag', 'location', 'upload-offset', 'upload-expires'];

/** What is kept of an answer that is about to be sent. */
export function keptAnswerOf(reply: FastifyReply, payload: unknown): KeptAnswer {
  const entries = KEPT_HEADERS.map((name) => [name, reply.getHeader(name)] as const);
  const headers = Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return { status: reply.statusCode, headers, body: typeof payload === 'string' ? payload : '' };
}

/** Sends a kept answer; `Idempotent-Replayed` tells it from the first. */
export function sendRepeated(reply: FastifyReply, { status, headers, body }: KeptAnswer): FastifyReply {
  void reply.code(status).headers({ ...headers, 'idempotent-replayed': 'true' });
  // As bytes, which the serializer leaves alone.
  return body === '' ? reply.send() : reply.send(Buffer.from(body));
}

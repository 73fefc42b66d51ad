/** Answers about an unfinished job: 202, 303, and its status. Each has a Retry-After. */
import type { FastifyReply } from 'fastify';
import { statusUri } from './async-jobs.presenter.ts';

/** The OpenAPI response for a started job. */
export const STARTED = { 202: { description: 'Started; Location is the address of the status.', type: 'null' } };

/** The OpenAPI response for a result that is not ready. */
export const TOO_EARLY = { 303: { description: 'Not complete; Location is the address of the status.', type: 'null' } };

/** 202 with the status URL in Location, without a body: the serializer would write one for null. */
export function sendStarted(reply: FastifyReply, baseUrl: string, jobId: number): FastifyReply {
  return askAgainSoon(reply).code(202).header('location', statusUri(baseUrl, jobId)).send();
}

/** 303 to the job's status, without a body. */
export async function sendTooEarly(reply: FastifyReply, baseUrl: string, jobId: number): Promise<FastifyReply> {
  return askAgainSoon(reply).code(303).header('location', statusUri(baseUrl, jobId)).send();
}

/** Most jobs finish within a second. */
export function askAgainSoon(reply: FastifyReply): FastifyReply {
  return reply.header('retry-after', '1');
}

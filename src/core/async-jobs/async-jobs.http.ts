/** Answers about a job that is not complete: 202, 303, and its status. Each says when to ask again. */
import type { FastifyReply } from 'fastify';
import { statusUri } from './async-jobs.presenter.ts';

/** How the API's description shows a job that was started. */
export const STARTED = { 202: { description: 'Started; Location is the address of the status.', type: 'null' } };

/** How the API's description shows a result that is not ready. */
export const TOO_EARLY = { 303: { description: 'Not complete; Location is the address of the status.', type: 'null' } };

/** 202 with the address of the job's status, without a body: the serializer would write one for a null. */
export function sendStarted(reply: FastifyReply, baseUrl: string, jobId: number): FastifyReply {
  return askAgainSoon(reply).code(202).header('location', statusUri(baseUrl, jobId)).send();
}

/** 303 to the job's status, without a body either. */
export async function sendTooEarly(reply: FastifyReply, baseUrl: string, jobId: number): Promise<FastifyReply> {
  return askAgainSoon(reply).code(303).header('location', statusUri(baseUrl, jobId)).send();
}

/** Most jobs are complete within a second. */
export function askAgainSoon(reply: FastifyReply): FastifyReply {
  return reply.header('retry-after', '1');
}

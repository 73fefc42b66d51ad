/** Requests for results: early ones, and when a result counts as retrieved (docs/api/async-jobs.md#job-results). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import type { Problem } from '../../platform/errors.ts';
import { actorOf } from '../actor.ts';
import { accessResult } from './async-jobs.access.ts';
import { sendTooEarly } from './async-jobs.http.ts';
import { type AsyncJobRow, markRetrieved, unmarkRetrieved } from './async-jobs.queries.ts';
import { JOB_KINDS, type JobKind, KEPT_UNREAD_MS } from './kinds.ts';

/**
 * Sends a small result: the JSON that the job stored, which then counts as retrieved. 303 while the job is processing,
 * otherwise as `accessResult`; `unknown` is the kind's error for an unknown id.
 */
export async function sendResult<Result>(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, jobId, unknown }: { kind: JobKind; jobId: number; unknown: Problem },
): Promise<Result> {
  const job = await accessResult(deps.sql, actorOf(request), kind, jobId, unknown);
  if (job === undefined) return sendTooEarly(reply, deps.config.baseUrl, jobId) as Promise<never>;
  await startRetrievalClock(deps, request, reply, job);
  return job.result as Result;
}

/**
 * Starts the retention clock of a result. Call it when only the end of the answer is left to send (for a small result,
 * all of it): a client that has received the end finds the clock started, and a connection that breaks before that
 * stops it again. HEAD and repeated retrievals have no effect.
 */
export async function startRetrievalClock(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  job: AsyncJobRow,
): Promise<void> {
  if (request.method === 'HEAD') return;
  const actor = actorOf(request);
  if (!(await markRetrieved(deps.sql, actor, job.jobId, JOB_KINDS[job.kind].keptAfterRetrievalMs))) return;
  const stopAgain = () =>
    unmarkRetrieved(deps.sql, actor, job.jobId, KEPT_UNREAD_MS).catch((error: unknown) => {
      request.log.error({ err: error, jobId: job.jobId }, 'A retrieval that was not completed could not be undone.');
    });
  if (reply.raw.destroyed) await stopAgain();
  else reply.raw.once('close', () => void (reply.raw.writableFinished || stopAgain()));
}

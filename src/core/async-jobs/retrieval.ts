/** Requests for results: too early, and when a result counts as retrieved (docs/api/async-jobs.md#job-results). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import type { Problem } from '../../platform/errors.ts';
import { actorOf } from '../actor.ts';
import { accessResult } from './async-jobs.access.ts';
import { sendTooEarly } from './async-jobs.http.ts';
import { type AsyncJobRow, markRetrieved, unmarkRetrieved } from './async-jobs.queries.ts';
import { JOB_KINDS, type JobKind, KEPT_UNREAD_MS } from './kinds.ts';

/**
 * Answers with a result that is small: JSON as the job has left it, which from then on counts as fetched. 303 while the job
 * is processing, and else as `accessResult` says; `unknown` is what the kind makes of an id that is none of its own.
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
 * Starts the clock of a result. To be called when nothing but the end of the answer is left to send, which for a small
 * result is all of it: so who has received the end finds the clock started, and if the connection breaks before the
 * end has gone out, it is stopped again. HEAD starts nothing, and neither does fetching it another time.
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
      request.log.error({ err: error, jobId: job.jobId }, 'A result that was not received counts as fetched.');
    });
  if (reply.raw.destroyed) await stopAgain();
  else reply.raw.once('close', () => void (reply.raw.writableFinished || stopAgain()));
}

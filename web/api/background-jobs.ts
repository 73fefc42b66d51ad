/** Jobs that run in the background and tell how far they are. */
import type { AsyncJob } from './answers.ts';
import { callApi } from './client.ts';

/** As `JobType` says it, with the address of its result. */
export type JobKind = keyof typeof RESULTS;

const RESULTS = { 'revoke-shares': 'shares/revoke', 'purge-old-documents': 'documents/purge-old-documents' };
const LISTED = 100;

/** One's own latest jobs of a kind that are not gone, newest first. */
export async function listJobsOf(kind: JobKind): Promise<AsyncJob[]> {
  const jobs = await callApi<AsyncJob[]>('GET', `/api/jobs?top=${LISTED}`);
  return jobs.filter(({ JobType }) => JobType === kind);
}

/** The result of a job that is complete; one of purging can be fetched once. */
export const fetchResult = <Result>(kind: JobKind, jobId: number) =>
  callApi<Result>('GET', `/api/async/results/${RESULTS[kind]}/${jobId}`);

export const cancelJob = (jobId: number) => callApi<null>('DELETE', `/api/async/${jobId}`);

/** Background jobs and their progress. */
import type { AsyncJob } from './answers.ts';
import { callApi } from './client.ts';

/** The job type, with the address of its result. */
export type JobKind = keyof typeof RESULTS;

const RESULTS = { 'revoke-shares': 'shares/revoke', 'purge-old-documents': 'documents/purge-old-documents' };
const LISTED = 100;

/** The person's latest jobs of one kind that still exist, newest first. */
export async function listJobsOf(kind: JobKind): Promise<AsyncJob[]> {
  const jobs = await callApi<AsyncJob[]>('GET', `/api/jobs?top=${LISTED}`);
  return jobs.filter(({ JobType }) => JobType === kind);
}

/** The result of a complete job. The result of a purge can be fetched only once. */
export const fetchResult = <Result>(kind: JobKind, jobId: number) =>
  callApi<Result>('GET', `/api/async/results/${RESULTS[kind]}/${jobId}`);

export const cancelJob = (jobId: number) => callApi<null>('DELETE', `/api/async/${jobId}`);

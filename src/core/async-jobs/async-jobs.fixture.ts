/** Starts jobs for tests. */
import assert from 'node:assert/strict';
import type { TestApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';

export const DAY_MS = 24 * 3_600_000;
/** Prefix of the API's own links. */
export const BASE = 'http://carrel.test';

/** Starts a job that counts old documents; there are none. */
export async function startJob(admin: Person): Promise<{ jobId: number; status: string; result: string }> {
  const body = { PurgeType: 'DateStored', Days: 60, DryRun: true };
  const answer = await admin.api('POST', '/api/async/documents/purge-old-documents', body);
  assert.equal(answer.status, 202, answer.text);
  const status = (answer.headers.get('location') ?? '').replace(BASE, '');
  const jobId = Number(status.split('/').at(-1));
  return { jobId, status, result: `/api/async/results/documents/purge-old-documents/${jobId}` };
}

/** The same job after it finished. */
export async function finishedJob({ runJobs }: Pick<TestApp, 'runJobs'>, admin: Person) {
  const job = await startJob(admin);
  await runJobs();
  return job;
}

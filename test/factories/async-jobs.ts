/** Asynchronous jobs for tests: rows that no worker processes. */
import type { TestApp } from '../harness.ts';

type Parameter = ReturnType<TestApp['sql']['json']>;

/** A processing job; `more` overrides columns. Returns its id. */
export async function makeAsyncJob(
  { sql, clock }: Pick<TestApp, 'sql' | 'clock'>,
  creator: { deploymentId: number; userId: number },
  more: Record<string, string | number | Date | Parameter> = {},
): Promise<number> {
  const row = {
    deployment_id: creator.deploymentId,
    kind: 'purge-old-documents',
    created_by: creator.userId,
    created_at: clock.now,
    parameters: sql.json({}),
    ...more,
  };
  const [made] = await sql<{ jobId: number }[]>`insert into async_jobs ${sql(row)} returning job_id as "jobId"`;
  if (made === undefined) throw new Error('An insert returned no row.');
  return made.jobId;
}

// starts processes: a worker is killed
/** A worker that is killed in the middle of a purge: another goes on, and the counts are true. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { addManyDocuments } from '../../../test/factories/bulk.ts';
import { startApp } from '../../../test/harness.ts';
import { MAIN } from '../../../test/program.ts';
import { until } from '../../../test/waiting.ts';
import { releaseJobsOfTheKilled } from '../../../test/factories/queue.ts';

const COUNT = 3000;
const MINUTE_MS = 60_000;
const app = await startApp({}, { own: 'looks into the data folder' });

test('after a kill -9 of the worker another one continues: each document is purged and counted once', async () => {
  const { admin, ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  await addManyDocuments(app, ann, folderId, COUNT);
  app.clock.advance(60 * 24 * 60 * MINUTE_MS);
  const body = { PurgeType: 'DateStored', Days: 60 };
  const { headers } = await admin.api('POST', '/api/async/documents/purge-old-documents', body);
  const jobId = Number(headers.get('location')?.split('/').at(-1));
  // Slow enough to be killed in the middle of a batch.
  await app.sql.unsafe(`
    create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(0.002); return new; end $$;
    create trigger dawdle before update of purged_at on documents for each row execute function dawdle()`);
  const worker = spawn(process.execPath, [MAIN, 'worker'], {
    env: { ...process.env, DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    await until(async () => hasEnded(worker) || (await countedBy(jobId)) > 0);
  } finally {
    if (worker.kill('SIGKILL')) await once(worker, 'exit');
  }
  const before = await countedBy(jobId);
  assert.ok(before > 0 && before < COUNT, `${before} were counted when the worker was killed`);
  await until(
    async () =>
      (
        await app.sql`
    select from pg_stat_activity where datname = current_database() and state = 'active' and query like '%purged_at%'
      and pid <> pg_backend_pid()`
      ).length === 0,
  );
  // The counts equal the completed work at any time.
  assert.equal(await purgedOf(folderId), before);
  const [job] = await app.sql`select state from async_jobs where job_id = ${jobId}`;
  assert.equal(job?.['state'], 'processing');

  await app.sql`drop function dawdle cascade`;
  const workers = await releaseJobsOfTheKilled(app.sql);
  assert.equal(workers.length, 1);
  await app.runJobs();
  const result = await admin.api('GET', `/api/async/results/documents/purge-old-documents/${jobId}`);
  assert.deepEqual(result.body, { DocumentsDeleted: COUNT, DocumentsThatFailedToDelete: 0 });
  const [logged] = await app.sql`
    select count(*) as n, count(distinct document_id) as documents from activity
    where activity_type = 'DocumentPurged' and folder_id = ${folderId}`;
  assert.deepEqual(logged, { n: COUNT, documents: COUNT });
  assert.equal((await app.sql`select from documents where folder_id = ${folderId}`).length, 0);
});

async function countedBy(jobId: number): Promise<number> {
  const [row] = await app.sql<{ deleted: number | null }[]>`
    select (progress->>'deleted')::bigint as deleted from async_jobs where job_id = ${jobId}`;
  return row?.deleted ?? 0;
}

/** Marked, or removed by the purge job of its batch already. */
async function purgedOf(folderId: number): Promise<number> {
  const left = await app.sql`select from documents where folder_id = ${folderId} and purged_at is null`;
  return COUNT - left.length;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

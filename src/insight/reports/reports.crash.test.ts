// starts processes: a worker is killed
/** Reports that are interrupted, deleted, or made twice: what is stored of them, and what is left. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { MAIN } from '../../../test/program.ts';
import { until, untilWaiting } from '../../../test/waiting.ts';
import type { Person } from '../../../test/world.ts';
import { StoreUnavailableError } from '../../platform/blobs/store.ts';
import { startWorker } from '../../platform/jobs/worker.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';
import { begin, resultOf } from './reports.fixture.ts';
import { documentReportJob } from './reports.jobs.ts';
import { storeReport } from '../report-rows/store-report.ts';
import { releaseJobsOfTheKilled } from '../../../test/factories/queue.ts';

const MINUTE_MS = 60_000;
const app = await startApp({}, { own: 'counts the stored files' });

async function watched(person: Person, rows: number) {
  const folderId = await person.folder(person.libraryId, crypto.randomUUID());
  const documentId = await person.document(folderId, 'a.txt', crypto.randomUUID());
  await app.sql`
    insert into activity (deployment_id, occurred_at, activity_type, user_id, document_id, content_name)
    select ${person.deploymentId}, ${app.clock.now}, 'DocumentViewed', ${person.userId}, ${documentId}, n::text
    from generate_series(1, ${rows}) n`;
  return { documentId, path: `documents/${documentId}/activity-report` };
}

test('after a kill -9 of the worker another one makes the complete report', async () => {
  const { ann } = await app.world();
  const { path } = await watched(ann, 300_000);
  const before = await storedFiles(app);
  const jobId = await begin(ann, path);
  const worker = spawn(process.execPath, [MAIN, 'worker'], {
    env: { ...process.env, DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    await until(async () => hasEnded(worker) || (await isTaken()));
  } finally {
    if (worker.kill('SIGKILL')) await once(worker, 'exit');
  }
  const status = await ann.api('GET', `/api/async/${jobId}`);
  assert.deepEqual(Object.keys(status.body), ['Links'], 'The report was there before the worker could be killed.');
  assert.equal((await releaseJobsOfTheKilled(app.sql)).length, 1);
  await app.runJobs();
  const { text } = await ann.api('GET', await resultOf(ann, jobId));
  const lines = text.split('\r\n');
  assert.deepEqual([lines.length, new Set(lines).size], [300_003, 300_003]);
  assert.equal((await storedFiles(app)).length, before.length + 2);
  await ann.api('DELETE', `/api/async/${jobId}`);
  await app.runJobs();
  assert.deepEqual(await storedFiles(app), before);
});

test('a report deleted while it is being made stops and leaves nothing', async () => {
  const { ann } = await app.world();
  const { path } = await watched(ann, 100_000);
  const before = await storedFiles(app);
  const jobId = await begin(ann, path);
  const work = app.runJobs();
  await until(isTaken);
  assert.equal((await ann.api('DELETE', `/api/async/${jobId}`)).status, 204);
  await work;
  assert.equal((await ann.api('GET', `/api/async/${jobId}`)).status, 410);
  await app.runJobs();
  assert.deepEqual(await storedFiles(app), before);
  assert.equal((await app.sql`select from async_job_files where job_id = ${jobId}`).length, 0);
});

test('a stopping worker does not wait for a report; another one makes it', async () => {
  const { ann } = await app.world();
  const { path } = await watched(ann, 10);
  const before = await storedFiles(app);
  const jobId = await begin(ann, path);
  // While somebody else holds the table, no row can come.
  await app.sql.begin(async (tx) => {
    await tx`lock table activity in access exclusive mode`;
    const worker = await startWorker(app.deps, app.databaseUrl, [documentReportJob], 1);
    await untilWaiting(app);
    await worker.stop();
    assert.deepEqual(
      [
        ...(await tx`select attempts, locked_by from graphile_worker.jobs where task_identifier = ${documentReportJob.name}`),
      ],
      [{ attempts: 0, locked_by: null }],
    );
  });
  assert.deepEqual(await storedFiles(app), before);
  await app.runJobs();
  assert.equal((await ann.api('GET', await resultOf(ann, jobId))).text.split('\r\n').length, 13);
  await ann.api('DELETE', `/api/async/${jobId}`);
  await app.runJobs();
  assert.deepEqual(await storedFiles(app), before);
});

test('the bytes of a report are removed when it is deleted or expires', async () => {
  const { ann } = await app.world();
  const { path } = await watched(ann, 10);
  const before = await storedFiles(app);
  const [deleted, fetched, kept] = [await begin(ann, path), await begin(ann, path), await begin(ann, path)];
  await app.runJobs();
  assert.equal((await storedFiles(app)).length, before.length + 6);
  await ann.api('GET', await resultOf(ann, fetched));
  assert.equal((await ann.api('DELETE', `/api/async/${deleted}`)).status, 204);
  app.clock.advance(3 * 60 * MINUTE_MS);
  await app.sql`select graphile_worker.add_job('clear-async-jobs'), graphile_worker.add_job('sweep-orphans')`;
  await app.runJobs();
  // An unread result is not an orphan.
  assert.equal((await storedFiles(app)).length, before.length + 2);
  assert.equal((await ann.api('GET', await resultOf(ann, kept))).status, 200);
  app.clock.advance(11 * MINUTE_MS);
  await app.sql`select graphile_worker.add_job('clear-async-jobs')`;
  await app.runJobs();
  assert.deepEqual(await storedFiles(app), before);
});

test("of two workers with the same report one stores it, and the other's bytes are removed", async () => {
  const { ann } = await app.world();
  const { path } = await watched(ann, 20_000);
  const before = await storedFiles(app);
  const jobId = await begin(ann, path);
  const payload = app.sql.json({ deploymentId: ann.deploymentId, jobId });
  await app.sql`select graphile_worker.add_job('document-activity-report', ${payload}::json)`;
  await Promise.all([app.runJobs(), app.runJobs()]);
  await app.runJobs();
  assert.equal((await ann.api('GET', await resultOf(ann, jobId))).text.split('\r\n').length, 20_003);
  assert.equal((await storedFiles(app)).length, before.length + 2);
});

test('a report that cannot be stored leaves nothing and fails with the first error', async () => {
  const before = await storedFiles(app);
  const layout = { head: 'Head\r\n', csv: (row: string) => `${row}\r\n`, json: (row: string) => JSON.stringify(row) };
  async function* pages() {
    for (let page = 0; page < 100; page += 1) yield Array.from({ length: 1000 }, (_, n) => `row ${page}.${n}`);
  }
  async function* broken() {
    yield ['first'];
    throw new Error('The database went away.');
  }
  await assert.rejects(storeReport(app.deps.blobs, layout, broken()), /database went away/);
  let puts = 0;
  const full: typeof app.deps.blobs = {
    ...app.deps.blobs,
    put: async (source, options) => {
      puts += 1;
      if (puts === 1) return app.deps.blobs.put(source, options);
      for await (const chunk of source) if (chunk.length > 100) break;
      throw new StoreUnavailableError(new Error('no room'));
    },
  };
  await assert.rejects(storeReport(full, layout, pages()), StoreUnavailableError);
  assert.deepEqual(await storedFiles(app), before);
});

async function isTaken(): Promise<boolean> {
  const rows = await app.sql`
    select from graphile_worker.jobs where task_identifier = 'document-activity-report' and locked_at is not null`;
  return rows.length > 0;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Concurrent use of one asynchronous job: by two workers, by a worker and a deletion, by two retrievals. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addManyDocuments } from '../../../test/factories/bulk.ts';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import type { Person } from '../../../test/world.ts';
import { purgeOldJob } from '../../library/purge/purge-old.jobs.ts';

const DAY_MS = 24 * 3_600_000;
const ROUNDS = 15;
const app = await startApp();

/** A purge of old documents that no worker has begun. */
async function begun(admin: Person, days = 60) {
  const body = { PurgeType: 'DateStored', Days: days };
  const { headers } = await admin.api('POST', '/api/async/documents/purge-old-documents', body);
  const jobId = Number(headers.get('location')?.split('/').at(-1));
  const result = `/api/async/results/documents/purge-old-documents/${jobId}`;
  return { key: { deploymentId: admin.deploymentId, jobId }, status: `/api/async/${jobId}`, result };
}

async function withOldDocuments(count: number) {
  const { admin, ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  await addManyDocuments(app, ann, folderId, count);
  app.clock.advance(60 * DAY_MS);
  return { admin, folderId };
}

test('two workers with the same job purge and count each document once', async () => {
  const { admin, folderId } = await withOldDocuments(2100);
  const { key, result } = await begun(admin);
  await app.sql
    .begin(async (tx) => {
      await tx`select from documents where folder_id = ${folderId} order by document_id limit 1 for update`;
      const working = [purgeOldJob.run(app.deps, key), purgeOldJob.run(app.deps, key)];
      await untilWaiting(app, 2);
      return { working };
    })
    .then(({ working }) => Promise.all(working));
  assert.deepEqual((await admin.api('GET', result)).body, { DocumentsDeleted: 2100, DocumentsThatFailedToDelete: 0 });
  const [logged] = await app.sql`
    select count(*) as n, count(distinct document_id) as documents from activity
    where activity_type = 'DocumentPurged' and folder_id = ${folderId}`;
  assert.deepEqual(logged, { n: 2100, documents: 2100 });
  // A third, which the queue gives an ended job, does nothing.
  await purgeOldJob.run(app.deps, key);
  assert.equal((await admin.api('GET', result)).status, 410);
});

test('a job deleted while it ends is gone: 204, then always 410', async () => {
  const { admin } = await withOldDocuments(1);
  for (let i = 0; i < ROUNDS; i += 1) {
    const { key, status, result } = await begun(admin, 36_500);
    const [, deleted] = await Promise.all([purgeOldJob.run(app.deps, key), admin.api('DELETE', status)]);
    assert.equal(deleted.status, 204);
    for (const path of [status, result]) assert.equal((await admin.api('GET', path)).status, 410);
    assert.equal((await admin.api('DELETE', status)).status, 410);
  }
});

test('a job deleted between its last step and its end stays cancelled', async () => {
  const { admin } = await withOldDocuments(1);
  const { key, status, result } = await begun(admin);
  const ending = await app.sql.begin(async (tx) => {
    // The last step is done; the worker waits to record the end.
    await tx`update async_jobs set progress = ${tx.json({ passedId: 2 ** 50, deleted: 1, failed: 0 })}, state = 'cancelled',
      finished_at = ${app.clock.now}, expires_at = ${app.clock.now} where job_id = ${key.jobId}`;
    const working = purgeOldJob.run(app.deps, key);
    await untilWaiting(app, 1);
    return { working };
  });
  await ending.working;
  const [row] = await app.sql`select state, result from async_jobs where job_id = ${key.jobId}`;
  assert.deepEqual(row, { state: 'cancelled', result: null });
  for (const path of [status, result]) assert.equal((await admin.api('GET', path)).status, 410);
});

test('of many concurrent retrievals each gets the same result or 410', async () => {
  const { admin } = await withOldDocuments(3);
  const { key, result } = await begun(admin);
  await purgeOldJob.run(app.deps, key);
  const answers = await Promise.all(Array.from({ length: 8 }, () => admin.api('GET', result)));
  const statuses = new Set(answers.map(({ status }) => status));
  assert.ok(statuses.has(200) && statuses.isSubsetOf(new Set([200, 410])));
  for (const { status, body } of answers) {
    if (status === 200) assert.deepEqual(body, { DocumentsDeleted: 3, DocumentsThatFailedToDelete: 0 });
  }
  assert.equal((await admin.api('GET', result)).status, 410);
});

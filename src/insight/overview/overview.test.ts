import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../../test/client.ts';
import { makeShare } from '../../../test/factories/shares.ts';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { countActivityJob } from './overview.jobs.ts';

const app = await startApp({}, { own: 'reads the whole queue' });
const PATH = '/api/admin/overview';
const DAY_MS = 86_400_000;

test('a new deployment has people and nothing else', async () => {
  const w = await app.world();
  const { status, body } = await w.admin.api('GET', PATH);
  assert.equal(status, 200);
  const { Activity, ...figures } = body;
  assert.deepEqual(figures, {
    Documents: 0,
    StorageBytes: 0,
    People: 4,
    SiteAdmins: 1,
    Links: { Active: 0, Unprotected: 0, WithoutEnd: 0 },
    FailedSignIns: 0,
    Jobs: { Waiting: 0, Failed: 0 },
    Mails: { Delayed: 0, Failed: 0 },
    Tasks: { Open: 0, Overdue: 0 },
  });
  assert.equal(Activity.length, 30);
  assert.deepEqual([Activity[0].Day, Activity[29].Day], ['2026-02-01', '2026-03-02']);
  assert.ok(Activity.every(({ Events }: { Events: number }) => Events === 0));
});

test('documents count until they are purged, also in the trash, and equal contents are stored once', async () => {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'F');
  const [first] = [await w.ann.document(folderId, 'a.txt', 'same'), await w.ann.document(folderId, 'b.txt', 'same')];
  const last = await w.ann.document(folderId, 'c.txt', 'another one');
  await w.ann.api('DELETE', `/api/documents/${first}`);
  assert.deepEqual(await figuresOf(w.admin, 'Documents', 'StorageBytes'), [3, 15]);
  await w.ann.api('DELETE', `/api/documents/${last}?purge=true`);
  assert.deepEqual(await figuresOf(w.admin, 'Documents'), [2]);
  await app.runJobs();
  assert.deepEqual(await figuresOf(w.admin, 'Documents', 'StorageBytes'), [2, 4]);
  assert.deepEqual(await figuresOf(w.other, 'Documents', 'StorageBytes', 'People'), [0, 0, 1]);
});

test('only links that open are active: revoked, expired and hidden ones are not', async () => {
  const w = await app.world();
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'F'), 'a.txt');
  const soon = new Date(app.clock.now.getTime() + DAY_MS);
  await makeShare(app, w.ann, { documentId });
  await makeShare(app, w.ann, { documentId }, { access_code_required: true, expires_at: soon });
  await makeShare(app, w.ann, { documentId }, { password_hash: 'x', status: 'Pending' });
  await makeShare(app, w.ann, { documentId }, { revoked_at: app.clock.now });
  await makeShare(app, w.ann, { documentId }, { expires_at: app.clock.now });
  await makeTask(app, w.ann, 'outside@example.test', documentId);
  assert.deepEqual(await figuresOf(w.admin, 'Links'), [{ Active: 3, Unprotected: 1, WithoutEnd: 2 }]);
});

test('failed sign-ins count for seven days', async () => {
  const w = await app.world();
  const fail = () => w.anonymous.api('POST', '/api/sessions', { Email: w.ann.email, Password: 'wrong' });
  await fail();
  app.clock.advance(6 * DAY_MS);
  await fail();
  assert.deepEqual(await figuresOf(w.admin, 'FailedSignIns'), [2]);
  app.clock.advance(2 * DAY_MS);
  assert.deepEqual(await figuresOf(w.admin, 'FailedSignIns'), [1]);
  assert.deepEqual(await figuresOf(w.other, 'FailedSignIns'), [0]);
});

test('failing jobs and mails are counted per deployment', async () => {
  const w = await app.world();
  const payload = app.sql.json({ deploymentId: w.deploymentId });
  for (const attempts of [0, 2, 25]) {
    await app.sql`select graphile_worker.add_job('send-mail', ${payload}::json, run_at := '2099-01-01')`;
    await app.sql`
      update graphile_worker._private_jobs set attempts = ${attempts}
      where id = (select max(id) from graphile_worker._private_jobs)`;
  }
  const mails: [string, number][] = [
    ['queued', 0],
    ['queued', 1],
    ['failed', 20],
    ['sent', 1],
  ];
  for (const [state, attempts] of mails) {
    await app.sql`
      insert into mails (deployment_id, message_id, recipient, subject, created_at, state, attempts)
      values (${w.deploymentId}, 'x', 'x@example.test', 's', ${app.clock.now}, ${state}, ${attempts})`;
  }
  const figures = [
    { Waiting: 2, Failed: 1 },
    { Delayed: 1, Failed: 1 },
  ];
  assert.deepEqual(await figuresOf(w.admin, 'Jobs', 'Mails'), figures);
  const none = [
    { Waiting: 0, Failed: 0 },
    { Delayed: 0, Failed: 0 },
  ];
  assert.deepEqual(await figuresOf(w.other, 'Jobs', 'Mails'), none);
});

test('an undecided task is overdue from its due date on, for 15 days', async () => {
  const w = await app.world();
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'F'), 'a.txt');
  await makeTask(app, w.ann, w.bob.email, documentId);
  const overview = async () => (await figuresOf(w.admin, 'Tasks'))[0];
  assert.deepEqual(await overview(), { Open: 1, Overdue: 0 });
  await app.sql`update tasks set due_at = ${app.clock.now} where document_id = ${documentId}`;
  assert.deepEqual(await overview(), { Open: 0, Overdue: 1 });
  app.clock.advance(14 * DAY_MS);
  await app.runJobs();
  assert.deepEqual(await overview(), { Open: 0, Overdue: 1 });
  app.clock.advance(DAY_MS);
  assert.deepEqual(await overview(), { Open: 0, Overdue: 0 });
});

test('past days are counted once, with the same result as counting now', async () => {
  const w = await app.world();
  for (const ago of [0, 1, 1, 29, 30]) {
    const at = new Date(app.clock.now.getTime() - ago * DAY_MS);
    const who = { deploymentId: w.deploymentId, userId: w.ann.userId, at };
    await insertActivity(app.sql, who, { type: 'DocumentViewed', contentName: 'a.txt' });
  }
  const activity = async () => (await figuresOf(w.admin, 'Activity'))[0] as { Events: number }[];
  const counted = await activity();
  assert.deepEqual([counted[0]?.Events, counted[1]?.Events, counted[28]?.Events], [1, 0, 2]);
  await countActivityJob.run(app.deps, null);
  await countActivityJob.run(app.deps, null);
  assert.deepEqual(await activity(), counted);
  const stored = await app.sql`select events from activity_days where deployment_id = ${w.deploymentId}`;
  assert.equal(stored.length, 30);
});

test('a day is counted permanently an hour after its end at the earliest', async () => {
  const w = await app.world();
  app.clock.now = new Date('2026-06-11T00:59:00.000Z');
  await countActivityJob.run(app.deps, null);
  const last = async () => {
    const [row] = await app.sql`
      select to_char(max(day), 'YYYY-MM-DD') as day from activity_days where deployment_id = ${w.deploymentId}`;
    return row?.['day'];
  };
  assert.equal(await last(), '2026-06-09');
  app.clock.advance(60_000);
  await countActivityJob.run(app.deps, null);
  assert.equal(await last(), '2026-06-10');
});

async function figuresOf(person: Client, ...names: string[]): Promise<unknown[]> {
  const { body } = await person.api('GET', PATH);
  return names.map((name) => body[name]);
}

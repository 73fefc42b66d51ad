import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { makeTask } from '../../../test/factories/tasks.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { DAY_MS, must, runExpiry } from './tasks.fixture.ts';

const app = await startApp({}, { own: 'reads whole tables' });

const mailed = async () =>
  (
    await app.sql`
      with gone as (delete from mails returning recipient, subject) select * from gone order by recipient`
  ).map(({ recipient, subject }) => [recipient, subject]);

/** Three tasks on a document deep in a corporate library: one approved, one past its due date, one open. */
async function worldWithTasks() {
  const w = await app.world();
  const { admin, bob } = w;
  const libraryId = await makeLibrary(admin);
  const folderId = await admin.folder(libraryId, 'Top');
  const documentId = await admin.document(await makeChild(admin, folderId, 'Inner'), 'First name.txt');
  const make = (days: number) =>
    makeTask(app, admin, bob.email, documentId, {
      Recipients: [`told-${days}@outside.test`],
      DueDate: new Date(app.clock.now.getTime() + days * DAY_MS).toISOString(),
    });
  const tasks = { approved: await make(3), due: await make(1), open: await make(5) };
  await must(bob, 'PATCH', `/api/tasks/${tasks.approved}/complete`, { Decision: 'Approve' });
  await must(admin, 'PATCH', `/api/documents/${documentId}`, { DocumentName: 'Last name.txt' });
  app.clock.advance(DAY_MS);
  await mailed();
  return { ...w, libraryId, folderId, documentId, tasks };
}

async function shown(person: Person, tasks: Record<string, number>) {
  const answers = Object.values(tasks).map((id) => person.api('GET', `/api/tasks/${id}`));
  return (await Promise.all(answers)).map(({ body }) => [body.TaskStatus, body.TaskResult, body.ItemName]);
}

const AFTER = [
  ['Completed', 'Positive', 'Last name.txt'],
  ['Expired', '', 'Last name.txt'],
  ['Cancelled', '', 'Last name.txt'],
];

for (const [what, purge, isAtOnce] of [
  ['the document', (w: Tasks) => must(w.admin, 'DELETE', `/api/documents/${w.documentId}?purge=true`), true],
  ['a folder above it', (w: Tasks) => must(w.admin, 'DELETE', `/api/folders/${w.folderId}?purge=true`), false],
  ['its library', (w: Tasks) => must(w.admin, 'DELETE', `/api/libraries/${w.libraryId}?purge=true`), false],
  [
    'old documents',
    async (w: Tasks) => {
      // Older than it can become while a task on it is open.
      await app.sql`update documents set created_at = ${new Date(app.clock.now.getTime() - 61 * DAY_MS)}
        where document_id = ${w.documentId}`;
      await w.admin.api('POST', '/api/async/documents/purge-old-documents', { PurgeType: 'DateStored', Days: 60 });
    },
    false,
  ],
] as const) {
  test(`purging ${what} cancels open tasks, expires due ones, and all keep the name`, async () => {
    const w = await worldWithTasks();
    await purge(w);
    if (!isAtOnce) {
      // Nobody can decide on what is gone, whether or not the worker came by.
      const open = `/api/tasks/${w.tasks.open}`;
      if (what !== 'old documents') {
        assert.equal((await w.bob.api('PATCH', `${open}/complete`, { Decision: 'Deny' })).status, 404);
        assert.equal((await w.admin.api('PATCH', `${open}/cancel`)).status, 404);
        assert.equal((await w.bob.api('GET', open)).body.Abilities.Complete, false);
      }
      await app.runJobs();
    }
    assert.deepEqual(await shown(w.admin, w.tasks), AFTER);
    assert.deepEqual(await mailed(), [
      ['told-1@outside.test', 'Approval of “Last name.txt”: expired'],
      ['told-5@outside.test', 'Approval of “Last name.txt”: canceled'],
    ]);
    await app.runJobs();
    app.clock.advance(30 * DAY_MS);
    await runExpiry(app);
    assert.deepEqual(await shown(w.bob, w.tasks), AFTER);
    assert.deepEqual(await mailed(), []);
    const left = await app.sql`
      select from permissions where task_id = any (${Object.values(w.tasks)}::bigint[])
      union all select from documents where document_id = ${w.documentId}`;
    assert.equal(left.length, 0);
    for (const id of Object.values(w.tasks)) await must(w.admin, 'DELETE', `/api/tasks/${id}`);
  });
}

type Tasks = Awaited<ReturnType<typeof worldWithTasks>>;

test('a restored document has its tasks unchanged', async () => {
  const { admin, bob, documentId, tasks } = await worldWithTasks();
  await must(admin, 'DELETE', `/api/documents/${documentId}`);
  assert.equal((await bob.api('PATCH', `/api/tasks/${tasks.open}/complete`, { Decision: 'Deny' })).status, 404);
  await must(admin, 'PATCH', `/api/documents/${documentId}/restore`);
  await must(bob, 'PATCH', `/api/tasks/${tasks.open}/complete`, { Decision: 'Deny' });
  await runExpiry(app);
  assert.deepEqual(await shown(bob, tasks), [
    ['Completed', 'Positive', 'Last name.txt'],
    ['Expired', '', 'Last name.txt'],
    ['Completed', 'Negative', 'Last name.txt'],
  ]);
});

test('a task expires even if its document is in the trash', async () => {
  const { admin, bob, documentId, tasks } = await worldWithTasks();
  await must(admin, 'DELETE', `/api/documents/${documentId}`);
  app.clock.advance(10 * DAY_MS);
  await runExpiry(app);
  assert.deepEqual(
    (await shown(bob, tasks)).map(([status]) => status),
    ['Completed', 'Expired', 'Expired'],
  );
  assert.equal((await mailed()).length, 2);
});

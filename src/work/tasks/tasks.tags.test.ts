/** The Status tags of documents follow their latest tasks (docs/api/tags.md#status-tags). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { makeTask } from '../../../test/factories/tasks.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { DATA_TYPES, readTagValue } from '../../library/tag-types/tag-values.ts';
import { DAY_MS, must, runExpiry } from './tasks.fixture.ts';

const app = await startApp();
const STATUS = '&&_Service_ToDo_Status';

async function worldWithLibrary() {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const folderId = await w.admin.folder(libraryId, 'Plans');
  const documentId = await w.admin.document(folderId, 'Plan.txt');
  const task = async (assignee: string) => makeTask(app, w.admin, assignee, documentId);
  return { ...w, libraryId, folderId, documentId, task };
}

/** The status tags of a document in a library, as a search by its only task status shows them. */
async function statusOf(
  person: Person,
  libraryId: number,
  documentId: number,
): Promise<Record<string, unknown> | null> {
  for (const value of ['Open', 'Approved', 'Denied', 'Cancelled', 'Expired']) {
    const [type] = (await person.api('GET', `/api/libraries/${libraryId}/tagtypes/${STATUS}`)).body;
    const criteria = [{ TagTypeId: type.TagTypeId, Value: value }];
    const { body } = await person.api('POST', `/api/libraries/${libraryId}/search/systemtags-v2`, criteria);
    const found = JSON.stringify(body).includes(`"DocumentId":${documentId}`);
    if (!found) continue;
    const rows = await app.sql`
      select y.name, t.value, t.value_key as key from document_tags t join tag_types y using (deployment_id, tag_type_id)
      join documents d using (deployment_id, document_id) join folders f using (deployment_id, folder_id)
      where t.document_id = ${documentId} and t.tag_epoch = f.tag_epoch and y.library_id = f.library_id`;
    return Object.fromEntries(rows.map(({ name, value: text, key }) => [name.replace('&&_Service_', ''), [text, key]]));
  }
  return null;
}

const DAY = ['03022026', '2026-03-02'];

test('the tags show the status, assignee and date of the latest task', async () => {
  const { admin, bob, libraryId, documentId, task } = await worldWithLibrary();
  const status = () => statusOf(admin, libraryId, documentId);
  const assertStatus = async (value: string, day: string[], userId?: number) => {
    const key = userId === undefined ? undefined : readTagValue(DATA_TYPES.Numeric, String(userId), 'UserId')?.key;
    const user = userId === undefined ? {} : { Assigned_UserId: [String(userId), key] };
    assert.deepEqual(await status(), { ToDo_Status: [value, value.toLowerCase()], Assigned_Date: day, ...user });
  };
  assert.equal(await status(), null);
  const first = await task(bob.email);
  await assertStatus('Open', DAY, bob.userId);
  await must(bob, 'PATCH', `/api/tasks/${first}/complete`, { Decision: 'Approve' });
  await assertStatus('Approved', DAY, bob.userId);
  app.clock.advance(DAY_MS);
  const second = await task('x@outside.test');
  const next = ['03032026', '2026-03-03'];
  await assertStatus('Open', next);
  await must(admin, 'PATCH', `/api/tasks/${second}/cancel`);
  await assertStatus('Cancelled', next);
  const third = await task(bob.email);
  await must(bob, 'PATCH', `/api/tasks/${third}/complete`, { Decision: 'Deny' });
  await assertStatus('Denied', next, bob.userId);
  const fourth = await task(bob.email);
  app.clock.advance(7 * DAY_MS);
  await runExpiry(app);
  await assertStatus('Expired', next, bob.userId);
  // Changes of earlier tasks are not shown; the latest remaining task counts.
  await must(admin, 'DELETE', `/api/tasks/${first}`);
  await assertStatus('Expired', next, bob.userId);
  await must(admin, 'DELETE', `/api/tasks/${fourth}`);
  await assertStatus('Denied', next, bob.userId);
  await must(admin, 'DELETE', `/api/tasks/${third}`);
  await assertStatus('Cancelled', next);
  await must(admin, 'DELETE', `/api/tasks/${second}`);
  assert.equal(await status(), null);
  assert.equal((await app.sql`select from document_tags where document_id = ${documentId}`).length, 0);
  app.clock.now = new Date('2026-03-02T10:00:00.000Z');
});

test("an earlier task that ends later does not replace the latest task's status", async () => {
  const { admin, bob, libraryId, documentId, task } = await worldWithLibrary();
  const earlier = await task(bob.email);
  await task('x@outside.test');
  await must(bob, 'PATCH', `/api/tasks/${earlier}/complete`, { Decision: 'Approve' });
  assert.deepEqual((await statusOf(admin, libraryId, documentId))?.['ToDo_Status'], ['Open', 'open']);
});

test('documents moved or restored to another library keep their task status', async () => {
  const w = await worldWithLibrary();
  const { admin, bob, documentId } = w;
  const target = await makeLibrary(admin);
  const into = await admin.folder(target, 'Target');
  await w.task(bob.email);
  const open = async (libraryId: number, id: number) =>
    assert.deepEqual((await statusOf(admin, libraryId, id))?.['ToDo_Status'], ['Open', 'open']);
  await must(admin, 'PATCH', `/api/documents/${documentId}`, { FolderId: into });
  await open(target, documentId);
  await must(admin, 'DELETE', `/api/documents/${documentId}`);
  await must(admin, 'PATCH', `/api/documents/${documentId}/restore?into=${w.folderId}`);
  await open(w.libraryId, documentId);
  const inner = await admin.document(await makeChild(admin, w.folderId, 'Inner'), 'inner.txt');
  await makeTask(app, admin, 'x@outside.test', inner);
  await must(admin, 'PATCH', `/api/folders/${w.folderId}`, { ParentFolderId: into });
  await app.runJobs();
  await open(target, documentId);
  await open(target, inner);
  const [left] = await app.sql<{ n: number }[]>`
    select count(*) as n from document_tags where document_id in (${documentId}, ${inner})`;
  assert.equal(left?.n, 5);
  const copy = (await admin.api('POST', `/api/documents/${documentId}/copy`, { FolderId: into })).body.DocumentId;
  assert.equal(await statusOf(admin, target, copy), null);
});

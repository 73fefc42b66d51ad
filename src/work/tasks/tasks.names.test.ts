/** The name of a document that people who lost Read see: the last one that they could read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { DAY_MS, type TaskWorld, must, runExpiry, worldWithTask } from './tasks.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url, webUrl: 'http://web.test' });

/** A task whose document can be purged. */
async function assigned(): Promise<TaskWorld> {
  const w = await worldWithTask(app);
  await must(w.admin, 'PATCH', '/api/settings', { EnablePurging: true });
  return w;
}

/** The task as shown to a person: alone, in both lists, and in notifications. */
async function namesShown({ path, documentId }: TaskWorld, person: Person): Promise<Set<string>> {
  const [task, mine, ofDocument] = await Promise.all([
    person.api('GET', path),
    person.api('GET', '/api/users/me/tasks'),
    person.api('GET', `/api/documents/${documentId}/tasks`),
  ]);
  const tasks = [task.body, ...mine.body, ...(ofDocument.status === 200 ? ofDocument.body : [])];
  for (const { CurrentRevision, ChangedSinceAssigned } of ofDocument.status === 403 ? tasks : []) {
    assert.deepEqual([CurrentRevision, ChangedSinceAssigned], [null, false]);
  }
  return new Set(tasks.map(({ ItemName }) => ItemName));
}

const renameTo = ({ ann, documentId }: TaskWorld, DocumentName: string) =>
  must(ann, 'PATCH', `/api/documents/${documentId}`, { DocumentName });

/** Ways in which an assignee loses Read on the document, and the other party does not. */
const LOSSES: Record<string, (w: TaskWorld) => Promise<unknown>> = {
  'a cancelled task': (w) => must(w.ann, 'PATCH', `${w.path}/cancel`),
  'a task whose access has expired': async () => app.clock.advance(22 * DAY_MS),
  'a decided task whose access has expired': async (w) => {
    await must(w.bob, 'PATCH', `${w.path}/complete`, { Decision: 'Deny' });
    app.clock.advance(15 * DAY_MS);
  },
  'an open task whose document is denied to them': (w) =>
    must(w.ann, 'PUT', `/api/documents/${w.documentId}/permissions`, [{ UserId: w.bob.userId, Deny: ['Read'] }]),
};

for (const [what, lose] of Object.entries(LOSSES)) {
  test(`the assignee of ${what} keeps the last name that they could read`, async () => {
    const w = await assigned();
    const { ann, bob } = w;
    await renameTo(w, 'Seen.txt');
    assert.deepEqual(await namesShown(w, bob), new Set(['Seen.txt']));
    await lose(w);
    await renameTo(w, 'Secret.txt');
    await ann.revise(w.documentId, 'Secret.txt', 'secret');
    await renameTo(w, 'More secret.txt');
    assert.deepEqual(await namesShown(w, bob), new Set(['Seen.txt']));
    assert.deepEqual(await namesShown(w, ann), new Set(['More secret.txt']));
    await must(ann, 'DELETE', `/api/documents/${w.documentId}?purge=true`);
    await app.runJobs();
    assert.deepEqual(await namesShown(w, bob), new Set(['Seen.txt']));
    assert.deepEqual(await namesShown(w, ann), new Set(['More secret.txt']));
  });
}

test('a former assignee who can read the document again sees its current name', async () => {
  const w = await assigned();
  await must(w.ann, 'PATCH', `${w.path}/cancel`);
  await renameTo(w, 'Second.txt');
  assert.deepEqual(await namesShown(w, w.bob), new Set(['Plan.txt']));
  await makeTask(app, w.ann, w.bob.email, w.documentId);
  assert.deepEqual(await namesShown(w, w.bob), new Set(['Second.txt']));
  await renameTo(w, 'Third.txt');
  assert.deepEqual(await namesShown(w, w.bob), new Set(['Third.txt']));
});

test('a move that removes Read hides the new name from the assignee', async () => {
  const w = await assigned();
  const { ann, bob, documentId } = w;
  const FolderId = await ann.folder(ann.libraryId, 'Secret');
  await must(ann, 'PUT', `/api/folders/${FolderId}/permissions`, [{ UserId: bob.userId, Deny: ['Read'] }]);
  await must(ann, 'PATCH', `/api/documents/${documentId}`, { DocumentName: 'Secret.txt', FolderId });
  assert.deepEqual(await namesShown(w, bob), new Set(['Plan.txt']));
});

test('notifications and emails use the last document name that their reader could read', async () => {
  const w = await assigned();
  const { ann, bob, documentId } = w;
  const denied = [{ UserId: bob.userId, Deny: ['Read'] }];
  await must(ann, 'PUT', `/api/documents/${documentId}/permissions`, denied);
  await renameTo(w, 'Secret.txt');
  await must(bob, 'DELETE', '/api/notifications');
  app.clock.advance(7 * DAY_MS);
  await runExpiry(app);
  const [expired] = (await bob.api('GET', '/api/notifications')).body;
  assert.match(expired.Message, /Plan\.txt.*expired/);
  const [forAnn] = (await ann.api('GET', '/api/notifications')).body;
  assert.match(forAnn.Message, /Secret\.txt.*expired/);
});

test('a creator who lost Read keeps the last name that they could read', async () => {
  const w = await assigned();
  const { bob, documentId } = w;
  const creator = await w.addPerson('Creator');
  await grant(app, creator, { documentId }, { allow: ['Grant'] });
  const path = `/api/tasks/${await makeTask(app, creator, bob.email, documentId)}`;
  await app.sql`delete from permissions where user_id = ${creator.userId}`;
  await renameTo(w, 'Secret.txt');
  const shown = (await creator.api('GET', path)).body;
  assert.deepEqual([shown.ItemName, shown.CurrentRevision], ['Plan.txt', null]);
  await app.runJobs();
  server.received.splice(0);
  await must(bob, 'PATCH', `${path}/complete`, { Decision: 'Approve' });
  await app.runJobs();
  assert.match(server.takeMailTo(creator.email).subject ?? '', /approved “Plan\.txt”$/);
  assert.equal((await bob.api('GET', path)).body.ItemName, 'Secret.txt');
});

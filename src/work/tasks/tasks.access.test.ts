/** Read access of a task's assignee and its end (docs/api/tasks.md#access). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import type { World } from '../../../test/world.ts';
import { transaction } from '../../platform/db/connection.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { type Visitor, visitor } from '../../visiting/visits/visitor.fixture.ts';
import { DAY_MS, must, runExpiry } from './tasks.fixture.ts';
import { decideTask } from './tasks.steps.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url, webUrl: 'http://web.test' });
const inDays = (days: number) => new Date(app.clock.now.getTime() + days * DAY_MS).toISOString();

/** Somebody who reads the document of a task, by whatever way they have. */
type Reading = World & {
  documentId: number;
  path: string;
  /** The status that reading the content answers with. */
  read(): Promise<number>;
  /** The status of a read when the access is over. */
  over: number;
};

async function assigned(toWhom: 'internal' | 'external', more: object = {}, settings: object = {}): Promise<Reading> {
  const w = await app.world();
  await must(w.admin, 'PATCH', '/api/settings', { EnablePurging: true, ...settings });
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'Plans'), 'Plan.txt', 'the plan');
  const outside = `x@${w.deploymentId}.outside.test`;
  const taskId = await makeTask(app, w.ann, toWhom === 'internal' ? w.bob.email : outside, documentId, more);
  const common = { ...w, documentId, path: `/api/tasks/${taskId}` };
  if (toWhom === 'internal') {
    const read = async () => (await w.bob.api('GET', `/api/documents/${documentId}/content`)).status;
    return { ...common, read, over: 403 };
  }
  const { reference, key } = await linkFor(outside);
  let person = await unlocked(reference, key, outside);
  const read = async () => {
    const answer = await person.ask('GET', `/documents/${documentId}/content`);
    // A browser stays unlocked for half a day.
    if (answer.status !== 401) return answer.status;
    person = await unlocked(reference, key, outside);
    return (await person.ask('GET', `/documents/${documentId}/content`)).status;
  };
  return { ...common, read, over: 410 };
}

async function linkFor(address: string): Promise<{ reference: string; key: string }> {
  await app.runJobs();
  const url = new URL(/http:\/\/web\.test\S+/.exec(server.takeMailTo(address).text ?? '')?.[0] ?? '');
  return { reference: url.pathname.split('/').at(-1) ?? '', key: url.searchParams.get('recipient') ?? '' };
}

async function unlocked(reference: string, key: string, address: string): Promise<Visitor> {
  const person = visitor(app, reference);
  assert.equal((await person.ask('GET', `?recipient=${key}`)).body.IsUnlocked, false);
  await person.ask('POST', '/codes', { Recipient: key });
  await app.runJobs();
  const mails = server.received.splice(0).filter(({ to }) => to.includes(address));
  const code = /access code is (\d{6})\n/.exec(mails.at(-1)?.mail.text ?? '')?.[1];
  const { body } = await person.ask('POST', '/unlock', { Recipient: key, Code: code });
  assert.equal(body.IsUnlocked, true);
  return person;
}

/** Reading works until that moment and not from it on; the task says so. */
async function assertEnds(w: Reading, end: string): Promise<void> {
  assert.equal((await w.ann.api('GET', w.path)).body.AccessEndsAt, end);
  app.clock.now = new Date(Date.parse(end) - 1);
  assert.equal(await w.read(), 200);
  app.clock.advance(1);
  assert.equal(await w.read(), w.over);
  assert.equal((await w.ann.api('GET', w.path)).body.AccessEndsAt, null);
}

for (const whom of ['internal', 'external'] as const) {
  test(`an ${whom} assignee can read until 15 days after the due date, also after expiry`, async () => {
    const w = await assigned(whom);
    const end = inDays(22);
    app.clock.advance(7 * DAY_MS);
    await runExpiry(app);
    await assertEnds(w, end);
  });

  test(`an ${whom} assignee can read until 15 days after a decision`, async () => {
    const w = await assigned(whom);
    app.clock.advance(2 * DAY_MS);
    const end = inDays(15);
    if (whom === 'internal') {
      const { body } = await w.bob.api('PATCH', `${w.path}/complete`, { Decision: 'Approve' });
      assert.equal(body.AccessEndsAt, end);
    } else {
      await decideByLink(w);
    }
    await assertEnds(w, end);
  });

  test(`an ${whom} assignee loses access with a cancellation, a deletion or a purge`, async () => {
    for (const [method, suffix] of [
      ['PATCH', '/cancel'],
      ['DELETE', ''],
    ] as const) {
      const w = await assigned(whom);
      assert.equal(await w.read(), 200);
      await must(w.ann, method, `${w.path}${suffix}`);
      assert.equal(await w.read(), method === 'DELETE' && whom === 'external' ? 404 : w.over);
    }
    const w = await assigned(whom);
    await must(w.ann, 'DELETE', `/api/documents/${w.documentId}?purge=true`);
    assert.equal(await w.read(), whom === 'internal' ? 404 : 410);
  });
}

// As the page of the task does it: the visitor acts for the creator.
async function decideByLink({ path, ann, deploymentId }: Reading): Promise<void> {
  const somebody = { recipientId: 1, email: 'x@outside.test', seesFolder: false, visitor: null, address: '' };
  const via = { kind: 'visit', shareId: 1, ...somebody } as const;
  const actor = { ...ann, deploymentId, isSiteAdmin: false, now: app.clock.now, via };
  const taskId = Number(path.split('/').at(-1));
  await transaction(app.sql, (tx) =>
    decideTask(tx, app.deps, actor, taskId, { result: 'Negative', comment: null, hash: null }),
  );
}

test('an external assignee can read only within the limit of external shares; an internal one longer', async () => {
  const settings = { MaxExternalShareDurationDays: 5 };
  await assertEnds(await assigned('external', { DueDate: inDays(3) }, settings), inDays(5));
  await assertEnds(await assigned('internal', {}, settings), inDays(22));
  const w = await assigned('external', {}, { MaxExternalShareDurationDays: 20 });
  const end = inDays(20);
  app.clock.advance(6 * DAY_MS);
  // Fifteen days from here would be later.
  await decideByLink(w);
  await assertEnds(w, end);
});

test("a decision does not extend access beyond the due date's limit", async () => {
  const w = await assigned('internal');
  const end = inDays(22);
  app.clock.advance(7 * DAY_MS - 1);
  const { body } = await w.bob.api('PATCH', `${w.path}/complete`, { Decision: 'Deny' });
  assert.equal(body.AccessEndsAt, new Date(Date.parse(end) - 1).toISOString());
});

test('a task grants only Read, besides other grants, which stay when the task ends', async () => {
  const w = await assigned('internal');
  const { ann, bob, documentId } = w;
  const permissions = `/api/documents/${documentId}/permissions`;
  assert.deepEqual((await ann.api('GET', permissions)).body, []);
  const [shared] = (await bob.api('GET', '/api/users/me/shared')).body;
  assert.deepEqual([shared.ItemName, shared.Rights], ['Plan.txt', ['Read']]);
  assert.equal((await bob.api('DELETE', `/api/documents/${documentId}`)).status, 403);
  assert.equal((await bob.api('GET', permissions)).status, 403);
  // Replacing the document's entries does not touch what tasks have given, in neither direction.
  await must(ann, 'PUT', permissions, []);
  assert.equal(await w.read(), 200);
  const entry = { UserId: bob.userId, Name: 'Bob', Allow: ['Read', 'Write'], Deny: [], Role: null };
  await must(ann, 'PUT', permissions, [entry]);
  assert.deepEqual((await ann.api('GET', permissions)).body, [entry]);
  assert.equal((await bob.api('GET', '/api/users/me/shared')).body.length, 1);
  await makeTask(app, ann, bob.email, documentId);
  assert.equal((await bob.api('GET', '/api/users/me/shared')).body.length, 1);
  await must(ann, 'PATCH', `${w.path}/cancel`);
  assert.equal(await w.read(), 200);
  await must(ann, 'PUT', permissions, []);
  assert.equal(await w.read(), 200, 'the other task still gives Read');
});

test('the hidden link of a task is not listed and not accessible as a share', async () => {
  const w = await assigned('external');
  const { ann, admin, documentId } = w;
  const [share] = await app.sql<{ id: number }[]>`
    select share_id as id from shares where document_id = ${documentId}`;
  const path = `/api/documents/${documentId}`;
  for (const form of ['share', 'shares']) {
    assert.deepEqual((await ann.api('GET', `${path}/${form}`)).body, []);
    for (const [method, suffix] of [
      ['GET', ''],
      ['GET', '/recipients'],
      ['DELETE', ''],
    ] as const) {
      const { status, body } = await ann.api(method, `${path}/${form}/${share?.id}${suffix}`);
      assert.deepEqual([status, body.title], [404, 'There is no such share.']);
    }
  }
  assert.equal((await ann.api('DELETE', `${path}/${share?.id}`)).status, 404);
  assert.equal(await w.read(), 200);
  await grant(app, admin, { documentId }, { allow: ['Grant'] });
  assert.deepEqual((await admin.api('GET', `${path}/shares`)).body, []);
});

test('links of tasks open at once even with SharingAsAService', async () => {
  const w = await assigned('external', {}, { SharingAsAService: true });
  assert.equal(await w.read(), 200);
});

test('a task link grants no more than its creator can read, and nothing once the creator is deleted', async () => {
  const w = await assigned('external');
  const { admin, ann, bob, documentId } = w;
  await must(admin, 'DELETE', `/api/users/${ann.userId}?transferTo=${bob.userId}`);
  assert.equal(await w.read(), 410);
  // The document is there: it is the link that has ended.
  assert.equal((await bob.api('GET', `/api/documents/${documentId}`)).status, 200);
  const trashed = await assigned('external');
  await must(trashed.ann, 'DELETE', `/api/documents/${trashed.documentId}`);
  assert.equal(await trashed.read(), 404);
});

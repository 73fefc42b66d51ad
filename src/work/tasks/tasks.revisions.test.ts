/** The content that a decision applies to (docs/api/tasks.md#decisions-and-content). */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { DAY_MS, type TaskWorld, must, runExpiry, worldWithTask } from './tasks.fixture.ts';

const app = await startApp();

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A task on version one, with the means to store others. */
async function worldWithVersions() {
  const w = await worldWithTask(app);
  const { body: task } = await w.bob.api('GET', w.path);
  const revise = async (text: string) => {
    app.clock.advance(1000);
    const { status, body } = await w.ann.revise(w.documentId, 'Plan.txt', text);
    assert.equal(status, 201);
    return { RevisionId: body.RevisionId, RevisionNumber: body.RevisionNumber, Hash: body.Hash };
  };
  return { ...w, first: task.AssignedRevision, revise };
}

const decide = ({ bob, path }: TaskWorld, more: object = {}) =>
  bob.api('PATCH', `${path}/complete`, { Decision: 'Approve', ...more });

/** The Status tag of the latest task. */
async function statusTagOf({ documentId }: TaskWorld): Promise<string | undefined> {
  const [row] = await app.sql<{ value: string }[]>`
    select t.value from document_tags t join tag_types y using (deployment_id, tag_type_id)
    where t.document_id = ${documentId} and y.name = '&&_Service_ToDo_Status'`;
  return row?.value;
}

test('a decision on the assigned content requires no Hash, and the task keeps the revision', async () => {
  const w = await worldWithVersions();
  assert.deepEqual(w.first, { RevisionId: w.first.RevisionId, RevisionNumber: 1, Hash: w.first.Hash });
  assert.match(w.first.Hash, /^[0-9a-f]{64}$/);
  const open = (await w.ann.api('GET', w.path)).body;
  assert.deepEqual([open.AssignedRevision, open.DecidedRevision, open.CurrentRevision], [w.first, null, w.first]);
  const { body } = await decide(w);
  assert.deepEqual([body.AssignedRevision, body.DecidedRevision, body.CurrentRevision], [w.first, w.first, w.first]);
  for (const list of ['/api/users/me/tasks', `/api/documents/${w.documentId}/tasks`]) {
    const [task] = (await w.ann.api('GET', list)).body;
    assert.deepEqual([task.AssignedRevision, task.DecidedRevision, task.CurrentRevision], [w.first, w.first, w.first]);
  }
});

test('once the document has changed, a decision without Hash returns 409 with both revisions', async () => {
  const w = await worldWithVersions();
  const second = await w.revise('second');
  for (const Decision of ['Approve', 'Deny']) {
    const { status, body } = await decide(w, { Decision });
    const why =
      'The document changed after the task was assigned: revision 1 was assigned, revision 2 is current. ' +
      'Review revision 2, then send its Hash with the decision.';
    assert.deepEqual([status, body.type, body.title, body.Reason], [409, '/conflict', why, 'changed']);
    assert.deepEqual([body.AssignedRevision, body.CurrentRevision], [w.first, second]);
  }
  const { body } = await w.bob.api('GET', w.path);
  assert.deepEqual([body.TaskStatus, body.DecidedRevision, body.ChangedSinceAssigned], ['Open', null, true]);
  assert.equal(await statusTagOf(w), 'Open');
  const decided = await decide(w, { Hash: second.Hash.toUpperCase() });
  assert.deepEqual([decided.status, decided.body.DecidedRevision], [200, second]);
  assert.equal(await statusTagOf(w), 'Approved');
});

test('a Hash other than the current one returns 409, whether an older revision has it or not', async () => {
  const w = await worldWithVersions();
  const second = await w.revise('second');
  const third = await w.revise('third');
  const seen = async (Hash: string) => (await decide(w, { Hash })).body.title.split('. ')[0];
  assert.equal(await seen(second.Hash), 'Hash is that of revision 2, and revision 3 is current');
  assert.equal(await seen(w.first.Hash), 'Hash is that of revision 1, and revision 3 is current');
  const unknown = 'Hash matches no revision of the document: revision 1 was assigned, revision 3 is current';
  assert.equal(await seen(sha256('never stored')), unknown);
  for (const Hash of ['', null]) assert.equal((await decide(w, { Hash })).status, 409);
  for (const Hash of ['abc', third.Hash.slice(1), `${third.Hash}0`, 7, [third.Hash, third.Hash]]) {
    assert.equal((await decide(w, { Hash })).status, 400, String(Hash));
  }
  assert.equal((await decide(w, { Hash: third.Hash })).status, 200);
});

test('a Hash is checked even if the document has not changed', async () => {
  const w = await worldWithVersions();
  assert.equal((await decide(w, { Hash: sha256('something else') })).status, 409);
  assert.equal((await decide(w, { Hash: w.first.Hash })).status, 200);
});

test('a restored revision is the assigned content, under its own number', async () => {
  const restored = await worldWithVersions();
  await restored.revise('second');
  const path = `/api/documents/${restored.documentId}/revisions/${restored.first.RevisionId}/restore`;
  const { body: third } = await restored.ann.api('POST', path);
  const decided = (await decide(restored)).body;
  assert.deepEqual(decided.DecidedRevision, {
    RevisionId: third.RevisionId,
    RevisionNumber: 3,
    Hash: restored.first.Hash,
  });
  assert.equal(decided.ChangedSinceAssigned, false);
});

test('a rename does not require a Hash', async () => {
  const w = await worldWithVersions();
  await must(w.ann, 'PATCH', `/api/documents/${w.documentId}`, { DocumentName: 'Other.txt' });
  const { status, body } = await decide(w);
  assert.deepEqual([status, body.ItemName, body.DecidedRevision], [200, 'Other.txt', w.first]);
});

test('a revision after the decision does not change the decided content', async () => {
  const w = await worldWithVersions();
  await decide(w);
  const second = await w.revise('second');
  for (const person of [w.ann, w.bob]) {
    const { body } = await person.api('GET', w.path);
    assert.deepEqual([body.DecidedRevision, body.CurrentRevision], [w.first, second]);
    assert.deepEqual([body.TaskResult, body.ChangedSinceAssigned], ['Positive', true]);
  }
  assert.equal(await statusTagOf(w), 'Approved');
  await must(w.ann, 'DELETE', `/api/documents/${w.documentId}?purge=true`);
  await app.runJobs();
  const { body } = await w.ann.api('GET', w.path);
  assert.deepEqual([body.AssignedRevision, body.DecidedRevision, body.CurrentRevision], [w.first, w.first, null]);
});

test('a cancelled and an expired task have no decided revision', async () => {
  const cancelled = await worldWithVersions();
  await must(cancelled.ann, 'PATCH', `${cancelled.path}/cancel`);
  assert.equal((await cancelled.ann.api('GET', cancelled.path)).body.DecidedRevision, null);
  const expired = await worldWithVersions();
  app.clock.advance(8 * DAY_MS);
  await runExpiry(app);
  const { body } = await expired.ann.api('GET', expired.path);
  assert.deepEqual([body.TaskStatus, body.DecidedRevision], ['Expired', null]);
});

test('a task that is no longer open returns 409 for that reason, whatever the Hash', async () => {
  const w = await worldWithVersions();
  await decide(w);
  await w.revise('second');
  for (const more of [{}, { Hash: w.first.Hash }]) {
    const { status, body } = await decide(w, more);
    assert.deepEqual([status, body.title, body.Reason], [409, 'The task is no longer open.', undefined]);
  }
});

test('an assignee without Read cannot learn of newer revisions by deciding', async () => {
  const w = await worldWithVersions();
  await w.revise('second');
  const denied = [{ UserId: w.bob.userId, Deny: ['Read'] }];
  await must(w.ann, 'PUT', `/api/documents/${w.documentId}/permissions`, denied);
  for (const more of [{}, { Hash: sha256('second') }, { Hash: w.first.Hash }]) {
    const { status, body } = await decide(w, more);
    assert.deepEqual([status, body.CurrentRevision], [403, undefined]);
  }
});

test('of a concurrent revision and decision, the decision returns 409 if it is second', async () => {
  for (const first of ['revise', 'decide'] as const) {
    const w = await worldWithVersions();
    const ask = {
      revise: () => w.ann.revise(w.documentId, 'Plan.txt', 'second'),
      decide: () => decide(w, { Hash: w.first.Hash }),
    };
    const asked = await app.sql.begin(async (tx) => {
      await tx`select from documents where document_id = ${w.documentId} for update`;
      const one = ask[first]();
      await untilWaiting(app, 1);
      const other = ask[first === 'revise' ? 'decide' : 'revise']();
      await untilWaiting(app, 2);
      return { answers: [one, other] };
    });
    const [one, other] = await Promise.all(asked.answers);
    const wanted = first === 'revise' ? [201, 409] : [200, 201];
    assert.deepEqual([one?.status, other?.status], wanted);
    const { body } = await w.ann.api('GET', w.path);
    assert.deepEqual(body.DecidedRevision, first === 'revise' ? null : w.first);
    assert.equal(body.CurrentRevision.RevisionNumber, 2);
  }
});

test('the log records the assigned and the approved revision', async () => {
  const w = await worldWithVersions();
  const second = await w.revise('second');
  await decide(w, { Hash: second.Hash });
  const rows = await app.sql<{ type: string; details: Record<string, unknown> }[]>`
    select activity_type as type, details from activity
    where document_id = ${w.documentId} and activity_type like 'Task%' order by activity_id`;
  const of = { taskId: w.taskId, assignee: w.bob.email };
  const keyed = ({ RevisionId, RevisionNumber, Hash }: typeof second) => {
    return { revisionId: RevisionId, revisionNumber: RevisionNumber, hash: Hash };
  };
  assert.deepEqual(
    [...rows],
    [
      { type: 'TaskCreated', details: { ...of, ...keyed(w.first) } },
      { type: 'TaskApproved', details: { ...of, ...keyed(second) } },
    ],
  );
  const latest = (await w.ann.api('GET', `/api/documents/${w.documentId}/activity`)).body;
  const approved = latest.find(({ ActivityType }: { ActivityType: string }) => ActivityType === 'TaskApproved');
  assert.equal(approved.RevisionNumber, 2);
});

test('migrated tasks get the assigned revision, and the decided one unless the content had changed', async () => {
  const [unchanged, changed, later] = [await worldWithVersions(), await worldWithVersions(), await worldWithVersions()];
  const second = await changed.revise('second');
  await decide(unchanged);
  await decide(changed, { Hash: second.Hash });
  await decide(later);
  await later.revise('second');
  const ids = [unchanged, changed, later].map(({ taskId }) => taskId);
  await app.sql`
    update tasks set assigned_revision_id = null, decided_revision_id = null, decided_revision_number = null,
      decided_sha256 = null where task_id = any (${ids}::bigint[])`;
  const migration = await readFile(new URL('../../../migrations/0024_decided_revisions.sql', import.meta.url), 'utf8');
  await app.sql.unsafe(migration.slice(migration.indexOf('update tasks t')));
  for (const [w, decided] of [
    [unchanged, unchanged.first],
    [changed, null],
    [later, later.first],
  ] as const) {
    const { body } = await w.ann.api('GET', w.path);
    assert.deepEqual([body.AssignedRevision, body.DecidedRevision], [w.first, decided]);
  }
});

// The texts of the emails to an address since the last call.
async function emailsTo(address: string): Promise<string[]> {
  const rows = await app.sql<
    { text: string }[]
  >`delete from mails where recipient = ${address} returning text_body as text`;
  return rows.map(({ text }) => text);
}

test('the email about a deleted task names the approved version and any newer one', async () => {
  const w = await worldWithVersions();
  const recipient = `recipient@${w.deploymentId}.test`;
  const documentId = await w.admin.document(await w.admin.folder(w.admin.libraryId, 'F'), 'a.txt', 'first');
  const path = `/api/tasks/${await makeTask(app, w.admin, w.bob.email, documentId, { Recipients: [recipient] })}`;
  await must(w.bob, 'PATCH', `${path}/complete`, { Decision: 'Approve' });
  await w.admin.revise(documentId, 'a.txt', 'newer');
  await emailsTo(recipient);
  await must(w.admin, 'DELETE', path);
  const [text = ''] = await emailsTo(recipient);
  assert.match(text, /\n\nVersion 1 was approved\. Version 2 is newer, and was not\.\n\n/);
});

test('the email about a decision on a newer version names the assigned version', async () => {
  const w = await worldWithVersions();
  const second = await w.revise('second');
  await decide(w, { Hash: second.Hash });
  const [text = ''] = await emailsTo(w.ann.email);
  const [approved, assigned] = text.split('\n\n');
  assert.match(approved ?? '', / approved version 2 of the document “Plan\.txt”\.$/);
  assert.equal(assigned, 'Version 1 was current when the approval was requested.');
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { makeTask, taskBody } from '../../../test/factories/tasks.ts';
import { asPerson } from '../../../test/factories/persons.ts';
import { startApp } from '../../../test/harness.ts';
import type { Client } from '../../../test/client.ts';

const app = await startApp();
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(app.clock.now.getTime() + days * DAY_MS).toISOString();

async function worldWithDocument() {
  const w = await app.world();
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'Plans'), 'Plan.txt', 'the plan');
  return { ...w, documentId };
}

async function refusalOf(somebody: Client, body: unknown) {
  const answer = await somebody.api('POST', '/api/tasks', body);
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8', answer.text);
  return { status: answer.status, ...answer.body };
}

test('a task has the same fields for creator and assignee, except abilities', async () => {
  const { ann, bob, documentId } = await worldWithDocument();
  const made = await ann.api('POST', '/api/tasks', taskBody(app, documentId, bob.email.toUpperCase()));
  const { TaskId: id } = made.body;
  const [{ RevisionId }] = (await ann.api('GET', `/api/documents/${documentId}/revisions`)).body;
  const Hash = createHash('sha256').update('the plan').digest('hex');
  const revision = { RevisionId, RevisionNumber: 1, Hash };
  const expected = {
    TaskId: id,
    TaskType: 'Approval',
    TaskStatus: 'Open',
    TaskResult: '',
    Instructions: 'Please look at it.',
    DueDate: inDays(7),
    DateAssigned: app.clock.now.toISOString(),
    DateEnded: null,
    Creator: ann.email,
    Assignee: bob.email,
    CreatorPerson: asPerson(ann),
    AssigneePerson: asPerson(bob),
    ItemType: 'Document',
    ItemName: 'Plan.txt',
    Links: {
      Self: `http://carrel.test/api/tasks/${id}`,
      CancelTaskUri: `http://carrel.test/api/tasks/${id}/cancel`,
      CompleteTaskUri: `http://carrel.test/api/tasks/${id}/complete`,
      Document: `http://carrel.test/api/documents/${documentId}`,
    },
    DocumentId: documentId,
    RevisionNumber: 1,
    Hash,
    AssignedRevision: revision,
    DecidedRevision: null,
    CurrentRevision: revision,
    ChangedSinceAssigned: false,
    Comment: null,
    AccessEndsAt: inDays(22),
    Abilities: { Complete: false, Cancel: true, Delete: true },
  };
  assert.deepEqual([made.status, made.body], [200, expected]);
  assert.deepEqual((await ann.api('GET', `/api/tasks/${id}`)).body, expected);
  const forBob = { ...expected, Abilities: { Complete: true, Cancel: false, Delete: false } };
  assert.deepEqual((await bob.api('GET', `/api/tasks/${id}/`)).body, forBob);
  assert.deepEqual((await ann.api('GET', '/api/users/me/tasks')).body, [expected]);
  assert.deepEqual((await bob.api('GET', '/api/users/me/tasks')).body, [forBob]);
});

const NO_TIME = 'DueDate must be a date like 2027-01-31 (YYYY-MM-DD) or a time like 2027-01-31T12:00:00Z.';

test('all invalid fields are reported at once with their reasons', async () => {
  const { ann, admin, documentId } = await worldWithDocument();
  const required = {
    'createTask.Type': ['Type is required.'],
    'createTask.DueDate': ['DueDate is required.'],
    'createTask.Assignee': ['Assignee is required.'],
    'createTask.DocumentId': ['DocumentId is required.'],
    'createTask.Instructions': ['Instructions is required.'],
  };
  // Existing clients send every property: what is null or empty is absent.
  const empty = { Type: null, DueDate: '', Assignee: '', DocumentId: null, Instructions: '', Recipients: [] };
  for (const body of [undefined, {}, [], 'task', 5, empty]) {
    const refusal = { status: 400, Message: 'Type is required.', ModelState: required };
    assert.deepEqual(await refusalOf(ann, body), refusal);
  }
  const wrong = {
    Type: 'Review',
    DueDate: 'tomorrow',
    Assignee: 'nobody',
    DocumentId: 'one',
    Instructions: 'x'.repeat(1001),
    Recipients: ['a@b.test', 'no address', 7],
  };
  assert.deepEqual(await refusalOf(admin, wrong), {
    status: 400,
    Message: 'Type must be Approval.',
    ModelState: {
      'createTask.Type': ['Type must be Approval.'],
      'createTask.DueDate': [NO_TIME],
      'createTask.Assignee': ['Assignee must be an email address.'],
      'createTask.DocumentId': ['DocumentId must be the id of a document.'],
      'createTask.Instructions': ['Instructions must not have more than 1000 characters.'],
      'createTask.Recipients': ['Recipients.1 must be an email address.', 'Recipients.2 must be an email address.'],
    },
  });
  const good = taskBody(app, documentId, 'x@outside.test');
  const cases: [string, unknown, string][] = [
    ['DueDate', app.clock.now.toISOString(), 'DueDate must be in the future.'],
    ['DueDate', '2026-05-31T10:00:00.001Z', 'DueDate must be at most 90 days ahead.'],
    ['DueDate', '9999-99-99T10:00:00Z', NO_TIME],
    ['DueDate', 20_260_309, NO_TIME],
    ['Assignee', ` ${admin.email.toUpperCase()} `, 'Assignee must be somebody other than you.'],
    ['Assignee', { Email: 'a@b.test' }, 'Assignee must be an email address.'],
    ['DocumentId', 0, 'DocumentId must be the id of a document.'],
    ['DocumentId', 2 ** 63, 'DocumentId must be the id of a document.'],
    ['DocumentId', 1.5, 'DocumentId must be the id of a document.'],
    ['Instructions', ' \n ', 'Instructions must not be blank.'],
    ['Instructions', ['look'], 'Instructions must be text.'],
    ['Instructions', 'a\0b', 'Instructions is not well-formed text.'],
    ['Instructions', 'a\ud800b', 'Instructions is not well-formed text.'],
    ['Instructions', 'a\u202eb', 'Instructions must not contain control characters or overrides of direction.'],
    ['Recipients', 'a@b.test', 'Recipients must be an array of email addresses.'],
    ['Recipients', ['a@b.test', 'A@B.test'], 'Recipients must not name an address twice.'],
    [
      'Recipients',
      Array.from({ length: 101 }, (_, i) => `a${i}@b.test`),
      'Recipients must not have more than 100 addresses.',
    ],
  ];
  for (const [field, value, message] of cases) {
    const refusal = { status: 400, Message: message, ModelState: { [`createTask.${field}`]: [message] } };
    assert.deepEqual(await refusalOf(admin, { ...good, [field]: value }), refusal);
  }
});

test('malformed JSON is reported in the same shape', async () => {
  const { ann } = await worldWithDocument();
  const answer = await fetch(`${app.url}/api/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
    body: '{"Type": "Approval",',
  });
  assert.deepEqual(
    [answer.status, answer.headers.get('content-type'), await answer.json()],
    [400, 'application/json; charset=utf-8', { Message: 'The body is not valid JSON.', ModelState: {} }],
  );
});

test('limits are inclusive: 90 days ahead, 1000 characters of any byte length; times default to UTC', async () => {
  const { ann, documentId } = await worldWithDocument();
  const body = taskBody(app, documentId, 'x@outside.test', { Instructions: '𝄞'.repeat(1000), DueDate: inDays(90) });
  const { status, body: task } = await ann.api('POST', '/api/tasks', body);
  assert.deepEqual([status, task.Instructions, task.DueDate], [200, body.Instructions, inDays(90)]);
  const local = await ann.api('POST', '/api/tasks', { ...body, DueDate: '2026-03-05T12:00' });
  assert.equal(local.body.DueDate, '2026-03-05T12:00:00.000Z');
});

test('refusals come in order: token, role, body, existence, right; all but those of the body are problems', async () => {
  const { ann, bob, admin, other, anonymous, documentId } = await worldWithDocument();
  const statusOf = async (somebody: Client, body: unknown) => {
    const answer = await somebody.api('POST', '/api/tasks', body);
    const isProblem = answer.headers.get('content-type') === 'application/problem+json';
    assert.equal(isProblem, ![200, 400].includes(answer.status), answer.text);
    return answer.status;
  };
  const body = taskBody(app, documentId, 'x@outside.test');
  assert.equal(await statusOf(anonymous, { Recipients: ['a@b.test'] }), 401);
  // Named by somebody who is no site admin, whatever else is wrong.
  assert.equal(await statusOf(ann, { Recipients: ['no address'] }), 403);
  assert.equal(await statusOf(admin, { Recipients: ['no address'] }), 400);
  assert.equal(await statusOf(ann, { ...body, Recipients: null }), 200);
  assert.equal(await statusOf(bob, { ...body, DocumentId: 999_999_999 }), 404);
  assert.equal(await statusOf(other, body), 404);
  assert.equal(await statusOf(bob, body), 403);
  await grant(app, bob, { documentId }, { allow: ['Read', 'Write', 'Delete'] });
  assert.equal(await statusOf(bob, body), 403);
  await ann.api('DELETE', `/api/documents/${documentId}`);
  assert.equal(await statusOf(ann, body), 404);
});

test('nobody can assign for longer than they can grant', async () => {
  const { bob, documentId } = await worldWithDocument();
  await grant(app, bob, { documentId }, { allow: ['Grant'], expiresAt: new Date(inDays(22)) });
  const longer = await bob.api('POST', '/api/tasks', taskBody(app, documentId, 'x@outside.test'));
  const title = `The task would let its assignee read the document until ${inDays(22)}; your Grant right ends before that.`;
  assert.deepEqual([longer.status, longer.body.title], [403, title]);
  const due = new Date(Date.parse(inDays(7)) - 1).toISOString();
  await makeTask(app, bob, 'x@outside.test', documentId, { DueDate: due });
});

test('an assignee who is denied the document is refused', async () => {
  const { ann, bob, admin, documentId } = await worldWithDocument();
  await grant(app, bob, { libraryId: ann.libraryId }, { deny: ['Read'] });
  const refused = await ann.api('POST', '/api/tasks', taskBody(app, documentId, bob.email));
  assert.deepEqual([refused.status, refused.body.title], [403, 'Reading the document is denied to the assignee.']);
  assert.equal((await app.sql`select from tasks where document_id = ${documentId}`).length, 0);
  // Denies do not bind site admins in corporate libraries.
  const libraryId = await makeLibrary(admin);
  const inLibrary = await admin.document(await admin.folder(libraryId, 'F'), 'a.txt');
  await grant(app, ann, { libraryId }, { allow: ['Grant'] });
  await grant(app, admin, { libraryId }, { deny: ['Read'] });
  await makeTask(app, ann, admin.email, inLibrary);
});

test('an address without a user is an outside assignee', async () => {
  const { ann, other, documentId } = await worldWithDocument();
  for (const address of ['Nobody@Outside.test', other.email]) {
    const { body } = await ann.api('POST', '/api/tasks', taskBody(app, documentId, address));
    assert.deepEqual([body.Assignee, body.AccessEndsAt], [address.toLowerCase(), inDays(22)]);
  }
});

test('an ended task shows whether the document has changed since', async () => {
  const { ann, bob, documentId } = await worldWithDocument();
  const path = `/api/tasks/${await makeTask(app, ann, bob.email, documentId)}`;
  await ann.revise(documentId, 'Plan.txt', 'another plan');
  const changed = (await bob.api('GET', path)).body;
  assert.deepEqual([changed.ChangedSinceAssigned, changed.RevisionNumber], [true, 1]);
  const revisions = (await ann.api('GET', `/api/documents/${documentId}/revisions`)).body;
  await ann.api('POST', `/api/documents/${documentId}/revisions/${revisions[1].RevisionId}/restore`);
  assert.equal((await bob.api('GET', path)).body.ChangedSinceAssigned, false);
  await ann.api('PATCH', `/api/documents/${documentId}`, { DocumentName: 'Renamed.txt' });
  assert.equal((await bob.api('GET', path)).body.ItemName, 'Renamed.txt');
});

test('a path without the id returns 400, a malformed id 404', async () => {
  const { ann } = await worldWithDocument();
  for (const [method, path] of [
    ['GET', '/api/tasks'],
    ['GET', '/api/tasks/'],
    ['PATCH', '/api/tasks/cancel'],
    ['PATCH', '/api/tasks//cancel'],
    ['PATCH', '/api/tasks/complete'],
    ['PATCH', '/api/tasks//complete'],
  ] as const) {
    const { status, body } = await ann.api(method, path);
    assert.deepEqual([status, body.title], [400, 'taskId is required.'], `${method} ${path}`);
  }
  for (const id of ['abc', '-1', '1.5', '9223372036854775808', '999999999']) {
    assert.equal((await ann.api('GET', `/api/tasks/${id}`)).status, 404, id);
    assert.equal((await ann.api('PATCH', `/api/tasks/${id}/cancel`)).status, 404, id);
  }
});

test("a due date beyond an outside assignee's access returns 400 with the last possible date", async () => {
  const w = await worldWithDocument();
  const { admin, ann, bob, documentId } = w;
  await admin.api('PATCH', '/api/settings', { MaxExternalShareDurationDays: 5 });
  const ask = (assignee: string, more: object) =>
    ann.api('POST', '/api/tasks', taskBody(app, documentId, assignee, more));
  const why = `DueDate must not be later than ${inDays(5)}, because people without an account can read a document for at most 5 days.`;
  const late = { DueDate: new Date(Date.parse(inDays(5)) + 1).toISOString() };
  const refused = await ask('x@outside.test', late);
  assert.deepEqual([refused.status, refused.headers.get('content-type')], [400, 'application/json; charset=utf-8']);
  assert.deepEqual(refused.body, { Message: why, ModelState: { 'createTask.DueDate': [why] } });
  const both = await ask('x@outside.test', { ...late, Instructions: ' ' });
  assert.deepEqual(Object.keys(both.body.ModelState).sort(), ['createTask.DueDate', 'createTask.Instructions']);
  const last = await ask('x@outside.test', { DueDate: inDays(5) });
  assert.deepEqual([last.status, last.body.AccessEndsAt], [200, inDays(5)]);
  assert.equal((await ask(bob.email.toUpperCase(), late)).status, 200, 'a user reads for longer');
});

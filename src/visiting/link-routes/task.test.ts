/** Deciding on a task from outside: by the link that was mailed, with the code that was mailed, and not otherwise. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { referenceOfShare, visitor } from '../visits/visitor.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url, webUrl: 'http://web.test' });

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(app.clock.now.getTime() + days * DAY_MS);

/** A task for somebody outside, with what the real mail to them says. */
async function taskForOutsider() {
  const w = await app.world();
  const { ann } = w;
  const outsider = `x-${crypto.randomUUID().slice(0, 8)}@outside.test`;
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const documentId = await ann.document(folderId, 'Offer.txt', 'first');
  const dueAt = inDays(7).toISOString();
  const { status, body, text } = await ann.api('POST', '/api/tasks', {
    Type: 'Approval',
    DueDate: dueAt,
    Assignee: outsider,
    DocumentId: documentId,
    Instructions: 'Please check the sums.',
  });
  assert.equal(status, 200, text);
  await app.runJobs();
  const url = new URL(/http:\/\/web\.test\S+/.exec(server.takeMailTo(outsider).text ?? '')?.[0] ?? '');
  const [, , taskId = '', , reference = ''] = url.pathname.split('/');
  assert.equal(Number(taskId), body.TaskId);
  const key = url.searchParams.get('recipient') ?? '';
  const somebody = visitor(app, reference);
  return { w, ann, outsider, documentId, taskId: body.TaskId as number, dueAt, url, reference, key, somebody };
}

type Made = Awaited<ReturnType<typeof taskForOutsider>>;

async function codesTo({ outsider }: Made): Promise<number> {
  await app.runJobs();
  return server.received.filter(({ to, mail }) => to.includes(outsider) && /access code is/.test(mail.text ?? ''))
    .length;
}

/** Opens the link as a person does: the page, the code out of the mail, the lock. */
async function enter(made: Made): Promise<void> {
  const { somebody, url, outsider, key } = made;
  assert.equal((await somebody.open(url.pathname + url.search)).status, 200);
  await app.runJobs();
  const Code = /access code is (\d{6})\n/.exec(server.takeMailTo(outsider).text ?? '')?.[1];
  assert.equal((await somebody.ask('POST', '/unlock', { Recipient: key, Code })).status, 200);
}

const decide = ({ somebody }: Made, body: unknown, headers?: Record<string, string>) =>
  somebody.ask('POST', '/task/decision', body, headers);

type Revision = { RevisionId: number; RevisionNumber: number; Hash: string };
const revisionOf = ({ RevisionId, RevisionNumber, Hash }: Revision) => ({ RevisionId, RevisionNumber, Hash });

test('the mailed link leads to the task, and its code lets the assignee see it and decide on the content that they saw', async () => {
  const made = await taskForOutsider();
  const { w, somebody, taskId, documentId, outsider, dueAt, ann, key } = made;
  const locked = (await somebody.ask('GET', `?recipient=${key}`)).body;
  assert.deepEqual([locked.TaskId, locked.ItemId, locked.IsUnlocked, locked.Item], [taskId, documentId, false, null]);
  await enter(made);
  const [first] = (await ann.api('GET', `/api/documents/${documentId}/revisions`)).body.map(revisionOf);
  const open = {
    TaskId: taskId,
    TaskStatus: 'Open',
    TaskResult: '',
    Instructions: 'Please check the sums.',
    DueDate: dueAt,
    DateAssigned: app.clock.now.toISOString(),
    DateEnded: null,
    Creator: { Name: 'Ann', Email: ann.email },
    Assignee: outsider,
    ItemName: 'Offer.txt',
    AssignedRevision: first,
    DecidedRevision: null,
    CurrentRevision: first,
    ChangedSinceAssigned: false,
    Comment: null,
    AccessEndsAt: inDays(22).toISOString(),
    CanDecide: true,
  };
  const shown = await somebody.ask('GET', '/task');
  assert.deepEqual([shown.status, shown.body], [200, open]);
  assert.equal(shown.headers.get('cache-control'), 'no-store');
  const second = revisionOf((await ann.revise(documentId, 'Offer.txt', 'second')).body);
  assert.equal((await somebody.ask('GET', '/task')).body.ChangedSinceAssigned, true);
  const approval = { Decision: 'Approve', Comment: 'All is well.' };
  for (const more of [{}, { Hash: first.Hash }]) {
    const { status, body } = await decide(made, { ...approval, ...more });
    assert.deepEqual([status, body.Reason, body.CurrentRevision], [409, 'changed', second]);
    assert.match(body.title, /revision 1\b.*revision 2 is current/);
  }
  const decided = await decide(made, { ...approval, Hash: second.Hash });
  const completed = {
    ...open,
    DecidedRevision: second,
    CurrentRevision: second,
    ChangedSinceAssigned: true,
    TaskStatus: 'Completed',
    TaskResult: 'Positive',
    DateEnded: app.clock.now.toISOString(),
    Comment: 'All is well.',
    AccessEndsAt: inDays(15).toISOString(),
    CanDecide: false,
  };
  assert.deepEqual([decided.status, decided.body], [200, completed]);
  assert.deepEqual((await somebody.ask('GET', '/task')).body, completed);
  const rows = await app.sql`
    select activity_type as type, visitor_email as email from activity
    where deployment_id = ${w.deploymentId} and user_id = 0 order by activity_type`;
  assert.deepEqual(
    [...rows],
    ['DocumentComment', 'TaskApproved'].map((type) => ({ type, email: outsider })),
  );
});

test('a range of the document is recorded with the address of its assignee', async () => {
  const made = await taskForOutsider();
  await enter(made);
  const range = { range: 'bytes=2-' };
  const at = `/documents/${made.documentId}/content`;
  for (const path of [at, `${at}?download=true`]) {
    assert.equal((await made.somebody.ask('GET', path, undefined, range)).status, 206);
  }
  const rows = await app.sql`
    select activity_type as type, visitor_email as email from activity
    where document_id = ${made.documentId} and user_id = 0`;
  assert.deepEqual([...rows], [{ type: 'DocumentViewed', email: made.outsider }]);
});

test('a program that opens the link and submits its forms decides nothing', async () => {
  const made = await taskForOutsider();
  const { somebody, url, key, taskId, ann } = made;
  await somebody.open(url.pathname + url.search);
  for (const path of [`?recipient=${key}`, '/task', `/documents/${made.documentId}/content`])
    await somebody.ask('GET', path);
  for (const Decision of ['Approve', 'Deny']) assert.equal((await decide(made, { Decision })).status, 401);
  assert.equal((await decide(made, { Decision: 'Approve', Recipient: key, Code: '000000' })).status, 401);
  assert.equal((await decide(made, '')).status, 401, 'the lock is asked for before the form is looked at');
  assert.equal((await ann.api('GET', `/api/tasks/${taskId}`)).body.TaskStatus, 'Open');
});

test('a page of another site cannot decide in the browser of the assignee', async () => {
  const made = await taskForOutsider();
  await enter(made);
  const foreign = [{ origin: 'http://evil.test' }, { origin: 'null', 'sec-fetch-site': 'cross-site' }];
  for (const headers of foreign) {
    assert.equal((await decide(made, { Decision: 'Approve' }, headers)).status, 403);
  }
  assert.equal((await made.somebody.ask('GET', '/task')).body.TaskStatus, 'Open');
});

test('the page sends one code for a person and none for programs', async () => {
  const made = await taskForOutsider();
  const { somebody, url, reference } = made;
  const path = url.pathname + url.search;
  await fetch(new URL(path, app.url), { method: 'HEAD' });
  await somebody.open(path, { 'sec-purpose': 'prefetch' });
  await somebody.open(url.pathname);
  await somebody.open(`${url.pathname}?recipient=AAAAAAAAAAAAAAAAAAAAAA`);
  await somebody.open(`/task/${made.taskId + 1}/link/${reference}${url.search}`);
  await somebody.open(`/document/${made.documentId}/share/${reference}${url.search}`);
  assert.equal(await codesTo(made), 0);
  await somebody.open(path);
  await somebody.open(path);
  assert.equal(await codesTo(made), 1);
});

test('the page has its own address only; every answer is a page', async () => {
  const made = await taskForOutsider();
  const { somebody, taskId, documentId, reference, url, ann } = made;
  const ordinary = await referenceOfShare(app, await makeShare(app, ann, { documentId }));
  const addresses: [string, number][] = [
    [url.pathname, 200],
    [`${url.pathname}?recipient=a&recipient=b`, 200],
    [`/task/${taskId + 1}/link/${reference}`, 404],
    [`/task/none/link/${reference}`, 404],
    [`/task/${taskId}/link/AAAAAAAAAAAAAAAAAAAAAA`, 404],
    [`/document/${documentId}/share/${reference}`, 404],
    [`/task/${taskId}/link/${ordinary}`, 404],
    [`/document/${documentId}/share/${ordinary}`, 200],
  ];
  for (const [path, status] of addresses) {
    const answer = await somebody.open(path);
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [status, 'text/html; charset=utf-8'], path);
  }
  const shared = visitor(app, ordinary);
  assert.equal((await shared.ask('GET', '/task')).status, 404);
  assert.equal((await shared.ask('POST', '/task/decision', { Decision: 'Approve' })).status, 404);
});

test('a decision approves or denies, with a comment of up to a thousand characters', async () => {
  const made = await taskForOutsider();
  await enter(made);
  for (const body of [{}, { Decision: 'Perhaps' }, { Decision: 'Approve', Comment: 'x'.repeat(1001) }]) {
    assert.equal((await decide(made, body)).status, 400, JSON.stringify(body).slice(0, 50));
  }
  const { status, body } = await decide(made, { Decision: 'Deny', Comment: '' });
  assert.deepEqual([status, body.TaskResult, body.Comment], [200, 'Negative', null]);
});

test('of two concurrent decisions one counts; the other returns an error', async () => {
  const made = await taskForOutsider();
  await enter(made);
  const answers = await Promise.all(['Approve', 'Deny'].map((Decision) => decide(made, { Decision })));
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [200, 409],
  );
  const winner = answers.find(({ status }) => status === 200)?.body;
  assert.equal((await made.somebody.ask('GET', '/task')).body.TaskResult, winner.TaskResult);
});

test('after the due date the document can be read for 15 days, but not decided on', async () => {
  const made = await taskForOutsider();
  const { somebody, documentId, url, ann } = made;
  app.clock.advance(7 * DAY_MS);
  await enter(made);
  const { TaskStatus, CanDecide, DateEnded } = (await somebody.ask('GET', '/task')).body;
  assert.deepEqual([TaskStatus, CanDecide, DateEnded], ['Expired', false, made.dueAt]);
  assert.equal((await decide(made, { Decision: 'Approve' })).status, 409);
  assert.equal((await somebody.ask('GET', `/documents/${documentId}/content`)).status, 200);
  app.clock.advance(15 * DAY_MS);
  assert.equal((await somebody.open(url.pathname)).status, 410);
  const { status, body } = await somebody.ask('GET', '/task');
  assert.deepEqual([status, body.Reason, body.SharedBy], [410, 'expired', { Name: 'Ann', Email: ann.email }]);
});

test('a cancelled task ends at once, and the page names the person to contact', async () => {
  const made = await taskForOutsider();
  const { somebody, url, ann, taskId, documentId } = made;
  await enter(made);
  assert.equal((await ann.api('PATCH', `/api/tasks/${taskId}/cancel`)).status, 200);
  assert.equal((await somebody.open(url.pathname)).status, 410);
  const refused = [
    await decide(made, { Decision: 'Approve' }),
    await somebody.ask('GET', `/documents/${documentId}/content`),
  ];
  for (const { status, body } of refused) {
    assert.deepEqual([status, body.Reason, body.SharedBy], [410, 'revoked', { Name: 'Ann', Email: ann.email }]);
  }
});

test('while the document is in the trash it can be neither viewed nor decided on', async () => {
  const made = await taskForOutsider();
  await enter(made);
  await made.ann.api('DELETE', `/api/documents/${made.documentId}`);
  assert.equal((await made.somebody.ask('GET', '/task')).status, 404);
  assert.equal((await decide(made, { Decision: 'Approve' })).status, 404);
  await made.ann.api('PATCH', `/api/documents/${made.documentId}/restore`);
  assert.equal((await decide(made, { Decision: 'Approve' })).status, 200);
});

test('the link of a deleted task returns 404', async () => {
  const made = await taskForOutsider();
  await enter(made);
  await made.ann.api('DELETE', `/api/tasks/${made.taskId}`);
  assert.equal((await made.somebody.open(made.url.pathname)).status, 404);
  assert.equal((await decide(made, { Decision: 'Approve' })).status, 404);
});

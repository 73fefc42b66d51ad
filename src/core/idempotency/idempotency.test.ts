import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../test/client.ts';
import { taskBody } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import { statementsOf } from '../../../test/statements.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import type { Person } from '../../../test/world.ts';
import { sweepKeptAnswersJob } from './idempotency.jobs.ts';

const app = await startApp({}, { own: 'sweeps the stored files' });

const newKey = () => crypto.randomUUID();
const replayed = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';

async function makeFolder() {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Plans');
  const path = `/api/folders/${folderId}/folders`;
  const create = (FolderName: string, key: string, who: Person = w.ann) =>
    who.api('POST', path, { FolderName }, { 'idempotency-key': key });
  const children = async () => (await w.ann.api('GET', path)).body.length as number;
  return { w, ann: w.ann, folderId, path, create, children };
}

test('a repeated request gets the first answer, even after the object was changed or deleted', async () => {
  const { ann, create, children } = await makeFolder();
  const key = newKey();
  const first = await create('A', key);
  await ann.api('DELETE', `/api/folders/${first.body.FolderId}`);
  const again = await create('A', key);
  assert.deepEqual([first.status, replayed(first)], [201, false]);
  assert.deepEqual([again.status, again.text, replayed(again)], [201, first.text, true]);
  assert.equal(again.headers.get('location'), first.headers.get('location'));
  assert.equal(await children(), 0);
});

test('another body, query or referenced upload with the same key returns 422, the same body in another order does not', async () => {
  const { ann, folderId, create, children } = await makeFolder();
  const key = newKey();
  await create('A', key);
  const refused = await create('B', key);
  assert.deepEqual([refused.status, refused.body.type], [422, '/unprocessable_content']);
  assert.equal(await children(), 1);
  // An unknown property is ignored, but makes another body.
  const more = { FolderName: 'A', Color: 'red' };
  const added = await ann.api('POST', `/api/folders/${folderId}/folders`, more, { 'idempotency-key': key });
  assert.equal(added.status, 422);
  const stage = (name: string) =>
    ann.api('POST', `/api/folders/${folderId}/temp?filename=${name}`, undefined, { 'idempotency-key': key });
  assert.deepEqual([(await stage('a.txt')).status, (await stage('b.txt')).status], [200, 422]);
  const path = `/api/folders/${folderId}/share`;
  const share = (body: object) => ann.api('POST', path, body, { 'idempotency-key': key });
  const first = await share({ AllowView: true, AllowDownload: true });
  const again = await share({ AllowDownload: true, AllowView: true });
  assert.equal(again.text, first.text);
});

test('trailing and repeated slashes in the path do not change the request', async () => {
  const { ann, folderId } = await makeFolder();
  const headers = { 'idempotency-key': newKey() };
  const share = (path: string) => ann.api('POST', path, { AllowView: true }, headers);
  const first = await share(`/api/folders/${folderId}/share`);
  for (const path of [`/api/folders/${folderId}/share/`, `/api//folders/${folderId}/share//`]) {
    const again = await share(path);
    assert.deepEqual([again.status, again.text, replayed(again)], [200, first.text, true], path);
  }
  assert.equal((await ann.api('GET', `/api/folders/${folderId}/share`)).body.length, 1);
});

test('a form is compared by its metadata and content, not by its boundary', async () => {
  const { ann, folderId } = await makeFolder();
  const headers = { 'idempotency-key': newKey() };
  const upload = (content: string, DocumentName = 'Plan') =>
    ann.upload(folderId, 'a.txt', content, { DocumentName }, headers);
  const first = await upload('same');
  const again = await upload('same');
  assert.deepEqual([first.status, again.status, again.text, replayed(again)], [201, 201, first.text, true]);
  for (const other of [await upload('other'), await upload('same', 'Other')]) assert.equal(other.status, 422);
  assert.equal((await ann.api('GET', `/api/folders/${folderId}/documents`)).body.length, 1);
  const [row] = await app.sql<{ blobs: number }[]>`
    select count(*) as blobs from blobs where deployment_id = ${ann.deploymentId}`;
  assert.equal(row?.blobs, 1);
});

test('a staged upload is finalized once', async () => {
  const { ann, folderId } = await makeFolder();
  const { Identifier } = (await ann.api('POST', `/api/folders/${folderId}/temp?filename=a.txt`)).body;
  await ann.api('PATCH', `/api/temp/${Identifier}`, 'a portion');
  const headers = { 'x-carrel-fileref': JSON.stringify({ Identifier }), 'idempotency-key': newKey() };
  const finalize = (more: object) =>
    ann.api('POST', `/api/folders/${folderId}/documents`, undefined, { ...headers, ...more });
  const first = await finalize({});
  const again = await finalize({});
  assert.deepEqual([first.status, again.text, replayed(again)], [201, first.text, true]);
  const other = JSON.stringify({ Identifier: crypto.randomUUID() });
  assert.equal((await finalize({ 'x-carrel-fileref': other })).status, 422);
});

test('while the first request runs the second returns 409 with Retry-After, and afterwards the first answer', async () => {
  const { w, ann, folderId } = await makeFolder();
  const documentId = await ann.document(folderId, 'a.txt');
  const headers = { 'idempotency-key': newKey() };
  const assign = () => ann.api('POST', '/api/tasks', taskBody(app, documentId, w.bob.email), headers);
  const running = await app.sql.begin(async (tx) => {
    await tx`select from documents where document_id = ${documentId} for update`;
    const first = assign();
    await untilWaiting(app, 1);
    const second = await assign();
    assert.deepEqual([second.status, second.headers.get('retry-after')], [409, '1']);
    return { first };
  });
  const first = await running.first;
  const again = await assign();
  assert.deepEqual([first.status, again.text, replayed(again)], [200, first.text, true]);
  assert.equal((await ann.api('GET', `/api/documents/${documentId}/tasks`)).body.length, 1);
});

test('of many concurrent requests with one key exactly one creates', async () => {
  const { ann, folderId } = await makeFolder();
  const headers = { 'idempotency-key': newKey() };
  const path = `/api/folders/${folderId}/share`;
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ann.api('POST', path, { AllowView: true }, headers)),
  );
  const done = answers.filter(({ status }) => status === 200);
  assert.ok(done.length > 0 && answers.every(({ status }) => status === 200 || status === 409));
  assert.equal(new Set(done.map(({ text }) => text)).size, 1);
  assert.equal((await ann.api('GET', path)).body.length, 1);
});

test('more concurrent keyed creates than connections all complete', async () => {
  const { ann, folderId } = await makeFolder();
  const share = () =>
    ann.api('POST', `/api/folders/${folderId}/share`, { AllowView: true }, { 'idempotency-key': newKey() });
  const upload = (_: unknown, index: number) =>
    ann.upload(folderId, `${index}.txt`, String(index), {}, { 'idempotency-key': newKey() });
  const many = { length: 3 * (app.sql.options.max ?? 0) };
  const answers = await Promise.all([...Array.from(many, share), ...Array.from(many, upload)]);
  assert.ok(answers.length > 40);
  assert.ok(answers.every(({ status }) => status === 200 || status === 201));
});

test('a refusal is not stored: the same key works once the cause is gone', async () => {
  const { w, create } = await makeFolder();
  const { admin } = w;
  const key = { 'idempotency-key': newKey() };
  const group = (GroupName: string) => admin.api('POST', '/api/groups', { GroupName }, key);
  const taken = (await admin.api('POST', '/api/groups', { GroupName: 'Team' })).body.GroupId;
  assert.deepEqual([(await group('')).status, (await group('Team')).status], [400, 409]);
  await admin.api('DELETE', `/api/groups/${taken}`);
  assert.equal((await group('Team')).status, 201);
  assert.equal((await create('A', newKey(), w.stranger)).status, 403);
});

test('if the answer cannot be stored nothing is created, and the key is free at once', async () => {
  const { create, children } = await makeFolder();
  const key = newKey();
  await app.sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room' using errcode = '53100'; end $$`;
  await app.sql`create trigger refuse before insert on kept_answers for each row execute function refuse()`;
  const failed = await create('A', key);
  await app.sql`drop trigger refuse on kept_answers`;
  assert.equal(failed.status, 507);
  assert.equal(await children(), 0);
  assert.equal((await create('A', key)).status, 201);
  assert.equal(await children(), 1);
});

test('an answer is repeated for 24 hours; then the key is unused again', async () => {
  const { ann, folderId } = await makeFolder();
  const headers = { 'idempotency-key': newKey() };
  const share = () => ann.api('POST', `/api/folders/${folderId}/share`, { AllowView: true }, headers);
  const first = await share();
  app.clock.advance(24 * 3_600_000 - 1);
  assert.equal((await share()).text, first.text);
  app.clock.advance(1);
  const fresh = await share();
  assert.deepEqual([fresh.status, replayed(fresh)], [200, false]);
  assert.notEqual(fresh.body.ShareId, first.body.ShareId);
  assert.equal((await share()).text, fresh.text);
});

test('a key belongs to its user, method and path', async () => {
  const { w, ann, create } = await makeFolder();
  const key = newKey();
  const headers = { 'idempotency-key': key };
  const first = await create('A', key);
  assert.equal((await create('A', key, w.stranger)).status, 403);
  assert.equal((await create('A', key, w.other)).status, 404);
  const elsewhere = await ann.api('POST', `/api/libraries/${ann.libraryId}/folders`, { FolderName: 'A' }, headers);
  assert.deepEqual([elsewhere.status, replayed(elsewhere)], [201, false]);
  const token = (await ann.api('POST', `/api/users/${ann.userId}/tokens`, { Name: 'gone' })).body;
  await ann.api('DELETE', `/api/users/${ann.userId}/tokens/${token.TokenId}`);
  const authorization = `Bearer ${token.Token}`;
  const revoked = await w.anonymous.api(
    'POST',
    new URL(`/api/folders/1/folders`, app.url).pathname,
    {},
    {
      ...headers,
      authorization,
    },
  );
  assert.equal(revoked.status, 401);
  assert.equal(first.status, 201);
});

test('the role is checked again before an answer is repeated', async () => {
  const w = await app.world();
  const boss = await w.addPerson('Boss', { isSiteAdmin: true });
  const headers = { 'idempotency-key': newKey() };
  const create = () => boss.api('POST', '/api/groups', { GroupName: 'Team' }, headers);
  assert.equal((await create()).status, 201);
  await w.admin.api('PATCH', `/api/users/${boss.userId}`, { IsSiteAdmin: false });
  assert.equal((await create()).status, 403);
});

test('a key is bare or quoted and has 1 to 255 visible characters', async () => {
  const { create, children } = await makeFolder();
  const key = newKey();
  await create('A', `"${key}"`);
  assert.equal(replayed(await create('A', key)), true);
  assert.equal((await create('B', 'x'.repeat(255))).status, 201);
  for (const bad of ['', '""', 'x'.repeat(256), 'a b', '"a', 'clé'])
    assert.equal((await create('C', bad)).status, 400, bad);
  assert.equal(await children(), 2);
});

test('a token is created once; the repeated request returns 409, because its secret is not stored', async () => {
  const { ann } = await makeFolder();
  const path = `/api/users/${ann.userId}/tokens`;
  const create = (Name: string, key: string) => ann.api('POST', path, { Name }, { 'idempotency-key': key });
  const key = newKey();
  const first = await create('Script', key);
  const again = await create('Script', key);
  assert.deepEqual([first.status, again.status], [201, 409]);
  assert.equal((await create('Other', key)).status, 422);
  assert.equal((await ann.api('GET', path)).body.length, 2);
});

test('a stored answer contains neither the link of a share nor its password', async () => {
  const { ann, folderId } = await makeFolder();
  const Password = 'a long and secret phrase';
  const headers = { 'idempotency-key': newKey() };
  const share = await ann.api('POST', `/api/folders/${folderId}/share`, { AllowView: true, Password }, headers);
  const [row] = await app.sql<{ text: string; body: Buffer }[]>`
    select k::text as text, body from kept_answers k where user_id = ${ann.userId}`;
  const { ReferenceString } = share.body;
  for (const secret of [Password, ReferenceString]) {
    assert.ok(!row?.text.includes(secret));
    assert.ok(!row?.body.includes(secret));
  }
});

test('the mails of a link are resent once', async () => {
  const { ann, folderId } = await makeFolder();
  const body = { AllowView: true, Recipients: ['out@example.test'] };
  const { ShareId } = (await ann.api('POST', `/api/folders/${folderId}/share`, body)).body;
  const notify = (headers: Record<string, string>) =>
    ann.api('POST', `/api/folders/${folderId}/shares/${ShareId}/notify`, undefined, headers);
  const mails = async () => (await app.sql`select from mails where deployment_id = ${ann.deploymentId}`).length;
  const before = await mails();
  const headers = { 'idempotency-key': newKey() };
  const answers = [await notify(headers), await notify(headers)];
  assert.deepEqual(
    answers.map(({ status, text }) => [status, text]),
    [
      [204, ''],
      [204, ''],
    ],
  );
  assert.equal((await mails()) - before, 1);
});

test('a request without a key runs no extra statement', async () => {
  const { ann, path } = await makeFolder();
  const statements = await statementsOf(app, () => ann.api('POST', path, { FolderName: 'A' }));
  assert.ok(statements.every(({ text }) => !/kept_answers|pg_try_advisory/.test(text)));
});

test('an hourly job deletes answers older than a day', async () => {
  const { create } = await makeFolder();
  await create('A', newKey());
  app.clock.advance(24 * 3_600_000);
  await sweepKeptAnswersJob.run(app.deps, null);
  assert.equal((await app.sql`select from kept_answers`).length, 0);
});

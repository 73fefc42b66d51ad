import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { without } from '../../../test/parts.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { MALWARE, STREAM_MAX_BYTES, startClamd } from '../../platform/scanning/clamd.fixture.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url });
const skip = without('clamd');
const clamd = skip === false ? await startClamd() : undefined;
const scanning = await startApp({ smtpUrl: server.url, clamd: clamd?.unix ?? null });

/** A deployment whose shares are prepared, and a folder in it with a document. */
async function worldThatPrepares(on = app) {
  const w = await on.world();
  await w.admin.api('PATCH', '/api/settings', { SharingAsAService: true });
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Shared');
  const documentId = await ann.document(folderId, 'a.txt');
  const share = async (path: string, body: Record<string, unknown> = {}) =>
    (await ann.api('POST', `/api/${path}/share`, { AllowView: true, Recipients: ['x@recipients.test'], ...body })).body;
  const statusOf = async (path: string, { ShareId }: { ShareId: number }) => {
    const [row] = await on.sql<{ status: string; isRefused: boolean }[]>`
      select status, refused_at is not null as "isRefused" from shares where share_id = ${ShareId}`;
    const { status } = await ann.api('GET', `/api/${path}/shares/${ShareId}`);
    return { answer: status, ...row };
  };
  const noticesOfAnn = async () =>
    (await on.sql<{ message: string }[]>`select message from notifications where user_id = ${ann.userId}`).map(
      ({ message }) => message,
    );
  return { w, ann, folderId, documentId, folder: `folders/${folderId}`, share, statusOf, noticesOfAnn };
}

const ACTIVE = { answer: 200, status: 'Active', isRefused: false };
const WAITING = { answer: 200, status: 'Pending', isRefused: false };
const REFUSED = { answer: 200, status: 'Pending', isRefused: true };

async function pathOfContent(documentId: number): Promise<string> {
  const [row] = await app.sql<{ key: string }[]>`
    select storage_key as key from documents join blobs using (deployment_id, blob_id) where document_id = ${documentId}`;
  return join(app.dataDir, 'blobs', row?.key ?? '');
}

test('with SharingAsAService a share is Pending until its content was checked; then its mails are sent', async () => {
  const { folder, documentId, share, statusOf, noticesOfAnn } = await worldThatPrepares();
  for (const path of [folder, `documents/${documentId}`]) {
    const made = await share(path);
    assert.deepEqual(await statusOf(path, made), WAITING);
    if (path === folder) assert.equal(made.Status, 'Pending');
    const [queued] =
      await app.sql`select count(*)::int as n from graphile_worker.jobs where task_identifier = 'send-mail'`;
    assert.equal(queued?.['n'], 0);
    await app.runJobs();
    assert.deepEqual(await statusOf(path, made), ACTIVE);
    assert.match(server.takeMailTo('x@recipients.test').text ?? '', /Ann \(.*\) shared the/);
  }
  assert.deepEqual(await noticesOfAnn(), []);
});

test('without the setting no content is checked', async () => {
  const { w, folder, share } = await worldThatPrepares();
  await w.admin.api('PATCH', '/api/settings', { SharingAsAService: false });
  const { Status } = await share(folder, { NotifyRecipients: false });
  assert.equal(Status, 'Active');
});

test('damaged and missing contents refuse the share; the creator is notified once, the recipients never', async () => {
  for (const harm of [(path: string) => writeFile(path, 'other bytes'), (path: string) => rm(path)]) {
    const { ann, folder, folderId, share, statusOf, noticesOfAnn } = await worldThatPrepares();
    const deeper = (await ann.api('POST', `/api/${folder}/folders`, { FolderName: 'Deeper' })).body.FolderId;
    const damagedId = await ann.document(deeper, 'b [x].txt', crypto.randomUUID());
    await harm(await pathOfContent(damagedId));
    const made = await share(folder);
    await app.runJobs();
    assert.deepEqual(await statusOf(folder, made), REFUSED);
    const mail = server.takeMailTo(ann.email);
    assert.equal(mail.subject, 'Your link to “Shared” couldn’t be activated');
    assert.match(mail.text ?? '', /The document “b \[x\]\.txt” can’t be shared: its content is damaged\./);
    assert.deepEqual(server.received, [], 'nobody else is written to');
    const notice = `Your link to [@FolderId=${folderId}]Shared[/], which holds [@DocumentId=${damagedId}]b \\[x].txt[/], couldn’t be activated: its content is damaged.`;
    assert.deepEqual(await noticesOfAnn(), [notice]);
    const alone = await share(`documents/${damagedId}`);
    await app.runJobs();
    assert.deepEqual(await statusOf(`documents/${damagedId}`, alone), REFUSED);
    server.takeMailTo(ann.email);
    assert.equal(
      (await noticesOfAnn())[1],
      `Your link to [@DocumentId=${damagedId}]b \\[x].txt[/] couldn’t be activated: its content is damaged.`,
    );
    const held = await app.sql`select from mails where held_for is not null`;
    assert.equal(held.length, 0);
  }
});

test('content that visitors cannot access is not checked: older revisions, the trash, denied items', async () => {
  const { w } = await worldThatPrepares();
  const { body } = await w.admin.api('POST', '/api/libraries', { LibraryName: crypto.randomUUID() });
  const folderId = await w.admin.folder(body.LibraryId, 'Shared');
  await grant(app, w.bob, { folderId }, { allow: ['Grant'] });
  const ids = [];
  for (const name of ['denied.txt', 'trashed.txt', 'revised.txt']) {
    ids.push(await w.admin.document(folderId, name, crypto.randomUUID()));
  }
  const [denied = 0, trashed = 0, revised = 0] = ids;
  for (const id of ids) await rm(await pathOfContent(id));
  await grant(app, w.bob, { documentId: denied }, { deny: ['Read'] });
  await w.admin.api('DELETE', `/api/documents/${trashed}`);
  await w.admin.revise(revised, 'revised.txt', 'sound');
  const answer = await w.bob.api('POST', `/api/folders/${folderId}/share`, { AllowView: true });
  await app.runJobs();
  assert.equal(
    (await w.bob.api('GET', `/api/folders/${folderId}/shares/${answer.body.ShareId}`)).body.Status,
    'Active',
  );
});

test('every content of a large folder is checked', async () => {
  const { ann, folderId, folder, share, statusOf } = await worldThatPrepares();
  const ids = [];
  for (let n = 0; n < 205; n += 1) ids.push(await ann.document(folderId, `${n}.txt`, `${n} ${crypto.randomUUID()}`));
  const made = await share(folder, { NotifyRecipients: false });
  await rm(await pathOfContent(ids.at(-1) ?? 0));
  await app.runJobs();
  assert.deepEqual(await statusOf(folder, made), REFUSED);
  server.takeMailTo(ann.email);
});

test('a share revoked meanwhile stays revoked, and its mails are deleted', async () => {
  for (const isLate of [false, true]) {
    const { w, ann, documentId, share } = await worldThatPrepares();
    const path = `documents/${documentId}`;
    const { ShareId } = await share(path);
    let working: Promise<void> | undefined;
    await app.sql.begin(async (tx) => {
      await tx`update shares set revoked_at = ${app.clock.now} where share_id = ${ShareId}`;
      if (!isLate) return;
      // Its content was read by now, and it is to become Active.
      working = app.runJobs();
      await untilWaiting(app);
    });
    await working;
    await app.runJobs();
    assert.equal((await app.sql`select from mails where deployment_id = ${w.deploymentId}`).length, 0);
    assert.deepEqual(server.received, []);
    const [row] = await app.sql`select status from shares where share_id = ${ShareId}`;
    assert.equal(row?.['status'], 'Pending');
    assert.equal((await ann.api('GET', `/api/${path}/shares/${ShareId}`)).status, 404);
  }
});

test('purging the item deletes the held mails', async () => {
  const { w, folder, ann, share } = await worldThatPrepares();
  await share(folder);
  assert.equal((await ann.api('DELETE', `/api/${folder}?purge=true`)).status, 204);
  await app.runJobs();
  const left = await app.sql`select from mails where deployment_id = ${w.deploymentId} and state = 'queued'`;
  assert.equal(left.length, 0);
  server.received.splice(0);
});

test('with a malware scanner, shares with malware or unscannable content are refused', { skip }, async () => {
  const reasons: [string | Buffer, RegExp][] = [
    [`x${MALWARE}`, /it contains malware \(Carrel\.Test\.Malware\.UNOFFICIAL\)\./],
    [Buffer.alloc(STREAM_MAX_BYTES + 1), /the malware scanner did not accept it, possibly because of its size\./],
  ];
  for (const [content, reason] of reasons) {
    const { ann, folderId, folder, share, statusOf } = await worldThatPrepares(scanning);
    const clean = await share(folder);
    await scanning.runJobs();
    assert.deepEqual(await statusOf(folder, clean), ACTIVE);
    server.takeMailTo('x@recipients.test');
    await ann.document(folderId, 'bad.bin', content);
    const bad = await share(folder);
    await scanning.runJobs();
    assert.deepEqual(await statusOf(folder, bad), REFUSED);
    assert.match(server.takeMailTo(ann.email).text ?? '', reason);
    assert.deepEqual(server.received, []);
  }
});

test('shares wait while the malware scanner is unavailable, and continue afterwards', { skip }, async () => {
  const { folder, share, statusOf } = await worldThatPrepares(scanning);
  const made = await share(folder);
  await clamd?.stop();
  await assert.rejects(scanning.runJobs(), /clamd does not respond/);
  assert.deepEqual(await statusOf(folder, made), WAITING);
  await clamd?.start();
  await scanning.sql`update graphile_worker._private_jobs set run_at = now()`;
  await scanning.runJobs();
  assert.deepEqual(await statusOf(folder, made), ACTIVE);
  server.takeMailTo('x@recipients.test');
});

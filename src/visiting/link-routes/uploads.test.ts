import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revokeAll, grant } from '../../../test/factories/permissions.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { hold, untilWaiting } from '../../../test/waiting.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { TUS, metadata } from '../../library/staged-uploads/tus.fixture.ts';
import { bring, referenceOfShare, visitor } from '../visits/visitor.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url });

async function sharedFolder(more: Record<string, string | boolean | Date> = { allow_upload: true }) {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Plans');
  const shareId = await makeShare(app, w.ann, { folderId }, more);
  const reference = await referenceOfShare(app, shareId);
  return { w, ann: w.ann, folderId, shareId, reference, somebody: visitor(app, reference) };
}

test('a visitor creates folders and uploads documents, which are recorded as theirs', async () => {
  const { w, folderId, shareId, somebody } = await sharedFolder();
  const made = await somebody.ask('POST', `/folders/${folderId}/folders`, { FolderPath: 'Scans/May' });
  assert.deepEqual([made.status, made.body.FolderName], [201, 'May']);
  const again = await somebody.ask('POST', `/folders/${folderId}/folders`, { FolderPath: 'scans/may' });
  assert.deepEqual([again.status, again.body], [200, made.body]);
  const UploadId = await bring(app, somebody, 'a.txt', 'first');
  const path = `/folders/${made.body.FolderId}/documents`;
  const stored = await somebody.ask('POST', path, { UploadId });
  assert.deepEqual([stored.status, stored.body.DocumentName, stored.body.DocumentSize], [201, 'a.txt', 5]);
  assert.deepEqual((await somebody.ask('POST', path, { UploadId })).body, stored.body, 'asked again, the same');
  const twin = await bring(app, somebody, 'a.txt', 'first');
  assert.equal((await somebody.ask('POST', path, { UploadId: twin })).status, 409);
  const rows = await app.sql`
    select activity_type as type, user_id as "userId", visitor_email as email, content_name as name, details from activity
    where deployment_id = ${w.deploymentId} and user_id = 0 order by activity_id`;
  const visitors = { userId: 0, email: null, details: { shareId } };
  assert.deepEqual(
    [...rows],
    [
      { type: 'FolderCreated', name: 'Scans', ...visitors },
      { type: 'FolderCreated', name: 'May', ...visitors },
      { type: 'DocumentCreated', name: 'a.txt', ...visitors },
    ],
  );
});

test('an upload resumes where it stopped, also in another browser, for its visitor only', async () => {
  const { ann, somebody, reference } = await sharedFolder();
  const headers = { ...TUS, 'upload-length': '5', 'upload-metadata': metadata({ filename: 'a.txt' }) };
  const begun = await somebody.ask('POST', '/uploads', undefined, headers);
  const ends = new Date(app.clock.now.getTime() + 24 * 3_600_000).toUTCString();
  assert.deepEqual([begun.status, begun.headers.get('upload-expires')], [201, ends]);
  const location = begun.headers.get('location') ?? '';
  const path = location.replace(`/link/${reference}`, '');
  const state = await visitor(app, reference).ask('HEAD', path, undefined, TUS);
  assert.deepEqual([state.status, state.headers.get('upload-offset')], [200, '0']);
  const identifier = path.split('/').at(-1);
  assert.equal((await ann.api('HEAD', `/api/uploads/${identifier}`, undefined, TUS)).status, 404);
  const other = await sharedFolder();
  assert.equal((await other.somebody.ask('HEAD', path, undefined, TUS)).status, 404);
  assert.equal((await somebody.ask('DELETE', path, undefined, TUS)).status, 204);
  assert.equal((await somebody.ask('HEAD', path, undefined, TUS)).status, 404);
  const second = await somebody.ask('POST', '/uploads', undefined, headers);
  app.clock.advance(24 * 3_600_000);
  const gone = (second.headers.get('location') ?? '').replace(`/link/${reference}`, '');
  assert.equal((await somebody.ask('HEAD', gone, undefined, TUS)).status, 404);
});

test('an editable document gets a new revision and keeps its name', async () => {
  const { w, ann } = await sharedFolder();
  const folderId = await ann.folder(ann.libraryId, 'More');
  const documentId = await ann.document(folderId, 'a.txt', 'first');
  const shareId = await makeShare(app, ann, { documentId }, { allow_edit: true, allow_download: true });
  const somebody = visitor(app, await referenceOfShare(app, shareId));
  const UploadId = await bring(app, somebody, 'new.txt', 'second');
  const made = await somebody.ask('POST', `/documents/${documentId}/revisions`, { UploadId });
  assert.deepEqual([made.status, made.body], [201, { RevisionNumber: 2 }]);
  assert.equal((await somebody.ask('GET', `/documents/${documentId}/content`)).text, 'second');
  const [row] = await app.sql`
    select user_id as "userId", content_name as name from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'DocumentRevised'`;
  assert.deepEqual(row, { userId: 0, name: 'a.txt' });
});

test('a duplicate upload by a visitor returns the existing document and notifies nobody', async () => {
  const { w, ann } = await sharedFolder();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'More'), 'a.txt', 'first');
  const shareId = await makeShare(app, ann, { documentId }, { allow_edit: true });
  app.clock.advance(1000);
  const somebody = visitor(app, await referenceOfShare(app, shareId));
  const UploadId = await bring(app, somebody, 'a.txt', 'first');
  const made = await somebody.ask('POST', `/documents/${documentId}/revisions`, { uploadid: UploadId });
  assert.deepEqual([made.status, made.body], [200, { RevisionNumber: 1 }]);
  const rows = await app.sql`
    select from activity where deployment_id = ${w.deploymentId} and activity_type = 'DocumentRevised'`;
  assert.equal(rows.length, 0);
  app.clock.advance(600_000);
  await app.runJobs();
  assert.deepEqual(
    server.received.filter(({ to }) => to.includes(ann.email)),
    [],
  );
});

test("without the creator's Write nothing can be uploaded or finalized", async () => {
  const { w } = await sharedFolder();
  const libraryId = await makeLibrary(w.admin);
  await grant(app, w.ann, { libraryId }, { allow: ['Write', 'Grant'] });
  const folderId = await w.ann.folder(libraryId, 'Plans');
  const shareId = await makeShare(app, w.ann, { folderId }, { allow_upload: true });
  const somebody = visitor(app, await referenceOfShare(app, shareId));
  const UploadId = await bring(app, somebody, 'a.txt', 'first');
  await revokeAll(app, w.ann);
  await grant(app, w.ann, { libraryId }, { allow: ['Read'] });
  assert.equal((await somebody.ask('POST', `/folders/${folderId}/documents`, { UploadId })).status, 403);
  assert.equal((await somebody.ask('POST', `/folders/${folderId}/folders`, { FolderPath: 'x' })).status, 403);
  assert.equal((await somebody.ask('GET', '')).body.Allow.Upload, false);
});

test('an upload is not finalized once its folder has left the shared item, or the link has ended', async () => {
  for (const [end, status] of [
    ['move', 404],
    ['revoke', 410],
  ] as const) {
    const { ann, folderId, somebody, shareId } = await sharedFolder();
    const { FolderId: inner } = (await somebody.ask('POST', `/folders/${folderId}/folders`, { FolderPath: 'Inner' }))
      .body;
    const UploadId = await bring(app, somebody, 'late.txt', 'late');
    // The content is still being read, as far as the rest of the service can see.
    const release = await hold(app, (tx) => tx`select from staged_uploads where identifier = ${UploadId} for update`);
    const made = somebody.ask('POST', `/folders/${inner}/documents`, { UploadId });
    await untilWaiting(app);
    if (end === 'move') await ann.api('PATCH', `/api/folders/${inner}`, { LibraryId: ann.libraryId });
    else await ann.api('DELETE', `/api/folders/${folderId}/shares/${shareId}`);
    await release();
    assert.equal((await made).status, status, end);
    assert.deepEqual((await ann.api('GET', `/api/folders/${inner}/documents`)).body, [], end);
  }
});

test('with Upload only, a visitor sees folder names and no documents', async () => {
  const { ann, folderId, somebody } = await sharedFolder({ allow_view: false, allow_upload: true });
  const documentId = await ann.document(folderId, 'a.txt');
  await ann.api('POST', `/api/folders/${folderId}/folders`, { FolderName: 'Inner' });
  const { body } = await somebody.ask('GET', `/folders/${folderId}`);
  assert.deepEqual([body.Folders.map((f: { FolderName: string }) => f.FolderName), body.Documents], [['Inner'], []]);
  assert.equal('DocumentCount' in body.Folders[0], false);
  assert.equal((await somebody.ask('GET', `/documents/${documentId}/content`)).status, 403);
  assert.equal((await somebody.ask('GET', `/folders/${folderId}/size`)).status, 403);
});

test('the creator of a link is notified once of uploads within a few minutes', async () => {
  const { ann, folderId, somebody } = await sharedFolder();
  const store = async (name: string) => {
    const UploadId = await bring(app, somebody, name, name);
    assert.equal((await somebody.ask('POST', `/folders/${folderId}/documents`, { UploadId })).status, 201);
  };
  await Promise.all(['a.txt', 'b [x](y).txt', '[@UserId=1]c.txt'].map(store));
  await app.runJobs();
  const mail = server.takeMailTo(ann.email);
  assert.equal(mail.subject, '3 new documents in “Plans”');
  for (const name of ['a.txt', 'b [x](y).txt', '[@UserId=1]c.txt']) assert.ok(mail.text?.includes(`${name}\n`), name);
  const notifications = await app.sql`select message from notifications where user_id = ${ann.userId}`;
  assert.deepEqual(
    [...notifications],
    [{ message: `Someone with the link uploaded 3 documents through your link to [@FolderId=${folderId}]Plans[/].` }],
  );
  await app.runJobs();
  assert.equal(server.received.filter(({ to }) => to.includes(ann.email)).length, 0);
  app.clock.advance(60_000);
  await store('d.txt');
  await app.runJobs();
  const next = server.takeMailTo(ann.email);
  assert.equal(next.subject, 'New document in “Plans”');
  assert.ok(!next.text?.includes('a.txt'));
});

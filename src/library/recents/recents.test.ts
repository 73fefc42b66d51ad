import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../../test/client.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { addRecipient, makeShare } from '../../../test/factories/shares.ts';
import { makeTagType } from '../../../test/factories/tags.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';
import { MAX_RECENT } from './recents.queries.ts';
import { pruneRecentJob } from './recents.jobs.ts';

const app = await startApp();
const PATH = '/api/users/me/recents';
const DAY_MS = 86_400_000;

type Recent = { DocumentId: number; DocumentName: string; LastAction: string };
const list = async (person: Client): Promise<Recent[]> => (await person.api('GET', PATH)).body;
const names = async (person: Client) => (await list(person)).map(({ DocumentName }) => DocumentName);
const actions = async (person: Client) => (await list(person)).map(({ LastAction }) => LastAction);

/** Ann has stored a document in her library half a minute ago; Bob reads it. */
async function worldWithDocument() {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Drafts');
  const documentId = await w.ann.document(folderId, 'draft.txt');
  await grant(app, w.bob, { folderId }, { allow: ['Read'] });
  app.clock.advance(30_000);
  return { w, ann: w.ann, bob: w.bob, folderId, documentId };
}

test('each document is listed once with its last action, the latest first', async () => {
  const { ann, bob, folderId, documentId } = await worldWithDocument();
  assert.deepEqual(await list(bob), []);
  const second = await ann.document(folderId, 'second.txt');
  assert.deepEqual(await names(ann), ['second.txt', 'draft.txt']);
  app.clock.advance(30_000);
  await ann.api('GET', `/api/documents/${documentId}/content`);
  const document = (await ann.api('GET', `/api/documents/${documentId}`)).body;
  const [first, ...others] = await list(ann);
  assert.deepEqual(first, {
    ...document,
    FolderName: 'Drafts',
    IsStarred: false,
    LastAction: 'Opened',
    LastActionDate: app.clock.now.toISOString(),
  });
  assert.deepEqual(
    others.map(({ DocumentId, LastAction }) => [DocumentId, LastAction]),
    [[second, 'Uploaded']],
  );
});

test('each change by the person counts, and each way to read', async () => {
  const { w, ann, folderId, documentId } = await worldWithDocument();
  const path = `/api/documents/${documentId}`;
  const other = await ann.folder(ann.libraryId, 'Other');
  const tagTypeId = await makeTagType(ann, ann.libraryId, 'State');
  const changes: [string, () => Promise<unknown>][] = [
    ['Opened', () => ann.api('GET', `${path}/preview`)],
    ['Changed', () => ann.revise(documentId, 'draft.txt', 'second')],
    ['Opened', () => ann.api('GET', `${path}/content`)],
    ['Changed', () => ann.api('PATCH', path, { DocumentName: 'renamed.txt' })],
    ['Opened', () => ann.api('GET', `${path}/content`, undefined, { range: 'bytes=2-' })],
    ['Changed', () => ann.api('PATCH', path, { FolderId: other })],
    ['Opened', () => ann.api('GET', `${path}/content`)],
    ['Changed', () => ann.api('PUT', `${path}/systemtags`, [{ TagTypeId: tagTypeId, Value: 'New' }])],
    ['Opened', () => ann.api('GET', `${path}/content`)],
  ];
  for (const [action, change] of changes) {
    // Repeated reads are recorded again after ten minutes.
    app.clock.advance(660_000);
    await change();
    assert.deepEqual([await actions(ann), await actions(w.admin)], [[action], []]);
  }
  await ann.api('POST', `${path}/copy`, { FolderId: folderId });
  assert.deepEqual(await actions(ann), ['Uploaded', 'Opened']);
});

test('opening a document right after changing it keeps the change as its last action', async () => {
  const { ann, documentId } = await worldWithDocument();
  await ann.revise(documentId, 'draft.txt', 'second');
  await ann.api('GET', `/api/documents/${documentId}/content`);
  assert.deepEqual(await actions(ann), ['Changed']);
});

test('archives, small thumbnails, refused reads, sync clients and visitors do not count as use by the person', async () => {
  const { w, ann, bob, folderId, documentId } = await worldWithDocument();
  await bob.api('GET', `/api/folders/${folderId}/zip`);
  await bob.api('GET', `/api/documents/${documentId}/thumbnail`);
  await w.stranger.api('GET', `/api/documents/${documentId}/content`);
  const { body: token } = await bob.api('POST', `/api/users/${bob.userId}/tokens`, { Name: 'Sync', IsSync: true });
  await w.anonymous.api('GET', `/api/documents/${documentId}/content`, undefined, {
    authorization: `Bearer ${token.Token}`,
  });
  const share = await makeShare(app, bob, { documentId }, { allow_download: true });
  await addRecipient(app, { deploymentId: bob.deploymentId, shareId: share }, bob.email);
  assert.deepEqual([await list(bob), await list(w.stranger)], [[], []]);
  const made = await ann.api('POST', `/api/documents/${documentId}/share`, { AllowView: true, AllowDownload: true });
  const reference = made.body.Links.WebUri.split('/').at(-1);
  const before = await list(ann);
  const visit = await w.anonymous.api('GET', `/link/${reference}/documents/${documentId}/content`);
  assert.deepEqual([visit.status, await list(ann)], [200, before]);
});

test('unreadable documents and those in the trash are not listed, nor is the name of an unreadable folder', async () => {
  const { w, ann, bob, folderId, documentId } = await worldWithDocument();
  await bob.api('GET', `/api/documents/${documentId}/content`);
  assert.equal((await list(bob)).length, 1);
  for (const item of [`documents/${documentId}`, `folders/${folderId}`]) {
    await ann.api('DELETE', `/api/${item}`);
    assert.deepEqual(await list(bob), []);
    await ann.api('PATCH', `/api/${item}/restore`);
    assert.equal((await list(bob)).length, 1);
  }
  await ann.api('PUT', `/api/documents/${documentId}/permissions`, [{ UserId: bob.userId, Allow: ['Read'] }]);
  await ann.api('PUT', `/api/folders/${folderId}/permissions`, []);
  assert.deepEqual(
    (await bob.api('GET', PATH)).body.map(({ FolderName }: { FolderName: unknown }) => FolderName),
    [null],
  );
  await ann.api('PUT', `/api/documents/${documentId}/permissions`, []);
  assert.deepEqual(await list(bob), []);
  await ann.api('DELETE', `/api/documents/${documentId}?purge=true`);
  assert.deepEqual(await list(ann), []);
  await w.admin.api('DELETE', `/api/users/${bob.userId}`);
  assert.equal((await app.sql`select from recent_documents where user_id = ${bob.userId}`).length, 0);
});

test('the list is paged, and a job keeps 200 documents of 90 days', async () => {
  const { ann, folderId } = await worldWithDocument();
  await app.sql`delete from recent_documents where user_id = ${ann.userId}`;
  const ids: number[] = [];
  for (let i = 0; i < 5; i += 1) ids.push(await ann.document(folderId, `${i}.txt`));
  const pages = await everyPage<Recent>(ann, `${PATH}?top=2`);
  assert.deepEqual(
    pages.map((page) => page.map(({ DocumentId }) => DocumentId)),
    [[ids[4], ids[3]], [ids[2], ids[1]], [ids[0]]],
  );
  for (const query of ['?top=0', '?after=x', '?top=1001']) {
    assert.equal((await ann.api('GET', PATH + query)).status, 400);
  }
  const rows = async () => (await app.sql`select from recent_documents where user_id = ${ann.userId}`).length;
  await app.sql`
    insert into recent_documents (deployment_id, user_id, document_id, action, acted_at)
    select ${ann.deploymentId}, ${ann.userId}, -n, 'Opened', ${app.clock.now}::timestamptz + make_interval(secs => n)
    from generate_series(1, 300::integer) n`;
  await pruneRecentJob.run(app.deps, null);
  assert.equal(await rows(), MAX_RECENT);
  app.clock.advance(91 * DAY_MS);
  await pruneRecentJob.run(app.deps, null);
  assert.equal(await rows(), 0);
});

test('uploads and reads of one document at once leave one row', async () => {
  const { ann, documentId } = await worldWithDocument();
  const reads = Array.from({ length: 8 }, () => ann.api('GET', `/api/documents/${documentId}/content`));
  const changes = ['a', 'b'].map((content) => ann.revise(documentId, 'draft.txt', content));
  const answers = await Promise.all([...reads, ...changes]);
  assert.ok(answers.every(({ status }) => status < 300));
  assert.equal((await list(ann)).length, 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant, revokeAll } from '../../../test/factories/permissions.ts';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { referenceOf } from './reference.ts';
import { worldWithItems } from '../share-creation/share-creation.fixture.ts';

const app = await startApp({ webUrl: 'http://web.test' });

test('a folder lists its shares, newest first, with every field for their creator', async () => {
  const { ann, folderId } = await worldWithItems(app);
  const path = `/api/folders/${folderId}`;
  assert.deepEqual((await ann.api('GET', `${path}/shares`)).body, []);
  const expires_at = new Date('2026-05-01T00:00:00Z');
  const first = await makeShare(app, ann, { folderId }, { allow_upload: true, expires_at, password_hash: 'x' });
  const second = await makeShare(app, ann, { folderId }, { share_type: 'Template', status: 'Pending' });
  const { status, body } = await ann.api('GET', `${path}/share`);
  assert.deepEqual([status, body.map((share: { ShareId: number }) => share.ShareId)], [200, [second, first]]);
  const { ReferenceString: reference } = body[1];
  assert.match(reference, /^[\w-]{22}$/);
  const link = `http://web.test/folder/${folderId}/share/${reference}`;
  const common = { FolderId: folderId, CreatedBy: ann.email, DateCreated: app.clock.now.toISOString() };
  assert.deepEqual(body[1], {
    ...common,
    ShareId: first,
    ReferenceString: reference,
    Status: 'Active',
    ShareType: 'Content',
    Link: link,
    Links: { WebUri: link, Self: `http://carrel.test${path}/shares/${first}` },
    ExpiresOn: '2026-05-01T00:00:00.000Z',
    Name: null,
    AllowedDomains: [],
    MaxDownloads: null,
    AllowComment: false,
    NotifyOnOpen: 'never',
    Watermark: false,
    MaxUploadBytes: null,
    MaxUploadDocuments: null,
    AccessCodeRequired: false,
    HasPassword: true,
    AllowView: true,
    AllowDownload: false,
    AllowUpload: true,
  });
  assert.deepEqual([body[0].Status, body[0].ShareType, body[0].ExpiresOn], ['Pending', 'Template', null]);
  assert.notEqual(body[0].ReferenceString, reference);
  assert.deepEqual((await ann.api('GET', `${path}/shares`)).body, body);
  for (const form of ['share', 'shares']) {
    assert.deepEqual((await ann.api('GET', `${path}/${form}/${first}`)).body, body[1]);
  }
  const page = await ann.api('GET', `${path}/shares?top=1`);
  const next = /<http:\/\/carrel.test([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  assert.deepEqual([...page.body, ...(await ann.api('GET', next)).body], body);
});

test('shares of a document have their own shape', async () => {
  const { ann, documentId } = await worldWithItems(app);
  const shareId = await makeShare(app, ann, { documentId }, { allow_edit: true, access_code_required: true });
  const { body } = await ann.api('GET', `/api/documents/${documentId}/share`);
  const { WebUri } = body[0].Links;
  assert.match(WebUri, new RegExp(`^http://web.test/document/${documentId}/share/[\\w-]{22}$`));
  assert.deepEqual(body, [
    {
      ShareId: shareId,
      DocumentId: documentId,
      ReferenceString: WebUri.split('/').at(-1),
      Links: { WebUri, Self: `http://carrel.test/api/documents/${documentId}/shares/${shareId}` },
      CreatedBy: ann.email,
      DateCreated: app.clock.now.toISOString(),
      ExpiresOn: null,
      Name: null,
      AllowedDomains: [],
      MaxDownloads: null,
      AllowComment: false,
      NotifyOnOpen: 'never',
      Watermark: false,
      MaxUploadBytes: null,
      MaxUploadDocuments: null,
      AccessCodeRequired: true,
      HasPassword: false,
      AllowView: true,
      AllowDownload: false,
      AllowEdit: true,
    },
  ]);
  assert.deepEqual((await ann.api('GET', `/api/documents/${documentId}/shares/${shareId}`)).body, body[0]);
});

test('a reference is not stored, and cannot be derived without its salt', async () => {
  const { ann, folderId } = await worldWithItems(app);
  const shareId = await makeShare(app, ann, { folderId });
  const { body } = await ann.api('GET', `/api/folders/${folderId}/share/${shareId}`);
  const [row] = await app.sql`select * from shares where share_id = ${shareId}`;
  assert.ok(!JSON.stringify(row).includes(body.ReferenceString));
  assert.ok(hashSecret(body.ReferenceString).equals(row?.['reference_hash']));
  assert.notEqual(
    referenceOf(Buffer.from('another key of thirty-two letters'), row?.['reference_salt']),
    body.ReferenceString,
  );
});

test('creators see their own shares, users with Grant all, readers none of others', async () => {
  const { w, ann, bob, folderId } = await worldWithItems(app);
  await grant(app, bob, { folderId }, { allow: ['Read'] });
  const mine = await makeShare(app, bob, { folderId });
  const hers = await makeShare(app, ann, { folderId });
  const path = `/api/folders/${folderId}/shares`;
  const idsFor = async (person: typeof ann) =>
    (await person.api('GET', path)).body.map((share: { ShareId: number }) => share.ShareId);
  assert.deepEqual([await idsFor(ann), await idsFor(bob)], [[hers, mine], [mine]]);
  assert.equal((await bob.api('GET', `${path}/${mine}`)).status, 200);
  assert.equal((await bob.api('GET', `${path}/${hers}`)).status, 403);
  assert.equal((await bob.api('DELETE', `${path}/${hers}`)).status, 403);
  assert.equal((await w.stranger.api('GET', path)).status, 403);
  assert.equal((await w.other.api('GET', path)).status, 404);
  await revokeAll(app, bob);
  assert.equal((await bob.api('GET', path)).status, 403);
  assert.equal((await bob.api('DELETE', `${path}/${mine}`)).status, 204);
});

test('a share is revoked at every address: 204, then 404, and it is logged', async () => {
  const { w, ann, folderId, documentId } = await worldWithItems(app);
  const addresses = [
    [{ folderId }, `/api/folders/${folderId}/share`],
    [{ folderId }, `/api/folders/${folderId}/shares`],
    [{ documentId }, `/api/documents/${documentId}`],
    [{ documentId }, `/api/documents/${documentId}/share`],
    [{ documentId }, `/api/documents/${documentId}/shares`],
  ] as const;
  for (const [item, path] of addresses) {
    const address = `${path}/${await makeShare(app, ann, item)}`;
    const { status, text } = await ann.api('DELETE', address);
    assert.deepEqual([status, text], [204, ''], address);
    assert.equal((await ann.api('DELETE', address)).status, 404);
  }
  for (const [kind, id] of [
    ['folders', folderId],
    ['documents', documentId],
  ] as const) {
    assert.deepEqual((await ann.api('GET', `/api/${kind}/${id}/shares`)).body, []);
  }
  const logged = await app.sql`
    select activity_type as type, content_name as name from activity
    where deployment_id = ${w.deploymentId} and activity_type like '%LinkRevoked' order by activity_id`;
  const [folder, document] = [
    { type: 'FolderLinkRevoked', name: 'Shared' },
    { type: 'DocumentLinkRevoked', name: 'a.txt' },
  ];
  assert.deepEqual(
    logged.map((row) => ({ ...row })),
    [folder, folder, document, document, document],
  );
});

test('of two concurrent revocations one returns 204, the other 404', async () => {
  const { ann, folderId } = await worldWithItems(app);
  const path = `/api/folders/${folderId}/shares/${await makeShare(app, ann, { folderId })}`;
  const answers = await Promise.all([1, 2, 3].map(() => ann.api('DELETE', path)));
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [204, 404, 404],
  );
});

test('a share is found under its own item only, and not while that is in the trash', async () => {
  const { ann, folderId, documentId } = await worldWithItems(app);
  const shareId = await makeShare(app, ann, { folderId });
  const other = await ann.folder(ann.libraryId, 'Other');
  for (const path of [`/api/folders/${other}`, `/api/documents/${documentId}`, '/api/folders/999999999']) {
    assert.equal((await ann.api('GET', `${path}/shares/${shareId}`)).status, 404, path);
  }
  for (const id of ['x', '0', '1.5', '999999999']) {
    assert.equal((await ann.api('GET', `/api/folders/${folderId}/shares/${id}`)).status, 404, id);
  }
  await ann.api('DELETE', `/api/folders/${folderId}`);
  assert.equal((await ann.api('GET', `/api/folders/${folderId}/shares`)).status, 404);
  assert.equal((await ann.api('GET', `/api/folders/${folderId}/shares/${shareId}`)).status, 404);
  await ann.api('PATCH', `/api/folders/${folderId}/restore`);
  assert.equal((await ann.api('GET', `/api/folders/${folderId}/shares/${shareId}`)).status, 200);
});

test('purging deletes the shares', async () => {
  const { w, admin, folderId, documentId } = await worldInCorporateLibrary();
  await makeShare(app, admin, { folderId });
  await makeShare(app, admin, { documentId });
  await admin.api('DELETE', `/api/folders/${folderId}?purge=true`);
  await app.runJobs();
  assert.equal((await app.sql`select from shares where deployment_id = ${w.deploymentId}`).length, 0);
});

test("deleting a user revokes only that user's shares", async () => {
  const { w, admin, folderId } = await worldInCorporateLibrary();
  await grant(app, w.bob, { folderId }, { allow: ['Grant'] });
  await makeShare(app, w.bob, { folderId });
  const kept = await makeShare(app, admin, { folderId });
  await admin.api('DELETE', `/api/users/${w.bob.userId}`);
  const { body } = await admin.api('GET', `/api/folders/${folderId}/shares`);
  assert.deepEqual(
    body.map((share: { ShareId: number }) => share.ShareId),
    [kept],
  );
});

test('users with Grant see the shares of others, but no link that bypasses a denial', async () => {
  const { w, admin, folderId, documentId } = await worldInCorporateLibrary();
  const denied = (await admin.api('POST', `/api/folders/${folderId}/folders`, { FolderName: 'Denied' })).body.FolderId;
  await grant(app, w.bob, { folderId }, { allow: ['Grant', 'Write'] });
  await grant(app, w.bob, { folderId: denied }, { deny: ['Read'] });
  await grant(app, w.ann, { folderId }, { allow: ['Grant'] });
  const [ofFolder, ofDocument] = [
    await makeShare(app, admin, { folderId }),
    await makeShare(app, w.ann, { documentId }),
  ];
  for (const path of [`/api/folders/${folderId}/shares`, `/api/folders/${folderId}/shares/${ofFolder}`]) {
    const { status, body } = await w.bob.api('GET', path);
    const share = Array.isArray(body) ? body[0] : body;
    const page = `http://web.test/folders/${folderId}`;
    assert.deepEqual(
      [status, share.ShareId, share.ReferenceString, share.Link, share.Links.WebUri],
      [200, ofFolder, '', page, page],
    );
  }
  const ofOthers = await w.bob.api('GET', `/api/documents/${documentId}/shares/${ofDocument}`);
  assert.equal(ofOthers.body.Links.WebUri, `http://web.test/documents/${documentId}`);
  for (const knowing of [admin, w.ann]) {
    const { body } = await knowing.api('GET', `/api/documents/${documentId}/shares/${ofDocument}`);
    assert.match(body.Links.WebUri, /\/share\/[\w-]{22}$/);
  }
  assert.equal((await w.bob.api('DELETE', `/api/folders/${folderId}/shares/${ofFolder}`)).status, 204);
});

async function worldInCorporateLibrary() {
  const w = await app.world();
  const { body } = await w.admin.api('POST', '/api/libraries', { LibraryName: crypto.randomUUID() });
  const folderId = await w.admin.folder(body.LibraryId, 'Shared');
  const documentId = await w.admin.document(folderId, 'a.txt');
  return { w, admin: w.admin, folderId, documentId };
}

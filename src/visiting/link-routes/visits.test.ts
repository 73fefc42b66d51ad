import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeShare } from '../../../test/factories/shares.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { referenceOfShare, visitor } from '../visits/visitor.fixture.ts';

const app = await startApp({ webUrl: 'http://web.test' });

async function sharedFolder(more: Record<string, string | boolean | Date> = {}) {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Plans');
  const shareId = await makeShare(app, w.ann, { folderId }, more);
  const reference = await referenceOfShare(app, shareId);
  return { w, ann: w.ann, folderId, shareId, reference, somebody: visitor(app, reference) };
}

const PASSWORD = 'open sesame now';

async function withPassword(flags: Record<string, boolean> = { AllowView: true }) {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Plans');
  const { body } = await w.ann.api('POST', `/api/folders/${folderId}/share`, { ...flags, Password: PASSWORD });
  const reference: string = body.ReferenceString;
  return { w, ann: w.ann, folderId, reference, somebody: visitor(app, reference) };
}

test('an unlocked link shows sharer, item and permissions at once', async () => {
  const { w, folderId, somebody } = await sharedFolder({ allow_download: true, allow_upload: true });
  await w.admin.api('PATCH', '/api/settings', { Branding: { Name: 'Smith & Sons', Color: '#aa0000' } });
  const { status, body, headers } = await somebody.ask('GET', '');
  assert.equal(status, 200);
  assert.deepEqual(body, {
    Kind: 'folder',
    ItemId: folderId,
    TaskId: null,
    ShareType: 'Content',
    Status: 'Active',
    SharedBy: { Name: 'Ann', Email: w.ann.email },
    ExpiresOn: null,
    Protection: 'none',
    IsUnlocked: true,
    Code: null,
    Item: { FolderId: folderId, Name: 'Plans' },
    Allow: { View: true, Download: true, Upload: true, Edit: false, Comment: false },
    Watermark: false,
    DownloadsLeft: null,
    UploadLimits: {
      MaxUploadBytes: 10 * 1024 ** 3,
      MaxUploadDocuments: 1000,
      UploadedBytes: 0,
      UploadedDocuments: 0,
    },
    Branding: { Name: 'Smith & Sons', Color: '#aa0000', LogoUri: null },
  });
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-robots-tag'), 'noindex');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
});

test('a password opens the link in this browser for 12 hours, and hides everything before', async () => {
  const { somebody, folderId } = await withPassword();
  const locked = (await somebody.ask('GET', '')).body;
  assert.deepEqual([locked.Protection, locked.IsUnlocked, locked.Item], ['password', false, null]);
  assert.equal((await somebody.ask('GET', `/folders/${folderId}`)).status, 401);
  assert.equal((await somebody.ask('POST', '/unlock', { Password: 'wrong' })).status, 403);
  assert.equal((await somebody.ask('POST', '/unlock', {})).status, 400);
  const unlocked = await somebody.ask('POST', '/unlock', { Password: PASSWORD });
  assert.deepEqual(
    [unlocked.status, unlocked.body.IsUnlocked, unlocked.body.Item],
    [200, true, { FolderId: folderId, Name: 'Plans' }],
  );
  assert.match(
    unlocked.headers.getSetCookie()[0] ?? '',
    /^carrel_visit=[^;]+; Max-Age=43200; Path=\/link\/[\w-]{22}; HttpOnly; SameSite=Lax$/,
  );
  assert.equal((await somebody.ask('GET', `/folders/${folderId}`)).status, 200);
  app.clock.advance(12 * 3_600_000);
  assert.equal((await somebody.ask('GET', `/folders/${folderId}`)).status, 401);
});

test('the cookie of one share opens no other share, nor does a forged one', async () => {
  const [one, other] = [await withPassword(), await withPassword()];
  await one.somebody.ask('POST', '/unlock', { Password: PASSWORD });
  const cookie = one.somebody.cookies.get('carrel_visit') ?? '';
  other.somebody.cookies.set('carrel_visit', cookie);
  assert.equal((await other.somebody.ask('GET', `/folders/${other.folderId}`)).status, 401);
  const [recipient, ends = '', proof = ''] = cookie.split('.');
  const forged = [
    `7.${ends}.${proof}`,
    `${recipient}.${Number(ends) + 1}.${proof}`,
    `${recipient}.${ends}.`,
    'x',
    '..',
  ];
  for (const value of forged) {
    one.somebody.cookies.set('carrel_visit', value);
    assert.equal((await one.somebody.ask('GET', `/folders/${one.folderId}`)).status, 401, value);
  }
});

test('after ten wrong passwords an address must wait, even with the correct one', async () => {
  const { somebody, ann } = await withPassword();
  for (let i = 0; i < 10; i += 1) await somebody.ask('POST', '/unlock', { Password: 'wrong' });
  const refused = await somebody.ask('POST', '/unlock', { Password: PASSWORD });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal((await ann.api('GET', '/api/users/me')).status, 200);
});

test('strangers without the link cannot use up the attempts of its visitors', async () => {
  const { somebody, folderId, ann } = await withPassword();
  const [share] = (await ann.api('GET', `/api/folders/${folderId}/shares`)).body;
  const stranger = visitor(app, String(share.ShareId));
  for (let i = 0; i < 10; i += 1) {
    assert.equal((await stranger.ask('POST', '/unlock', { Password: 'wrong' })).status, 404);
  }
  assert.equal((await somebody.ask('POST', '/unlock', { Password: PASSWORD })).status, 200);
});

test('a folder lists its folders and documents in pages, with its path within the shared item', async () => {
  const { ann, folderId, somebody, reference } = await sharedFolder();
  const inner = await makeChild(ann, folderId, 'Inner');
  await makeChild(ann, folderId, 'Other');
  const a = await ann.document(folderId, 'a.txt', 'first');
  await ann.document(folderId, 'b.html');
  await ann.document(inner, 'c.pdf');
  const whole = (await somebody.ask('GET', `/folders/${folderId}`)).body;
  assert.deepEqual(whole.Folders, [
    { FolderId: inner, FolderName: 'Inner', DocumentCount: 1 },
    { FolderId: whole.Folders[1].FolderId, FolderName: 'Other', DocumentCount: 0 },
  ]);
  const self = `http://web.test/link/${reference}/documents/${a}`;
  assert.deepEqual(whole.Documents[0], {
    DocumentId: a,
    DocumentName: 'a.txt',
    DocumentSize: 5,
    DateModified: whole.Documents[0].DateModified,
    Hash: '',
    MediaType: 'text/plain',
    CanPreview: null,
    Links: { Content: `${self}/content`, Thumbnail: `${self}/thumbnail` },
  });
  assert.deepEqual((await somebody.ask('GET', `/documents/${a}`)).body, whole.Documents[0]);
  const names: string[] = [];
  let after = '';
  for (let pages = 0; pages < 9; pages += 1) {
    const { body, headers } = await somebody.ask('GET', `/folders/${folderId}?top=1${after}`);
    const { Folders, Documents } = body as { Folders: { FolderName: string }[]; Documents: { DocumentName: string }[] };
    names.push(...Folders.map((f) => f.FolderName), ...Documents.map((d) => d.DocumentName));
    const next = /[?&](after=[^&>]+)/.exec(headers.get('link') ?? '')?.[1];
    if (next === undefined) break;
    after = `&${next}`;
  }
  assert.deepEqual(names, ['Inner', 'Other', 'a.txt', 'b.html']);
  const below = (await somebody.ask('GET', `/folders/${inner}`)).body;
  assert.deepEqual(below.Path, [
    { FolderId: folderId, FolderName: 'Plans' },
    { FolderId: inner, FolderName: 'Inner' },
  ]);
});

test('nothing outside the shared item is accessible', async () => {
  const { ann, folderId, somebody } = await sharedFolder({ allow_download: true, allow_upload: true });
  const beside = await ann.folder(ann.libraryId, 'Beside');
  const document = await ann.document(beside, 'a.txt');
  const inner = await makeChild(ann, folderId, 'Inner');
  const paths = [`/folders/${beside}`, `/folders/${beside}/zip`, `/folders/${beside}/size`, `/documents/${document}`];
  for (const path of [...paths, `/documents/${document}/content`, `/documents/${document}/thumbnail`]) {
    assert.equal((await somebody.ask('GET', path)).status, 404, path);
  }
  await ann.api('PATCH', `/api/folders/${inner}`, { LibraryId: ann.libraryId });
  assert.equal((await somebody.ask('GET', `/folders/${inner}`)).status, 404);
});

test('an archive contains the documents that the creator can read, with its size in advance', async () => {
  const { ann, folderId, somebody } = await sharedFolder({ allow_download: true });
  const inner = await makeChild(ann, folderId, 'Inner');
  await ann.document(folderId, 'a.txt', '12345');
  await ann.document(inner, 'b.txt', '123');
  assert.deepEqual((await somebody.ask('GET', `/folders/${folderId}/size`)).body, { Documents: 2, Bytes: 8 });
  const { status, bytes, headers } = await somebody.ask('GET', `/folders/${folderId}/zip`);
  assert.deepEqual([status, headers.get('content-type')], [200, 'application/zip']);
  assert.equal(Number(headers.get('content-length')), bytes.length);
  const part = await somebody.ask('GET', `/folders/${folderId}/zip`, undefined, { range: 'bytes=10-19' });
  assert.deepEqual([part.status, part.bytes], [206, bytes.subarray(10, 20)]);
});

test('the page of a link is the same in all states, with the status of the share', async () => {
  const { ann, folderId, reference, shareId, somebody } = await sharedFolder();
  const page = `/folder/${folderId}/share/${reference}`;
  const good = await somebody.open(page);
  assert.equal(good.status, 200);
  assert.match(good.headers.get('content-type') ?? '', /^text\/html/);
  assert.equal(good.headers.get('cache-control'), 'no-store');
  assert.equal(good.headers.get('x-robots-tag'), 'noindex');
  assert.equal(good.headers.get('referrer-policy'), 'no-referrer');
  assert.match(good.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
  for (const query of ['?recipient=a&recipient=b', `?recipient=${'a'.repeat(5000)}`, '?recipient=']) {
    assert.equal((await somebody.open(page + query)).status, 200, query.slice(0, 30));
  }
  const wrong = [
    `/folder/${folderId + 1}/share/${reference}`,
    `/folder/none/share/${reference}`,
    `/folder/${'9'.repeat(30)}/share/${reference}`,
    `/document/${folderId}/share/${reference}`,
    `/task/${folderId}/link/${reference}`,
  ];
  for (const path of [...wrong, `/folder/${folderId}/share/AAAAAAAAAAAAAAAAAAAAAA`]) {
    const { status, headers } = await somebody.open(path);
    assert.deepEqual([status, headers.get('content-type')], [404, 'text/html; charset=utf-8'], path);
  }
  await ann.api('DELETE', `/api/folders/${folderId}/share/${shareId}`);
  assert.equal((await somebody.open(page)).status, 410);
  const { status, body } = await somebody.ask('GET', '');
  assert.deepEqual([status, body.Reason, body.SharedBy], [410, 'revoked', { Name: 'Ann', Email: ann.email }]);
  assert.deepEqual(body.Branding, { Name: 'Carrel', Color: null, LogoUri: null });
});

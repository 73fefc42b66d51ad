/** How much visitors may bring by a link, in all its life and at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { stage } from '../../library/staged-uploads/staged.fixture.ts';
import { TUS, begin as beginAsUser, metadata, piece } from '../../library/staged-uploads/tus.fixture.ts';
import { begin, sharedInbox } from './limits.fixture.ts';
import { type Visitor, bring, visitor } from '../visits/visitor.fixture.ts';

const DAY_MS = 24 * 3_600_000;
const app = await startApp({ trustProxy: true });

const sharedFolder = (limits?: Record<string, number>) => sharedInbox(app, limits);

test('unfinished uploads are limited to 20 per visitor, 50 per address and 500 per link', async () => {
  const { ann, folderId, somebody, reference, share } = await sharedFolder();
  const statuses = [];
  for (let i = 0; i < 21; i += 1) statuses.push((await begin(somebody, 5)).status);
  assert.equal(statuses.filter((status) => status === 201).length, 20);
  const own = await begin(somebody, 5);
  assert.deepEqual([own.status, own.wait], [429, String(DAY_MS / 1000)]);
  assert.match(String(own.title), /You have 20 unfinished uploads/);
  const fresh = () => visitor(app, reference);
  const others = await Promise.all(Array.from({ length: 40 }, () => begin(fresh(), 5)));
  assert.equal(others.filter(({ status }) => status === 201).length, 30);
  assert.match(String((await begin(fresh(), 5)).title), /50 unfinished uploads from your network/);
  assert.equal((await begin(fresh(), 5, '192.0.2.2')).status, 201);
  await app.sql`
    insert into staged_uploads (deployment_id, identifier, user_id, share_id, folder_id, file_name, length, storage_key,
      address, created_at, expires_at)
    select ${ann.deploymentId}, gen_random_uuid(), ${ann.userId}, ${share.ShareId}, ${folderId}, 'a.txt', 5,
      'planted ' || gen_random_uuid(), 'planted', ${app.clock.now}, ${new Date(app.clock.now.getTime() + DAY_MS)}
    from generate_series(1, 449)`;
  assert.match(String((await begin(fresh(), 5, '192.0.2.3')).title), /500 unfinished uploads at this link/);
  assert.equal((await ann.api('POST', `/api/folders/${folderId}/temp?filename=a.txt`)).status, 200);
  await somebody.ask('DELETE', (await finishOne(somebody, reference)) ?? '', undefined, TUS);
});

// The creator's own uploads and those of other links are not concerned; an expired one is not counted.
async function finishOne(somebody: Visitor, reference: string): Promise<string> {
  app.clock.advance(DAY_MS);
  const { status, path } = await begin(somebody, 5);
  assert.equal(status, 201);
  return path.replace(`/link/${reference}`, '');
}

test('bytes count over the lifetime of a link, and unfinished uploads reserve their length', async () => {
  const { ann, somebody, store, reference } = await sharedFolder({ MaxUploadBytes: 10 });
  await store('a.txt', '123456');
  const tooMuch = await begin(somebody, 5);
  assert.deepEqual([tooMuch.status, tooMuch.Limit, tooMuch.Left], [413, 'MaxUploadBytes', 4]);
  assert.equal(tooMuch.title, 'This link accepts up to 10 bytes in total (4 bytes left).');
  const reserved = await begin(somebody, 4);
  assert.equal(reserved.status, 201);
  const waiting = await begin(somebody, 1);
  assert.deepEqual([waiting.status, waiting.Limit, waiting.wait], [429, 'MaxUploadBytes', '600']);
  const path = reserved.path.replace(`/link/${reference}`, '');
  assert.equal((await somebody.ask('DELETE', path, undefined, TUS)).status, 204);
  assert.equal((await begin(somebody, 4)).status, 201, 'a dropped upload gives its bytes back');
  app.clock.advance(DAY_MS);
  await store('b.txt', '7890');
  assert.equal((await begin(somebody, 1)).status, 413);
  assert.equal((await begin(somebody, 0)).status, 201);
  const { UploadedBytes, UploadedDocuments } = (await ann.api('GET', '/api/users/me/shares')).body[0];
  assert.deepEqual([UploadedBytes, UploadedDocuments], [10, 2]);
});

test('concurrent uploads are accepted only as far as they fit', async () => {
  const { reference } = await sharedFolder({ MaxUploadBytes: 10 });
  const answers = await Promise.all(Array.from({ length: 12 }, () => begin(visitor(app, reference), 4)));
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(
    [201, 429].map((wanted) => statuses.filter((status) => status === wanted).length),
    [2, 10],
  );
});

test('folders count as documents, and a path that does not fit creates none of its folders', async () => {
  const { ann, somebody, store, folderId } = await sharedFolder({ MaxUploadDocuments: 4 });
  const makePath = (FolderPath: string) => somebody.ask('POST', `/folders/${folderId}/folders`, { FolderPath });
  await store('a.txt', 'first');
  assert.equal((await makePath('x/y')).status, 201);
  assert.equal((await makePath('x/y')).status, 200, 'a folder that was there is not counted');
  const refused = await makePath('x/y/z/u');
  assert.deepEqual([refused.status, refused.body.Limit, refused.body.Left], [413, 'MaxUploadDocuments', 1]);
  const names = (await ann.api('GET', `/api/folders/${folderId}/folders?top=10`)).body;
  assert.equal(names.length, 1);
  assert.equal((await begin(somebody, 5)).status, 201);
  assert.equal((await makePath('z')).status, 429, 'the unfinished upload takes the last place');
  assert.equal((await begin(somebody, 5)).status, 429);
  app.clock.advance(DAY_MS);
  const many = await Promise.all(Array.from({ length: 6 }, (_, i) => makePath(`f${i}`)));
  assert.equal(many.filter(({ status }) => status === 201).length, 1);
  const full = await begin(somebody, 5);
  assert.deepEqual([full.status, full.Limit, full.Left], [413, 'MaxUploadDocuments', 0]);
  await ann.document(folderId, 'own.txt');
});

test('a revision by a visitor counts like a document', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'Plans'), 'a.txt', 'first');
  const flags = { AllowView: true, AllowEdit: true, MaxUploadDocuments: 1 };
  const { body: share } = await ann.api('POST', `/api/documents/${documentId}/share`, flags);
  const somebody = visitor(app, new URL(share.Links.WebUri).pathname.split('/').at(-1) ?? '');
  const UploadId = await bring(app, somebody, 'a.txt', 'second');
  assert.equal((await somebody.ask('POST', `/documents/${documentId}/revisions`, { UploadId })).status, 201);
  assert.deepEqual((await somebody.ask('GET', '')).body.UploadLimits, {
    MaxUploadBytes: 10 * 1024 ** 3,
    MaxUploadDocuments: 1,
    UploadedBytes: 6,
    UploadedDocuments: 1,
  });
  assert.equal((await begin(somebody, 1)).status, 413);
});

test('a link has the limits of the settings, or its own lower ones; higher ones require a site admin', async () => {
  const { w, ann, somebody, folderId, share, self } = await sharedFolder();
  assert.deepEqual([share.MaxUploadBytes, share.MaxUploadDocuments], [null, null]);
  await w.admin.api('PATCH', '/api/settings', { MaxUploadBytes: 100, MaxUploadDocuments: null });
  const limitsShown = async () => {
    const { MaxUploadBytes, MaxUploadDocuments } = (await somebody.ask('GET', '')).body.UploadLimits;
    return [MaxUploadBytes, MaxUploadDocuments];
  };
  assert.deepEqual(await limitsShown(), [100, null]);
  const rules = (await ann.api('GET', '/api/sharing-rules')).body;
  assert.deepEqual([rules.MaxUploadBytes, rules.MaxUploadDocuments], [100, null]);
  const create = { AllowView: true, AllowUpload: true, MaxUploadBytes: 101 };
  const refused = await ann.api('POST', `/api/folders/${folderId}/share`, create);
  assert.deepEqual([refused.status, refused.body.errors[0].instance], [400, 'MaxUploadBytes']);
  for (const MaxUploadBytes of [101, -1, 1.5]) {
    assert.equal((await ann.api('PATCH', self, { MaxUploadBytes })).status, 400, String(MaxUploadBytes));
  }
  const changed = await ann.api('PATCH', self, { MaxUploadBytes: 50, MaxUploadDocuments: 7 });
  assert.deepEqual([changed.status, changed.body.MaxUploadBytes, changed.body.ExpiresOn], [200, 50, null]);
  assert.deepEqual(await limitsShown(), [50, 7]);
  const ended = await ann.api('PATCH', self, { ExpireStyle: 'days', ExpirationValue: 3 });
  assert.deepEqual([ended.status, ended.body.MaxUploadBytes], [200, 50]);
  assert.equal((await ann.api('PATCH', self, {})).status, 400);
  assert.equal((await w.admin.api('PATCH', self, { MaxUploadBytes: 200 })).status, 403);
  await grant(app, w.admin, { folderId }, { allow: ['Grant'] });
  assert.equal((await w.admin.api('PATCH', self, { MaxUploadBytes: 200 })).status, 200);
  assert.equal((await w.admin.api('PATCH', self, { ExpireStyle: 'never' })).status, 403);
  assert.deepEqual(await limitsShown(), [200, 7]);
  const rows = await app.sql`
    select details from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'FolderLinkChanged' order by activity_id limit 1`;
  assert.deepEqual(rows[0]?.['details'], { shareId: share.ShareId, maxUploadBytes: 50, maxUploadDocuments: 7 });
});

test('on a nearly full disk uploads return 507 before sending data, and resume once there is space', async () => {
  const { ann, folderId, somebody } = await sharedFolder();
  const staged = await stage(ann, folderId);
  const path = await beginAsUser(ann, 5, { filename: 'b.txt', folderId });
  const { config } = app.deps;
  const { minFreeBytes } = config;
  config.minFreeBytes = Number.MAX_SAFE_INTEGER;
  try {
    const form = await ann.upload(folderId, 'a.txt', 'form');
    assert.deepEqual([form.status, form.body.type], [507, '/insufficient_storage']);
    assert.equal((await ann.api('POST', `/api/folders/${folderId}/temp?filename=a.txt`)).status, 507);
    assert.equal((await ann.api('PATCH', new URL(staged.Links.Location).pathname)).status, 507);
    assert.equal((await piece(app, ann, path, { at: 0, bytes: 'hello' })).status, 507);
    assert.equal((await begin(somebody, 5)).status, 507);
  } finally {
    config.minFreeBytes = minFreeBytes;
  }
  assert.equal((await piece(app, ann, path, { at: 0, bytes: 'hello' })).status, 204);
  const huge = await ann.api('POST', '/api/uploads', undefined, {
    ...TUS,
    'upload-length': String(config.maxDocumentBytes),
    'upload-metadata': metadata({ filename: 'a.bin', folderId }),
  });
  assert.ok(huge.status === 201 || huge.status === 507);
});

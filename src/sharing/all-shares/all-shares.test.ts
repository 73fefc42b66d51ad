import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { addRecipient, makeShare } from '../../../test/factories/shares.ts';
import { makeTask } from '../../../test/factories/tasks.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { asPerson } from '../../../test/factories/persons.ts';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import type { Person } from '../../../test/world.ts';
import { transaction } from '../../platform/db/connection.ts';

const app = await startApp({}, { own: 'reads whole tables' });
const LIST = '/api/admin/shares';

/** Personal library of ann › Plans › Permits › a.txt, and a corporate library of the admin › Offers. */
async function places() {
  const w = await app.world();
  const { ann, admin } = w;
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const childId = await makeChild(ann, folderId, 'Permits');
  const documentId = await ann.document(childId, 'a.txt');
  const libraryId = await makeLibrary(admin, 'Contracts');
  const offersId = await admin.folder(libraryId, 'Offers');
  return { w, ann, admin, folderId, childId, documentId, offersId };
}

const idsOf = (body: { ShareId: number }[]) => body.map(({ ShareId }) => ShareId);

async function idsFor(admin: Person, query = ''): Promise<number[]> {
  const { status, body, text } = await admin.api('GET', `${LIST}${query}`);
  assert.equal(status, 200, text);
  const count = await admin.api('GET', `${LIST}/count${query}`);
  assert.deepEqual(count.body, { Count: body.length });
  return idsOf(body);
}

/** Revokes to the end; how many were. */
async function revoke(admin: Person, body: object, query = ''): Promise<number> {
  const begun = await admin.api('POST', `${LIST}/revoke${query}`, body);
  assert.equal(begun.status, 202, begun.text);
  await app.runJobs();
  const jobId = begun.headers.get('location')?.split('/').at(-1);
  const result = await admin.api('GET', `/api/async/results/shares/revoke/${jobId}`);
  assert.equal(result.status, 200, result.text);
  return result.body.SharesRevoked;
}

test('all links of the deployment are listed with every field, newest first, without the link itself', async () => {
  const { w, ann, admin, documentId, offersId } = await places();
  const Recipients = ['x@recipients.test'];
  const share = { AllowView: true, AllowDownload: true, AccessCodeRequired: true, Recipients };
  const first = (await ann.api('POST', `/api/documents/${documentId}/shares`, share)).body;
  const second = (await admin.api('POST', `/api/folders/${offersId}/shares`, { AllowView: true })).body;
  const other = await w.other.folder(w.other.libraryId, 'F');
  await makeShare(app, w.other, { folderId: other });
  const { body, text } = await admin.api('GET', LIST);
  const never = { OpenCount: 0, LastOpened: null, DownloadCount: 0, LastDownloaded: null };
  const common = {
    IsInTrash: false,
    Status: 'Active',
    ShareType: 'Content',
    ExpiresOn: null,
    Name: null,
    AllowedDomains: [],
    MaxDownloads: null,
    AllowComment: false,
    NotifyOnOpen: 'never',
    Watermark: false,
    MaxUploadBytes: null,
    MaxUploadDocuments: null,
    UploadedBytes: 0,
    UploadedDocuments: 0,
    HasPassword: false,
    ...never,
  };
  const DateCreated = app.clock.now.toISOString();
  assert.deepEqual(body, [
    {
      ...common,
      ShareId: second.ShareId,
      ItemType: 'Folder',
      ItemId: offersId,
      ItemName: 'Offers',
      Location: ['Contracts'],
      DateCreated,
      AccessCodeRequired: false,
      AllowView: true,
      AllowDownload: false,
      AllowUpload: false,
      AllowEdit: false,
      IsReadable: true,
      CreatedBy: asPerson(admin),
      Recipients: [],
    },
    {
      ...common,
      ShareId: first.ShareId,
      ItemType: 'Document',
      ItemId: documentId,
      ItemName: 'a.txt',
      Location: ['My Library', 'Plans', 'Permits'],
      DateCreated,
      AccessCodeRequired: true,
      AllowView: true,
      AllowDownload: true,
      AllowUpload: false,
      AllowEdit: false,
      // It lies in the personal library of somebody else.
      IsReadable: false,
      CreatedBy: asPerson(ann),
      Recipients: [{ Recipient: 'x@recipients.test', ...never }],
    },
  ]);
  const personal = (await ann.api('GET', `/api/documents/${documentId}/shares/${first.ShareId}/recipients`)).body;
  const secrets = [second.ReferenceString, first.Links.WebUri.split('/').at(-1), personal[0].WebUri.split('=').at(-1)];
  for (const secret of secrets) assert.ok(secret.length > 20 && !text.includes(secret));
});

test('revoked and purged links and those of tasks are not listed; those in the trash are', async () => {
  const { w, ann, admin, folderId, childId, documentId } = await places();
  await admin.api('PATCH', '/api/settings', { EnablePurging: true });
  const kept = await makeShare(app, ann, { documentId });
  const revoked = await makeShare(app, ann, { folderId });
  await ann.api('DELETE', `/api/folders/${folderId}/shares/${revoked}`);
  await makeTask(app, ann, 'somebody@outside.test', documentId);
  const purged = await ann.document(folderId, 'gone.txt');
  await makeShare(app, ann, { documentId: purged });
  await ann.api('DELETE', `/api/documents/${purged}?purge=true`);
  await ann.api('DELETE', `/api/folders/${childId}`);
  const { body } = await admin.api('GET', LIST);
  assert.deepEqual(
    body.map((share: { ShareId: number; IsInTrash: boolean }) => [share.ShareId, share.IsInTrash]),
    [[kept, true]],
  );
  assert.equal((await w.bob.api('GET', LIST)).status, 403);
});

test('links are paged', async () => {
  const { ann, admin, folderId } = await places();
  const ids: number[] = [];
  for (let made = 0; made < 5; made += 1) ids.unshift(await makeShare(app, ann, { folderId }));
  const first = await admin.api('GET', `${LIST}?top=3&endless=true`);
  const next = /<http:\/\/carrel.test([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const rest = await admin.api('GET', next);
  assert.deepEqual([...idsOf(first.body), ...idsOf(rest.body)], ids);
  assert.equal(rest.headers.get('link'), null);
  for (const query of ['?after=x', '?top=0', '?status=Gone', '?creatorId=ann', '?unprotected=perhaps']) {
    assert.equal((await admin.api('GET', `${LIST}${query}`)).status, 400, query);
  }
});

test('links are filtered by protection, expiry, recipients, state, creator and name, also combined', async () => {
  const { w, ann, admin, folderId, documentId, offersId } = await places();
  const tomorrow = new Date(app.clock.now.getTime() + 86_400_000);
  const make = (person: Person, item: Parameters<typeof makeShare>[2], more: Parameters<typeof makeShare>[3] = {}) =>
    makeShare(app, person, item, more);
  const plain = await make(ann, { documentId });
  const code = await make(ann, { folderId }, { access_code_required: true, expires_at: tomorrow });
  const secret = await make(admin, { folderId: offersId }, { password_hash: 'x' });
  const pending = await make(admin, { folderId: offersId }, { status: 'Pending', expires_at: tomorrow });
  const refused = await make(admin, { folderId: offersId }, { status: 'Pending', refused_at: app.clock.now });
  const expired = await make(ann, { folderId }, { expires_at: app.clock.now });
  const { deploymentId } = w;
  await addRecipient(app, { deploymentId, shareId: code }, 'x@inside.test');
  await addRecipient(app, { deploymentId, shareId: code }, 'y@sub.inside.test');
  await addRecipient(app, { deploymentId, shareId: secret }, 'z@inside.test');
  const cases: [string, number[]][] = [
    ['', [expired, refused, pending, secret, code, plain]],
    ['?unprotected=true', [expired, refused, pending, plain]],
    ['?endless=true', [refused, secret, plain]],
    ['?outside=inside.test', [code]],
    ['?outside=@INSIDE.test,%20sub.inside.test', []],
    ['?outside=elsewhere.test', [secret, code]],
    ['?status=Active', [secret, code, plain]],
    ['?status=Pending', [pending]],
    ['?status=Refused', [refused]],
    ['?status=Expired', [expired]],
    [`?creatorId=${ann.userId}`, [expired, code, plain]],
    ['?name=PLAN', [expired, code]],
    ['?name=.TXT', [plain]],
    ['?name=%25', []],
    [`?unprotected=true&endless=true&status=Active&creatorId=${ann.userId}&name=a`, [plain]],
  ];
  for (const [query, ids] of cases) assert.deepEqual(await idsFor(admin, query), ids, query);
});

test('selected links are revoked as if individually; others and those of other deployments stay', async () => {
  const { w, ann, admin, folderId, documentId } = await places();
  const [first, second, stays] = [
    await makeShare(app, ann, { documentId }),
    await makeShare(app, ann, { folderId }),
    await makeShare(app, ann, { folderId }),
  ];
  const foreign = await makeShare(app, w.other, { folderId: await w.other.folder(w.other.libraryId, 'F') });
  assert.equal(await revoke(admin, { ShareIds: [first, second, foreign, 999_999_999] }), 2);
  assert.deepEqual(await idsFor(admin), [stays]);
  assert.deepEqual(idsOf((await w.other.api('GET', LIST)).body), [foreign]);
  const rows = await app.sql`
    select share_id, revoked_by, revoked_at from shares where share_id = any (${[first, second]}::bigint[]) order by share_id`;
  const revoked = { revoked_by: admin.userId, revoked_at: app.clock.now.toISOString() };
  assert.deepEqual(
    [...rows],
    [
      { share_id: first, ...revoked },
      { share_id: second, ...revoked },
    ],
  );
  const logged = await app.sql`
    select activity_type as type, user_id as by, library_id as library, content_name as name, details->>'shareId' as share
    from activity where deployment_id = ${w.deploymentId} and activity_type like '%LinkRevoked' order by activity_id`;
  const common = { by: admin.userId, library: ann.libraryId };
  assert.deepEqual(
    [...logged],
    [
      { ...common, type: 'DocumentLinkRevoked', name: 'a.txt', share: String(first) },
      { ...common, type: 'FolderLinkRevoked', name: 'Plans', share: String(second) },
    ],
  );
  assert.equal((await ann.api('GET', `/api/documents/${documentId}/shares/${first}`)).status, 404);
  // Once more: there is nothing left to do, and nothing is recorded again.
  assert.equal(await revoke(admin, { ShareIds: [first, second] }), 0);
});

test('all matching links are revoked in batches, also in the trash; later ones stay', async () => {
  const { w, ann, admin, folderId, childId, documentId } = await places();
  const inTrash = await makeShare(app, ann, { documentId });
  await ann.api('DELETE', `/api/folders/${childId}`);
  await app.sql`
    insert into shares (deployment_id, folder_id, reference_salt, reference_hash, allow_view, allow_download, created_by, created_at)
    select ${w.deploymentId}, ${folderId}, '', uuid_send(gen_random_uuid()), true, true, ${ann.userId}, ${app.clock.now}
    from generate_series(1, 1200)`;
  const secret = await makeShare(app, ann, { folderId }, { password_hash: 'x' });
  const begun = await admin.api('POST', `${LIST}/revoke?unprotected=true`, { All: true });
  const later = await makeShare(app, ann, { folderId });
  await app.runJobs();
  const jobId = begun.headers.get('location')?.split('/').at(-1);
  const result = await admin.api('GET', `/api/async/results/shares/revoke/${jobId}`);
  assert.deepEqual(result.body, { SharesRevoked: 1201 });
  assert.deepEqual(await idsFor(admin), [later, secret]);
  const [row] = await app.sql`select revoked_at from shares where share_id = ${inTrash}`;
  assert.equal(row?.['revoked_at'], app.clock.now.toISOString());
  const [logged] = await app.sql`
    select count(distinct details->>'shareId') as n from activity
    where deployment_id = ${w.deploymentId} and activity_type like '%LinkRevoked'`;
  assert.equal(logged?.['n'], 1201);
});

test('a cancelled revocation stops, and its effects are recorded', async () => {
  const { w, ann, admin, folderId } = await places();
  await makeShare(app, ann, { folderId });
  const begun = await admin.api('POST', `${LIST}/revoke?status=Active`, { All: true });
  const status = (begun.headers.get('location') ?? '').replace('http://carrel.test', '');
  assert.equal((await admin.api('DELETE', status)).status, 204);
  await app.runJobs();
  assert.equal((await idsFor(admin)).length, 1);
  const [logged] = await app.sql`
    select details->>'status' as status, details->>'unprotected' as unprotected from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'RevocationStarted'`;
  assert.deepEqual(logged, { status: 'Active', unprotected: 'false' });
});

test('an empty revocation request is refused and revokes nothing', async () => {
  const { ann, admin, folderId } = await places();
  await makeShare(app, ann, { folderId });
  for (const body of [{}, { ShareIds: [] }, { All: false }, { ShareIds: ['x'] }, { ShareIds: [0] }, { All: 'yes' }]) {
    assert.equal((await admin.api('POST', `${LIST}/revoke`, body)).status, 400, JSON.stringify(body));
  }
  assert.equal((await ann.api('POST', `${LIST}/revoke`, { All: true })).status, 403);
  await app.runJobs();
  assert.equal((await idsFor(admin)).length, 1);
});

test('a link revoked concurrently by its creator is neither counted nor recorded twice', async () => {
  const { w, ann, admin, folderId } = await places();
  const shareIds = [await makeShare(app, ann, { folderId }), await makeShare(app, ann, { folderId })];
  const [first = 0] = shareIds;
  const begun = await admin.api('POST', `${LIST}/revoke`, { ShareIds: shareIds });
  const held = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const holding = transaction(app.sql, async (tx) => {
    await tx`update shares set revoked_at = ${app.clock.now}, revoked_by = ${ann.userId} where share_id = ${first}`;
    held.resolve();
    await mayCommit.promise;
  });
  await held.promise;
  const working = app.runJobs();
  await untilWaiting(app);
  mayCommit.resolve();
  await Promise.all([holding, working]);
  const jobId = begun.headers.get('location')?.split('/').at(-1);
  const result = await admin.api('GET', `/api/async/results/shares/revoke/${jobId}`);
  assert.deepEqual(result.body, { SharesRevoked: 1 });
  const rows = await app.sql`
    select revoked_by as by from shares where deployment_id = ${w.deploymentId} order by share_id`;
  assert.deepEqual([...rows], [{ by: ann.userId }, { by: admin.userId }]);
  const logged = await app.sql`
    select from activity where deployment_id = ${w.deploymentId} and activity_type = 'FolderLinkRevoked'`;
  assert.equal(logged.length, 1);
});

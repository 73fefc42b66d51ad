import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant, revokeAll } from '../../../test/factories/permissions.ts';
import { addRecipient, makeShare } from '../../../test/factories/shares.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url, webUrl: 'http://web.test' });

/** Personal library › Plans › Permits › a.txt. */
async function plans() {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const childId = await makeChild(ann, folderId, 'Permits');
  const documentId = await ann.document(childId, 'a.txt');
  const folder = `/api/folders/${folderId}/shares`;
  const document = `/api/documents/${documentId}/shares`;
  const share = async (path: string, body: Record<string, unknown> = {}) =>
    (await ann.api('POST', path, { AllowView: true, ...body })).body;
  const mine = async (query = '') => (await ann.api('GET', `/api/users/me/shares${query}`)).body;
  return { w, ann, folderId, childId, documentId, folder, document, share, mine };
}

test('the own links are listed with every field, newest first, with their items and recipients', async () => {
  const { ann, folderId, documentId, folder, document, share, mine } = await plans();
  const first = await share(folder, { AllowUpload: true, Password: 'open sesame now' });
  const Recipients = ['x@recipients.test', 'y@recipients.test'];
  const second = await share(document, { AllowDownload: true, AccessCodeRequired: true, Recipients });
  const personal = (await ann.api('GET', `${document}/${second.ShareId}/recipients`)).body;
  const never = { OpenCount: 0, LastOpened: null, DownloadCount: 0, LastDownloaded: null };
  const none = { Name: null, AllowedDomains: [], MaxDownloads: null };
  const terms = { ...none, AllowComment: false, NotifyOnOpen: 'never', Watermark: false };
  const limits = { MaxUploadBytes: null, MaxUploadDocuments: null, UploadedBytes: 0, UploadedDocuments: 0, ...terms };
  const common = { IsInTrash: false, Status: 'Active', ShareType: 'Content', ExpiresOn: null, ...never, ...limits };
  const DateCreated = app.clock.now.toISOString();
  assert.deepEqual(await mine(), [
    {
      ...common,
      ShareId: second.ShareId,
      ItemType: 'Document',
      ItemId: documentId,
      ItemName: 'a.txt',
      Location: ['My Library', 'Plans', 'Permits'],
      DateCreated,
      AccessCodeRequired: true,
      HasPassword: false,
      AllowView: true,
      AllowDownload: true,
      AllowUpload: false,
      AllowEdit: false,
      Recipients: personal.map((recipient: object) => ({ ...recipient, ...never })),
      Abilities: { Change: true, ChangeExpiry: true, AllowWriting: true, Notify: true, Revoke: true },
      Links: { WebUri: second.Links.WebUri, Self: second.Links.Self },
    },
    {
      ...common,
      ShareId: first.ShareId,
      ItemType: 'Folder',
      ItemId: folderId,
      ItemName: 'Plans',
      Location: ['My Library'],
      DateCreated,
      AccessCodeRequired: false,
      HasPassword: true,
      AllowView: true,
      AllowDownload: false,
      AllowUpload: true,
      AllowEdit: false,
      Recipients: [],
      Abilities: { Change: true, ChangeExpiry: true, AllowWriting: true, Notify: false, Revoke: true },
      Links: { WebUri: first.Links.WebUri, Self: first.Links.Self },
    },
  ]);
});

test('links are paged; those of others, revoked ones and those of tasks are not listed', async () => {
  const { w, ann, folderId, documentId, folder, share, mine } = await plans();
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Grant'] });
  await makeShare(app, w.bob, { folderId });
  const revoked = await share(folder);
  await ann.api('DELETE', `${folder}/${revoked.ShareId}`);
  const [task] = await app.sql<{ taskId: number }[]>`
    insert into tasks (deployment_id, document_id, item_name, revision_number, sha256, instructions, due_at, created_by,
      created_at, assignee_email)
    values (${ann.deploymentId}, ${documentId}, 'a.txt', 1, '', '-', ${app.clock.now}, ${ann.userId}, ${app.clock.now}, 'x@y.test')
    returning task_id as "taskId"`;
  const hidden = await makeShare(app, ann, { documentId });
  await app.sql`update shares set task_id = ${task?.taskId ?? 0} where share_id = ${hidden}`;
  const ids = [];
  for (let made = 0; made < 3; made += 1) ids.unshift((await share(folder)).ShareId);
  const page = await ann.api('GET', '/api/users/me/shares?top=2');
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  const rest = await ann.api('GET', next.replace(/^https?:\/\/[^/]+/, ''));
  assert.deepEqual(
    [...page.body, ...rest.body].map(({ ShareId }: { ShareId: number }) => ShareId),
    ids,
  );
  assert.equal(rest.headers.get('link'), null);
  assert.equal((await mine('?after=x')).status, 400);
  assert.deepEqual(await mine(`?documentId=${documentId}`), []);
  const ShareId = await makeShare(app, ann, { documentId });
  assert.deepEqual(
    (await mine(`?documentId=${documentId}`)).map((link: { ShareId: number }) => link.ShareId),
    [ShareId],
  );
});

test('expired, pending, refused and trashed links show their state and the possible actions', async () => {
  const { w, ann, folderId, childId, documentId, folder, document, share, mine } = await plans();
  await share(folder, { ExpireStyle: 'minutes', ExpirationValue: 5, Recipients: ['x@recipients.test'] });
  app.clock.advance(600_000);
  await w.admin.api('PATCH', '/api/settings', { SharingAsAService: true });
  await share(folder);
  const { ShareId } = await share(folder);
  await app.sql`update shares set refused_at = now() where share_id = ${ShareId}`;
  await w.admin.api('PATCH', '/api/settings', { SharingAsAService: false });
  await share(document);
  await ann.api('DELETE', `/api/folders/${childId}`);
  const shown = (await mine()).map((own: Record<string, unknown>) => [
    own['Status'],
    own['IsInTrash'],
    own['Abilities'],
  ]);
  assert.deepEqual(shown, [
    ['Active', true, { Change: false, ChangeExpiry: false, AllowWriting: false, Notify: false, Revoke: true }],
    ['Refused', false, { Change: false, ChangeExpiry: false, AllowWriting: false, Notify: false, Revoke: true }],
    ['Pending', false, { Change: false, ChangeExpiry: false, AllowWriting: false, Notify: false, Revoke: true }],
    ['Expired', false, { Change: true, ChangeExpiry: true, AllowWriting: true, Notify: false, Revoke: true }],
  ]);
  assert.ok(folderId > 0 && documentId > 0);
});

test('links to purged items are gone at once', async () => {
  const { ann, folderId, childId, documentId, folder, document, share, mine } = await plans();
  await share(folder);
  await share(`/api/folders/${childId}/shares`);
  await share(document);
  await ann.api('DELETE', `/api/documents/${documentId}?purge=true`);
  assert.equal((await mine()).length, 2);
  await ann.api('DELETE', `/api/folders/${folderId}?purge=true`);
  assert.deepEqual(await mine(), []);
});

test('an unreadable item has no name, and its link can still be revoked', async () => {
  const { w, folderId } = await plans();
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Grant'] });
  await makeShare(app, w.bob, { folderId });
  await revokeAll(app, w.bob);
  const [own] = (await w.bob.api('GET', '/api/users/me/shares')).body;
  assert.deepEqual([own.ItemName, own.Location], [null, []]);
  assert.deepEqual(own.Abilities, {
    Change: false,
    ChangeExpiry: false,
    AllowWriting: false,
    Notify: false,
    Revoke: true,
  });
});

test('the expiry of a link is changed by the rules of a new one, and an expired link becomes valid', async () => {
  const { w, ann, folder, document, share } = await plans();
  const { ShareId } = await share(folder, { ExpireStyle: 'hours', ExpirationValue: 1 });
  const change = (body: unknown) => ann.api('PATCH', `${folder}/${ShareId}`, body);
  app.clock.advance(2 * 3_600_000);
  const changed = await change({ ExpireStyle: 'days', ExpirationValue: 2, ExpiresOn: null });
  const end = new Date(app.clock.now.getTime() + 2 * 86_400_000).toISOString();
  assert.deepEqual([changed.status, changed.body.ExpiresOn], [200, end]);
  assert.deepEqual(changed.body, (await ann.api('GET', `${folder}/${ShareId}`)).body);
  assert.equal((await change({ ExpireStyle: 'never' })).body.ExpiresOn, null);
  for (const body of [{}, { ExpireStyle: 'days' }, { ExpireStyle: 'date', ExpiresOn: '2020-01-01' }]) {
    assert.equal((await change(body)).status, 400, JSON.stringify(body));
  }
  await w.admin.api('PATCH', '/api/settings', { MaxLinkExpirationDays: 5 });
  // The name can still be changed, but no term without an expiration.
  assert.equal((await change({ Name: 'For Acme' })).status, 200);
  assert.equal((await change((await ann.api('GET', `${folder}/${ShareId}`)).body)).status, 200);
  for (const body of [{ AllowUpload: true }, { AllowComment: true }, { Password: 'Harbor-7-lantern' }]) {
    const kept = await change(body);
    assert.deepEqual([kept.status, kept.body.errors[0].instance], [400, 'ExpiresOn'], JSON.stringify(body));
  }
  assert.equal((await change({ AllowComment: true, ExpireStyle: 'days', ExpirationValue: 5 })).status, 200);
  const refused = await change({ ExpireStyle: 'never' });
  assert.deepEqual([refused.status, refused.body.errors[0].instance], [400, 'ExpireStyle']);
  const [changes] = await app.sql`
    select details from activity where deployment_id = ${w.deploymentId} and activity_type = 'FolderLinkChanged'
    order by occurred_at, activity_id limit 1`;
  assert.deepEqual(changes?.['details'], { shareId: ShareId, expiresOn: end });
  const other = await share(document, { ExpireStyle: 'days', ExpirationValue: 1 });
  const days = { ExpireStyle: 'days', ExpirationValue: 3 };
  assert.equal((await ann.api('PATCH', `${document}/${other.ShareId}`, days)).status, 200);
  assert.equal((await ann.api('PATCH', `${folder}/${other.ShareId}`, days)).status, 404);
});

test('only the creator with sufficient rights can change or mail a link, and not while it is Pending', async () => {
  const { w, folderId, folder } = await plans();
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Write', 'Grant'] });
  const shareId = await makeShare(app, w.bob, { folderId }, { allow_upload: true });
  await addRecipient(app, { deploymentId: w.deploymentId, shareId }, 'x@recipients.test');
  const statuses = async (person = w.bob) => [
    (await person.api('PATCH', `${folder}/${shareId}`, { ExpireStyle: 'never' })).status,
    (await person.api('POST', `${folder}/${shareId}/notify`)).status,
  ];
  assert.deepEqual(await statuses(w.ann), [403, 403]);
  assert.deepEqual(await statuses(), [200, 204]);
  await revokeAll(app, w.bob);
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Grant'] });
  assert.deepEqual(await statuses(), [403, 403]);
  await revokeAll(app, w.bob);
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Write', 'Grant'] });
  await app.sql`update shares set status = 'Pending' where share_id = ${shareId}`;
  assert.deepEqual(await statuses(), [409, 409]);
});

test('recipients are mailed their links again, five times an hour', async () => {
  const { w, ann, folder, share } = await plans();
  const body = { Recipients: ['a@recipients.test', 'b@recipients.test'], ExpireStyle: 'days', ExpirationValue: 1 };
  const { ShareId } = await share(folder, body);
  await app.runJobs();
  server.received.length = 0;
  const notify = () => ann.api('POST', `${folder}/${ShareId}/notify`);
  assert.equal((await notify()).status, 204);
  await app.runJobs();
  const links = (await ann.api('GET', `${folder}/${ShareId}/recipients`)).body;
  assert.equal(server.received.length, 2);
  for (const { Recipient, WebUri } of links) {
    assert.ok(server.takeMailTo(Recipient).text?.includes(`${WebUri}\n`), 'each gets their own');
  }
  for (let more = 0; more < 4; more += 1) assert.equal((await notify()).status, 204);
  const tooOften = await notify();
  assert.deepEqual([tooOften.status, tooOften.headers.get('retry-after')], [429, '3600']);
  const [row] = await app.sql`
    select count(*) as mailed from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'FolderLinkMailed'`;
  assert.equal(row?.['mailed'], 5);
  app.clock.advance(2 * 86_400_000);
  assert.equal((await notify()).status, 409, 'it has expired');
  const nobody = await share(folder);
  assert.equal((await ann.api('POST', `${folder}/${nobody.ShareId}/notify`)).status, 409, 'there is nobody to mail');
  await app.runJobs();
});

test('all users can read the sharing rules of the settings', async () => {
  const { w, ann } = await plans();
  await w.admin.api('PATCH', '/api/settings', { MaxLinkExpirationDays: 30, PasswordPolicy: { RequireDigit: true } });
  const rules = (await ann.api('GET', '/api/sharing-rules')).body;
  const { PasswordPolicy } = (await w.admin.api('GET', '/api/settings')).body;
  assert.deepEqual(rules, {
    MaxLinkExpirationDays: 30,
    MaxUploadBytes: 10 * 1024 ** 3,
    MaxUploadDocuments: 1000,
    PasswordPolicy,
    AllowsTemplates: rules.AllowsTemplates,
    IsChecked: false,
  });
  await w.admin.api('PATCH', '/api/settings', {
    NewLinkExperience: true,
    DynamicBranding: false,
    SharingAsAService: true,
  });
  const other = (await ann.api('GET', '/api/sharing-rules')).body;
  assert.deepEqual([other.AllowsTemplates, other.IsChecked], [false, true]);
});

test('an own link to a trashed item is revoked by its own address; links of others are not', async () => {
  const { w, ann, folderId, documentId, document, share, mine } = await plans();
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Grant'] });
  const { ShareId } = await share(document);
  const [task] = await app.sql<{ taskId: number }[]>`
    insert into tasks (deployment_id, document_id, item_name, revision_number, sha256, instructions, due_at, created_by,
      created_at, assignee_email)
    values (${ann.deploymentId}, ${documentId}, 'a.txt', 1, '', '-', ${app.clock.now}, ${ann.userId}, ${app.clock.now}, 'x@y.test')
    returning task_id as "taskId"`;
  const hidden = await makeShare(app, ann, { documentId });
  await app.sql`update shares set task_id = ${task?.taskId ?? 0} where share_id = ${hidden}`;
  await ann.api('DELETE', `/api/documents/${documentId}`);
  assert.equal((await ann.api('DELETE', `${document}/${ShareId}`)).status, 404);
  const own = `/api/users/me/shares/${ShareId}`;
  for (const person of [w.bob, w.admin, w.other]) assert.equal((await person.api('DELETE', own)).status, 404);
  assert.equal((await ann.api('DELETE', `/api/users/me/shares/${hidden}`)).status, 404);
  assert.equal((await ann.api('DELETE', own)).status, 204);
  assert.equal((await ann.api('DELETE', own)).status, 404);
  assert.deepEqual(await mine(), []);
  const logged = await app.sql`
    select user_id as by, document_id as document, details from activity
    where deployment_id = ${ann.deploymentId} and activity_type = 'DocumentLinkRevoked'`;
  assert.deepEqual([...logged], [{ by: ann.userId, document: documentId, details: { shareId: ShareId } }]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../test/client.ts';
import { grant, revokeAll } from '../../../test/factories/permissions.ts';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { visitor } from '../../visiting/visits/visitor.fixture.ts';

const app = await startApp();
const PASSWORD = 'violet harbor sings at 6';

/** A link of ann to a folder with a document; `change` patches it. */
async function linked(body: Record<string, unknown> = {}) {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const documentId = await ann.document(folderId, 'a.txt');
  const path = `/api/folders/${folderId}/shares`;
  const share = (await ann.api('POST', path, { AllowView: true, NotifyRecipients: false, ...body })).body;
  const self = `${path}/${share.ShareId}`;
  const change = (wanted: unknown, headers = {}) => ann.api('PATCH', self, wanted, headers);
  const details = async () => {
    const rows = await app.sql<{ details: object }[]>`
      select details from activity where deployment_id = ${w.deploymentId} and activity_type = 'FolderLinkChanged'
      order by activity_id`;
    return rows.map((row) => row.details);
  };
  return { w, ann, folderId, documentId, self, share, change, details, visit: visitor(app, share.ReferenceString) };
}

/** The statuses and parameters that a refusal names. */
const refusal = ({ status, body }: Answer) => [status, body.errors?.[0]?.instance];

test('every term of a link can be changed, alone and together, and is recorded without the password', async () => {
  const { ann, self, share, change, details } = await linked();
  const wanted = {
    Name: ' For  Acme ',
    AllowDownload: true,
    AllowUpload: true,
    MaxDownloads: 5,
    MaxUploadBytes: 1000,
    MaxUploadDocuments: 3,
    NotifyOnOpen: 'First',
    ExpireStyle: 'days',
    ExpirationValue: 2,
  };
  const changed = await change({ ...wanted, Password: PASSWORD });
  const ExpiresOn = new Date(app.clock.now.getTime() + 2 * 86_400_000).toISOString();
  const { ExpireStyle: _style, ExpirationValue: _value, ...kept } = wanted;
  const state = { ...kept, Name: 'For  Acme', NotifyOnOpen: 'first', ExpiresOn, HasPassword: true };
  assert.deepEqual([changed.status, changed.body], [200, { ...share, ...state }]);
  assert.deepEqual((await ann.api('GET', self)).body, changed.body);
  const [own] = (await ann.api('GET', '/api/users/me/shares')).body;
  for (const [name, value] of Object.entries(state)) assert.deepEqual(own[name], value, name);
  const removed = await change({
    Name: '',
    Password: null,
    MaxDownloads: null,
    MaxUploadBytes: null,
    AllowUpload: false,
  });
  const none = { Name: null, HasPassword: false, MaxDownloads: null, MaxUploadBytes: null, AllowUpload: false };
  assert.deepEqual(removed.body, { ...changed.body, ...none });
  const [first, second] = await details();
  const shareId = share.ShareId;
  assert.deepEqual(first, {
    shareId,
    linkName: 'For  Acme',
    allowDownload: true,
    allowUpload: true,
    maxDownloads: 5,
    maxUploadBytes: 1000,
    maxUploadDocuments: 3,
    notifyOnOpen: 'first',
    expiresOn: ExpiresOn,
    hasPassword: true,
  });
  const none2 = { linkName: null, hasPassword: false, maxDownloads: null, maxUploadBytes: null, allowUpload: false };
  assert.deepEqual(second, { shareId, ...none2 });
});

test('a change must leave a link that could be created, and otherwise changes nothing', async () => {
  const { ann, self, change } = await linked({ Recipients: ['x@recipients.test'], AccessCodeRequired: true });
  const before = (await ann.api('GET', self)).body;
  const cases: [object, string][] = [
    [{}, 'body'],
    [{ Password: '' }, 'body'],
    [{ Password: PASSWORD }, 'Password'],
    [{ Password: 'short', AccessCodeRequired: false }, 'Password'],
    [{ AllowView: false }, 'AllowView, AllowDownload, AllowUpload'],
    [{ ShareType: 'Template' }, 'AllowUpload'],
    [{ AllowedDomains: ['not a domain'] }, 'AllowedDomains.0'],
    [{ AllowedDomains: ['acme.test'], AccessCodeRequired: false }, 'AllowedDomains'],
    [{ MaxDownloads: 0 }, 'MaxDownloads'],
    [{ NotifyOnOpen: 'always' }, 'NotifyOnOpen'],
    [{ Name: 'x'.repeat(200) }, 'Name'],
    [{ Name: ' ' }, 'Name'],
    [{ ExpiresOn: '2099-01-01' }, 'ExpireStyle'],
    [{ MaxUploadBytes: 2 ** 50 }, 'MaxUploadBytes'],
    [{ Recipients: ['y@recipients.test'] }, 'Recipients'],
    [{ Pasword: PASSWORD }, 'Pasword'],
  ];
  for (const [body, instance] of cases) {
    assert.deepEqual(refusal(await change(body)), [400, instance], JSON.stringify(body));
  }
  assert.deepEqual((await ann.api('GET', self)).body, before);
  const open = await linked();
  assert.deepEqual(refusal(await open.change({ AccessCodeRequired: true })), [400, 'Recipients']);
  const guided = { ShareType: 'Template', AllowUpload: true };
  assert.equal((await open.change(guided)).body.ShareType, 'Template');
  assert.deepEqual(refusal(await open.change({ AllowUpload: false })), [400, 'AllowUpload']);
  assert.equal((await open.change({ ShareType: 'Content', AllowUpload: false, AllowEdit: true })).status, 200);
});

test('a link that the settings no longer allow keeps its terms, and its name and expiry can be changed', async () => {
  const { w, change } = await linked({ ShareType: 'Template', AllowUpload: true });
  await w.admin.api('PATCH', '/api/settings', { DynamicBranding: false });
  assert.deepEqual(refusal(await change({ AllowDownload: true })), [400, 'ShareType']);
  assert.equal((await change({ Name: 'Claims', ExpireStyle: 'never' })).status, 200);
});

test('a response can be sent back as a change, and properties of the other kind are ignored', async () => {
  const { ann, documentId, change } = await linked({ MaxDownloads: 3, Name: 'For Acme', Password: PASSWORD });
  const state = (await change({ Name: 'For Bolt' })).body;
  const again = await change({ ...state, ExpireStyle: null, AllowEdit: true });
  assert.deepEqual([again.status, again.body], [200, state]);
  const expiring = (await change({ ExpireStyle: 'days', ExpirationValue: 2 })).body;
  const kept = await change(expiring);
  assert.deepEqual([kept.status, kept.body], [200, expiring]);
  const later = new Date(app.clock.now.getTime() + 86_400_000).toISOString();
  for (const ExpiresOn of [later, 'soon'])
    assert.deepEqual(refusal(await change({ ...expiring, ExpiresOn })), [400, 'ExpireStyle'], ExpiresOn);
  const path = `/api/documents/${documentId}/shares`;
  const { ShareId } = (await ann.api('POST', path, { AllowView: true })).body;
  const wanted = { AllowUpload: true, ShareType: 'Template', AllowEdit: true };
  const changed = await ann.api('PATCH', `${path}/${ShareId}`, wanted);
  assert.deepEqual([changed.status, changed.body.AllowEdit], [200, true]);
});

test('a new password, a code, and a removed right take effect at the next request of open visits', async () => {
  const { documentId, change, visit } = await linked({ AllowDownload: true, Recipients: ['x@recipients.test'] });
  const content = `/documents/${documentId}/content?download=true`;
  assert.equal((await visit.ask('GET', content)).status, 200);
  await change({ Password: PASSWORD });
  assert.equal((await visit.ask('GET', content)).status, 401);
  assert.equal((await visit.ask('POST', '/unlock', { Password: PASSWORD })).status, 200);
  assert.equal((await visit.ask('GET', content)).status, 200);
  await change({ Password: PASSWORD });
  assert.equal((await visit.ask('GET', content)).status, 401, 'the same password was set again');
  await visit.ask('POST', '/unlock', { Password: PASSWORD });
  await change({ AllowDownload: false });
  assert.equal((await visit.ask('GET', content)).status, 403);
  assert.equal((await visit.ask('GET', `/documents/${documentId}`)).status, 200);
  await change({ Password: null, AccessCodeRequired: true });
  const { body } = await visit.ask('GET', '');
  assert.deepEqual([body.IsUnlocked, body.Protection, body.Item], [false, 'code', null]);
  await change({ AccessCodeRequired: false });
  assert.equal((await visit.ask('GET', `/documents/${documentId}`)).status, 200);
});

test('a password of every length that a link can have opens it', async () => {
  const Password = 'violet harbor '.repeat(74).slice(0, 1024);
  const { visit, change } = await linked();
  assert.deepEqual([Password.length, (await change({ Password })).status], [1024, 200]);
  assert.equal((await visit.ask('POST', '/unlock', { Password })).status, 200);
  assert.equal((await change({ Password: `${Password}x` })).status, 400);
});

test('a change requires the rights of the link that it makes, and only the creator can make it', async () => {
  const { w, folderId } = await linked();
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Grant'] });
  const shareId = await makeShare(app, w.bob, { folderId });
  const self = `/api/folders/${folderId}/shares/${shareId}`;
  assert.equal((await w.ann.api('PATCH', self, { Name: 'Mine' })).status, 403);
  assert.equal((await w.bob.api('PATCH', self, { AllowUpload: true })).status, 403);
  assert.equal((await w.bob.api('PATCH', self, { AllowUpload: true, Password: PASSWORD })).status, 403);
  assert.equal((await w.bob.api('PATCH', self, { AllowDownload: true })).status, 200);
  await revokeAll(app, w.bob);
  assert.equal((await w.bob.api('PATCH', self, { Name: 'Mine' })).status, 403);
});

test('of two changes from one state the second gets 412, also if only the password changed', async () => {
  const { ann, self, change } = await linked({ Password: PASSWORD });
  const etag = (await ann.api('GET', self)).headers.get('etag') ?? '';
  const changed = await change({ Password: `${PASSWORD} again` }, { 'if-match': etag });
  assert.equal(changed.status, 200);
  assert.notEqual(changed.headers.get('etag'), etag);
  assert.equal((await change({ Name: 'Late' }, { 'if-match': etag })).status, 412);
  assert.equal(changed.headers.get('etag'), (await ann.api('GET', self)).headers.get('etag'));
});

test('of two changes at once the second sees the first, and together they break no rule', async () => {
  const { change, share } = await linked({ Recipients: ['x@recipients.test'] });
  const both = await app.sql.begin(async (tx) => {
    await tx`select from shares where share_id = ${share.ShareId} for update`;
    const answers = [change({ Password: PASSWORD }), change({ AccessCodeRequired: true })];
    await untilWaiting(app, 2);
    return answers;
  });
  const statuses = (await Promise.all(both)).map(({ status }) => status);
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 400],
  );
});

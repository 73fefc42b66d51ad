import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, initialInvitation, inviteeOf, toAccessRequest } from './invite-draft.ts';

const policy = {
  MinLength: 8,
  RequireUppercase: false,
  RequireLowercase: false,
  RequireDigit: false,
  RequireSymbol: false,
};
const limits = { MaxLinkExpirationDays: null, MaxUploadBytes: null, MaxUploadDocuments: null };
const rules = { ...limits, PasswordPolicy: policy, AllowsTemplates: false, IsChecked: false };

const bob = inviteeOf({
  kind: 'user',
  id: 2,
  key: 'user-2',
  name: 'Bob',
  note: 'bob@x.test',
  address: 'bob@x.test',
  picture: null,
});
const sales = inviteeOf({ kind: 'group', id: 3, key: 'group-3', name: 'Sales', note: 'Group', address: null });
const draft = initialInvitation(rules, ['Viewer', 'Editor']);

test('colleagues and groups get the role, and addresses a link with the settings of the form', () => {
  assert.deepEqual(toAccessRequest({ ...draft, invitees: [bob, sales] }, 'folder'), {
    To: [{ UserId: 2 }, { GroupId: 3 }],
    Role: 'Viewer',
  });
  const mixed = { ...draft, role: 'Editor' as const, invitees: [bob, addressOf('x@y.test')] };
  const Link = {
    AllowView: true,
    AllowDownload: true,
    ExpireStyle: 'days',
    ExpirationValue: 7,
    AccessCodeRequired: false,
  };
  assert.deepEqual(toAccessRequest(mixed, 'document'), {
    To: [{ UserId: 2 }, { Email: 'x@y.test' }],
    Role: 'Editor',
    Link,
  });
  assert.equal(toAccessRequest(mixed, 'library').Link, undefined);
});

test('the message is sent once, and the access of colleagues ends at the end of a day', () => {
  const link = { ...draft.link, message: ' Hello ', protection: 'code' as const };
  const sent = toAccessRequest({ ...draft, invitees: [addressOf('x@y.test')], endsOn: '2030-05-01', link }, 'folder');
  assert.deepEqual([sent.Message, sent.Link?.AccessCodeRequired], [' Hello ', true]);
  assert.equal('CustomEmailText' in (sent.Link ?? {}), false);
  assert.equal(new Date(sent.ExpiresOn ?? '').getHours(), 23);
});

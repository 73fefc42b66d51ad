import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Access, AccessLink } from '../../api/answers.ts';
import { describeEntry, describeLink, describeReason, describeRights, describeTarget } from './descriptions.ts';

type Reason = Access['Reasons'][number];

const of = { kind: 'document', id: 7 };
const reason = (more: Partial<Reason>): Reason => ({ Kind: 'User', Allow: [], Deny: [], OnName: null, ...more });

test('a reason names the rights, their source and their place, and hides names that the reader cannot see', () => {
  const sales = { Kind: 'Group', GroupName: 'Sales', LibraryId: 1, OnName: 'Contracts' } as const;
  const table: [Reason, string][] = [
    [reason({ ...sales, Allow: ['Read'] }), 'View, from group Sales set on the library “Contracts”'],
    [reason({ Allow: ['Read', 'Write'], DocumentId: 7, OnName: 'a' }), 'View and edit, set here'],
    [reason({ Deny: ['Delete'], FolderId: 7 }), 'Denied: delete, set on a parent folder'],
    [reason({ Allow: ['Read'], Deny: ['Write'], DocumentId: 7 }), 'View; Denied: edit, set here'],
    [reason({ Kind: 'Task', Allow: ['Read'], DocumentId: 7 }), 'View, from a task set here'],
    [reason({ Kind: 'Owner', LibraryId: 1 }), 'Library owner'],
    [reason({ Kind: 'SiteAdmin', LibraryId: 1 }), 'Site admin'],
  ];
  for (const [one, text] of table) assert.equal(describeReason(one, of), text);
  assert.match(
    describeReason(reason({ Allow: ['Read'], DocumentId: 7, ExpiresOn: '2099-05-10T10:00:00Z' }), of),
    /expires/,
  );
  assert.match(describeEntry({ Allow: ['Read'], Deny: [], ExpiresOn: '2020-05-10T10:00:00Z' }), /^can view, expired /);
});

test('a person without rights has no access', () => {
  assert.equal(describeRights([]), 'No access');
  assert.equal(describeRights(['Read', 'Grant']), 'Can view and manage access');
});

test('a link description names its audience, rights, expiration and target', () => {
  const link: AccessLink = {
    ShareId: 1,
    Kind: 'Link',
    Status: 'Active',
    FolderId: 7,
    OnName: 'Plans',
    CreatedBy: { UserId: 1, Name: 'Ann', Email: 'ann@example.com', PictureUri: null, IsDeleted: false },
    DateCreated: '2026-05-03T10:00:00Z',
    ExpiresOn: null,
    AccessCodeRequired: false,
    HasPassword: false,
    AllowView: false,
    AllowDownload: true,
    AllowUpload: false,
    AllowEdit: false,
  };
  assert.equal(describeLink(link), 'Anyone with the link can view and download, no expiration');
  assert.equal(
    describeLink({ ...link, HasPassword: true, Status: 'Pending' }),
    'Anyone with the link and its password can view and download, no expiration, being checked, not active yet',
  );
  assert.equal(describeTarget(link, of), 'Shares the folder “Plans”.');
  assert.equal(describeTarget(link, { kind: 'folder', id: 7 }), 'Shares this item.');
});

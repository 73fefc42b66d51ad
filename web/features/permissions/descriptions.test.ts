import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Access, AccessLink } from '../../api/answers.ts';
import { describeEntry, describeLink, describeReason, describeRights, describeTarget } from './descriptions.ts';

type Reason = Access['Reasons'][number];

const of = { kind: 'document', id: 7 };
const reason = (more: Partial<Reason>): Reason => ({ Kind: 'User', Allow: [], Deny: [], OnName: null, ...more });

test('a reason names what, from whom and where; what one may not read has no name', () => {
  const sales = { Kind: 'Group', GroupName: 'Sales', LibraryId: 1, OnName: 'Contracts' } as const;
  const table: [Reason, string][] = [
    [reason({ ...sales, Allow: ['Read'] }), 'Read, from group Sales on the library “Contracts”'],
    [reason({ Allow: ['Read', 'Write'], DocumentId: 7, OnName: 'a' }), 'Read and change, here'],
    [reason({ Deny: ['Delete'], FolderId: 7 }), 'Denied: delete, on a folder above'],
    [reason({ Allow: ['Read'], Deny: ['Write'], DocumentId: 7 }), 'Read; Denied: change, here'],
    [reason({ Kind: 'Task', Allow: ['Read'], DocumentId: 7 }), 'Read, from a task here'],
    [reason({ Kind: 'Owner', LibraryId: 1 }), 'Owner of the library'],
    [reason({ Kind: 'SiteAdmin', LibraryId: 1 }), 'Site admin'],
  ];
  for (const [one, text] of table) assert.equal(describeReason(one, of), text);
  assert.match(
    describeReason(reason({ Allow: ['Read'], DocumentId: 7, ExpiresOn: '2099-05-10T10:00:00Z' }), of),
    /until/,
  );
  assert.match(describeEntry({ Allow: ['Read'], Deny: [], ExpiresOn: '2020-05-10T10:00:00Z' }), /^may read, ended /);
});

test('no rights are no access', () => {
  assert.equal(describeRights([]), 'No access');
  assert.equal(describeRights(['Read', 'Grant']), 'May read and give access');
});

test('a link says whom it lets do what, and where it leads', () => {
  const link: AccessLink = {
    ShareId: 1,
    Kind: 'Link',
    Status: 'Active',
    FolderId: 7,
    OnName: 'Plans',
    CreatedBy: { UserId: 1, Name: 'Ann' },
    DateCreated: '2026-05-03T10:00:00Z',
    ExpiresOn: null,
    AccessCodeRequired: false,
    HasPassword: false,
    AllowView: false,
    AllowDownload: true,
    AllowUpload: false,
    AllowEdit: false,
  };
  assert.equal(describeLink(link), 'Whoever has it may view and download, without an end');
  assert.equal(
    describeLink({ ...link, HasPassword: true, Status: 'Pending' }),
    'Whoever has it and its password may view and download, without an end, not open yet, being checked',
  );
  assert.equal(describeTarget(link, of), 'It leads to the folder “Plans”.');
  assert.equal(describeTarget(link, { kind: 'folder', id: 7 }), 'It leads here.');
});

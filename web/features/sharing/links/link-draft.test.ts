import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OwnShare, SharingRules } from '../../../api/answers.ts';
import { type LinkDraft, draftOf, lacksPassword, toLinkChange } from './link-draft.ts';

const RULES = { MaxLinkExpirationDays: null } as SharingRules;

const LINK = {
  ItemType: 'Folder',
  Status: 'Active',
  ShareType: 'Content',
  Name: null,
  AllowView: true,
  AllowDownload: true,
  AllowUpload: false,
  AllowEdit: false,
  AccessCodeRequired: false,
  HasPassword: false,
  AllowedDomains: [] as string[],
  ExpiresOn: null,
  MaxDownloads: null,
  AllowComment: false,
  MaxUploadBytes: null,
  MaxUploadDocuments: null,
  NotifyOnOpen: 'never',
  Watermark: false,
} as unknown as OwnShare;

function changeOf(link: Partial<OwnShare>, change: Partial<LinkDraft>) {
  const whole = { ...LINK, ...link };
  const before = draftOf(whole, RULES);
  return toLinkChange(whole, before, { ...before, ...change });
}

test('the watermark of a link is changed alone', () => {
  assert.deepEqual(changeOf({ AllowDownload: false }, { isMarked: true }), { Watermark: true });
});

test('a draft that changes nothing sends nothing', () => {
  const full = {
    Name: 'For Acme',
    HasPassword: true,
    MaxDownloads: 5,
    MaxUploadBytes: 123_456,
    ExpiresOn: '2030-05-01T12:00:00.000Z',
  };
  assert.deepEqual(changeOf(full, {}), {});
  assert.deepEqual(
    changeOf({ AllowView: false, AllowUpload: true, AllowDownload: true, ShareType: 'Template' }, {}),
    {},
  );
});

test('each field sends its own properties, and an empty one removes the value', () => {
  assert.deepEqual(changeOf({}, { name: 'For Acme' }), { Name: 'For Acme' });
  assert.deepEqual(changeOf({ Name: 'For Acme' }, { name: ' ' }), { Name: null });
  assert.deepEqual(changeOf({}, { maxDownloads: '3' }), { MaxDownloads: 3 });
  assert.deepEqual(changeOf({ MaxDownloads: 3 }, { maxDownloads: '' }), { MaxDownloads: null });
  assert.deepEqual(changeOf({}, { maxDownloads: 'many' }), { MaxDownloads: -1 });
  assert.deepEqual(changeOf({}, { maxGigabytes: '2' }), { MaxUploadBytes: 2 * 1024 ** 3 });
  assert.deepEqual(changeOf({}, { expiration: 7 }), { ExpireStyle: 'days', ExpirationValue: 7 });
  assert.deepEqual(changeOf({}, { notify: 'first' }), { NotifyOnOpen: 'first' });
  assert.deepEqual(changeOf({}, { comments: true }), { AllowComment: true });
  const only = { AllowView: false, AllowDownload: false, AllowUpload: true, ShareType: 'Content' };
  assert.deepEqual(changeOf({}, { rights: 'collect' }), only);
  const view = { AllowView: true, AllowDownload: false, AllowEdit: false };
  assert.deepEqual(changeOf({ ItemType: 'Document', AllowEdit: true }, { rights: 'view' }), view);
});

test('one protection replaces the other, and an untouched password stays', () => {
  const off = { AccessCodeRequired: false, AllowedDomains: null };
  assert.deepEqual(changeOf({ HasPassword: true }, { protection: 'none' }), { Password: null, ...off });
  assert.deepEqual(changeOf({ AccessCodeRequired: true }, { protection: 'password', password: 'x y z' }), {
    Password: 'x y z',
    ...off,
  });
  const code = { Password: null, AccessCodeRequired: true };
  assert.deepEqual(changeOf({ HasPassword: true }, { protection: 'code', domains: 'acme.com, @b.org' }), {
    ...code,
    AllowedDomains: ['acme.com', '@b.org'],
  });
  const draft = { ...draftOf(LINK, RULES), protection: 'password' as const };
  assert.equal(lacksPassword(LINK, draft), true, 'the link would lose its protection');
  assert.equal(lacksPassword({ ...LINK, HasPassword: true }, draft), false);
});

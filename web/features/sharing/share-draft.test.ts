import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayFrom, dayOptions, endOfDay, initialDraft, rightsOptions, toShareRequest } from './share-draft.ts';

const policy = {
  MinLength: 8,
  RequireUppercase: false,
  RequireLowercase: false,
  RequireDigit: false,
  RequireSymbol: false,
};
const limits = { MaxLinkExpirationDays: null, MaxUploadBytes: 10e9, MaxUploadDocuments: 1000 };
const rules = { ...limits, PasswordPolicy: policy, AllowsTemplates: false, IsChecked: false };

test('a new link allows viewing and downloading for seven days, or less if the settings require it', () => {
  const expected = { AllowView: true, AllowDownload: true, ExpireStyle: 'days', ExpirationValue: 7 };
  const sent = { Recipients: [], NotifyRecipients: false, AccessCodeRequired: false };
  assert.deepEqual(toShareRequest(initialDraft(rules), false), { ...expected, ...sent });
  assert.equal(initialDraft({ ...rules, MaxLinkExpirationDays: 3 }).expiration, 3);
});

test('an access code requires recipients', () => {
  const draft = { ...initialDraft(rules), protection: 'code' as const };
  assert.equal(toShareRequest(draft, false).AccessCodeRequired, false);
  assert.equal(toShareRequest({ ...draft, people: ['x@y.test'] }, true).AccessCodeRequired, true);
});

test('a watermark is sent only for links that cannot download', () => {
  const draft = { ...initialDraft(rules), isMarked: true };
  assert.equal(toShareRequest(draft, false).Watermark, undefined);
  assert.equal(toShareRequest({ ...draft, rights: 'view' }, false).Watermark, true);
});

test('the password is sent if it is selected, and the message if emails are sent', () => {
  const draft = { ...initialDraft(rules), password: 'secret', message: ' Hello ' };
  assert.equal(toShareRequest(draft, true).Password, undefined);
  assert.equal(toShareRequest({ ...draft, protection: 'password' }, true).Password, 'secret');
  assert.equal(toShareRequest(draft, true).CustomEmailText, ' Hello ');
  assert.equal(toShareRequest(draft, false).CustomEmailText, undefined);
});

test('only rights that the server accepts are offered', () => {
  const folder = { kind: 'folder', id: 1 } as const;
  assert.deepEqual(rightsOptions({ ...folder, canShareWritable: false }, rules), ['download', 'view']);
  assert.deepEqual(rightsOptions({ ...folder, canShareWritable: true }, rules), [
    'download',
    'view',
    'upload',
    'collect',
  ]);
  assert.ok(
    rightsOptions({ ...folder, canShareWritable: true }, { ...rules, AllowsTemplates: true }).includes('guided'),
  );
  assert.deepEqual(rightsOptions({ kind: 'document', canShareWritable: true }, rules), ['download', 'view', 'edit']);
  assert.deepEqual(dayOptions({ MaxLinkExpirationDays: 30 }), [1, 7, 30]);
  assert.deepEqual(dayOptions({ MaxLinkExpirationDays: 14 }), [1, 7, 14]);
  assert.deepEqual(dayOptions({ MaxLinkExpirationDays: null }), [1, 7, 30, 90, 365]);
});

test("a day ends at its last second in the browser's time zone", () => {
  const end = new Date(endOfDay('2026-05-01'));
  assert.deepEqual([end.getDate(), end.getHours(), end.getMinutes(), end.getSeconds()], [1, 23, 59, 59]);
  assert.equal(endOfDay(''), '');
  assert.equal(dayFrom(new Date(2026, 1, 27, 12), 2), '2026-03-01');
});

test('upload limits are sent if visitors can upload, and invalid numbers are left to the server', () => {
  const draft = { ...initialDraft(rules), maxGigabytes: '1.5', maxFiles: '20' };
  assert.equal(toShareRequest(draft, false).MaxUploadBytes, undefined);
  const { MaxUploadBytes, MaxUploadDocuments } = toShareRequest({ ...draft, rights: 'collect' }, false);
  assert.deepEqual([MaxUploadBytes, MaxUploadDocuments], [1.5 * 1024 ** 3, 20]);
  assert.equal(toShareRequest({ ...draft, rights: 'upload', maxGigabytes: ' ' }, false).MaxUploadBytes, undefined);
  for (const typed of ['much', '0', '-3']) {
    assert.equal(toShareRequest({ ...draft, rights: 'edit', maxGigabytes: typed }, false).MaxUploadBytes, -1, typed);
  }
  for (const typed of ['1.5', '1e3', '0'])
    assert.equal(toShareRequest({ ...draft, rights: 'edit', maxFiles: typed }, false).MaxUploadDocuments, -1, typed);
});

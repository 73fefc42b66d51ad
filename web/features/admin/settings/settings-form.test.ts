import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Settings } from '../../../api/answers.ts';
import { FIELDS, type FieldPath, inputOf, countOf, patchOf } from './settings-form.ts';

const settings: Settings = {
  EnablePurging: true,
  MaxLinkExpirationDays: null,
  MaxExternalShareDurationDays: 30,
  MaxUploadBytes: 10_000_000_000,
  MaxUploadDocuments: 1000,
  MaxMailsPerUserPerDay: 500,
  PasswordPolicy: {
    MinLength: 8,
    RequireUppercase: false,
    RequireLowercase: false,
    RequireDigit: false,
    RequireSymbol: false,
  },
  PasswordSignIn: true,
  SessionIdleMinutes: 720,
  SessionMaxDays: 30,
  SecondFactor: 'optional',
  SecondFactorGraceDays: 7,
  FileTypeWhitelist: ['pdf', '.docx'],
  NewLinkExperience: true,
  DynamicBranding: true,
  SharingAsAService: false,
  Branding: { Name: null, Color: '#aa0000' },
};

test('fields that are changed back are no change', () => {
  const paths = Object.keys(FIELDS) as FieldPath[];
  const draft = Object.fromEntries(paths.map((path) => [path, inputOf(settings, path)]));
  assert.deepEqual(patchOf(settings, draft), {});
});

test('only changed settings are sent, grouped by their parents', () => {
  const patch = patchOf(settings, {
    EnablePurging: true,
    'Branding.Name': ' Library ',
    'PasswordPolicy.MinLength': '12',
    'PasswordPolicy.RequireDigit': true,
    MaxLinkExpirationDays: '14',
    FileTypeWhitelist: 'pdf; txt  md',
  });
  assert.deepEqual(patch, {
    Branding: { Name: 'Library' },
    PasswordPolicy: { MinLength: 12, RequireDigit: true },
    MaxLinkExpirationDays: 14,
    FileTypeWhitelist: ['pdf', 'txt', 'md'],
  });
  assert.equal(countOf(patch), 5);
});

test('the upload limit of a link is shown and entered in gigabytes', () => {
  const limited = (MaxUploadBytes: number | null) => inputOf({ ...settings, MaxUploadBytes }, 'MaxUploadBytes');
  assert.deepEqual([limited(10 * 1024 ** 3), limited(512 * 1024 ** 2), limited(null)], ['10', '0.5', '']);
  const sent = (text: string) => patchOf(settings, { MaxUploadBytes: text }).MaxUploadBytes;
  assert.deepEqual([sent('2.5'), sent(''), sent('much')], [2.5 * 1024 ** 3, null, 'much']);
});

test('an empty field is null, and an invalid number is sent unchanged', () => {
  const patch = patchOf(settings, {
    'Branding.Color': '',
    FileTypeWhitelist: ' , ',
    MaxExternalShareDurationDays: '',
    MaxLinkExpirationDays: 'soon',
  });
  assert.deepEqual(patch, {
    Branding: { Color: null },
    FileTypeWhitelist: null,
    MaxExternalShareDurationDays: null,
    MaxLinkExpirationDays: 'soon',
  });
});

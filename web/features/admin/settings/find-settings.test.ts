import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSettings } from './find-settings.ts';

const keysOf = (typed: string) => findSettings(typed).map(({ key }) => key);

test('settings are found by words of their label or explanation, labels first', () => {
  assert.deepEqual(keysOf('  '), []);
  assert.deepEqual(keysOf('nothing like this'), []);
  assert.deepEqual(keysOf('DIGIT'), ['PasswordPolicy.RequireDigit']);
  assert.deepEqual(keysOf('logo'), ['Logo']);
  assert.deepEqual(keysOf('malware'), ['SharingAsAService']);
  assert.equal(keysOf('expiration')[0], 'MaxLinkExpirationDays');
  assert.deepEqual(keysOf('size upload'), keysOf('upload size'));
});

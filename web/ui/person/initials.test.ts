import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_THEME } from '@mantine/core';
import { contrastOf } from '../brand.ts';
import { TINTS, TINT_SHADE, initialsOf, tintOf } from './initials.ts';

test('initials are those of the first and the last word', () => {
  assert.equal(initialsOf('Ada Lovelace'), 'AL');
  assert.equal(initialsOf('  Johann Sebastian Bach '), 'JB');
  assert.equal(initialsOf('ada@example.com'), 'A');
  assert.equal(initialsOf('"Élodie" (Paris)'), 'ÉP');
  assert.equal(initialsOf('𝒳 æther'), '𝒳Æ');
  assert.equal(initialsOf('!!!'), '');
});

test('white initials are readable on every tint', () => {
  for (const tint of TINTS) {
    const shade = DEFAULT_THEME.colors[tint][TINT_SHADE] ?? '';
    assert.ok(contrastOf(shade, '#ffffff') >= 4.5, `${tint}: ${contrastOf(shade, '#ffffff')}`);
  }
});

test('a person has the same tint everywhere', () => {
  assert.equal(tintOf(12), tintOf(12));
  assert.equal(tintOf('ada@example.com'), tintOf('ada@example.com'));
  assert.notEqual(tintOf(1), tintOf(2));
});

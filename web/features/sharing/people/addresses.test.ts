import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesIn } from './addresses.ts';

test('addresses are extracted from typed and pasted formats', () => {
  assert.deepEqual(addressesIn('a@b.test'), ['a@b.test']);
  assert.deepEqual(addressesIn('A@b.test, a@B.test;c@d.test\nc@d.test'), ['a@b.test', 'c@d.test']);
  assert.deepEqual(addressesIn('Ann Archer <ann@b.test>; "Bob" <bob@b.test>'), ['ann@b.test', 'bob@b.test']);
  assert.deepEqual(addressesIn('a@b.test c@d.test'), ['a@b.test', 'c@d.test']);
});

test('invalid addresses are kept for the server to refuse, and empty text has none', () => {
  assert.deepEqual(addressesIn('Ann Archer'), ['ann archer']);
  assert.deepEqual(addressesIn(' ;, '), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseId } from './ids.ts';

test('a positive integer below 2^53 in canonical form is an id', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
      assert.equal(parseId(String(id)), id);
    }),
  );
});

test('every parsed id formats to the same text', () => {
  const digits = fc.stringMatching(/^[-+ ]?[0-9.eE]{0,20}$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), digits), (text) => {
      const id = parseId(text);
      if (id !== null) assert.equal(String(id), text);
    }),
  );
});

test('anything else is not an id', () => {
  for (const text of [
    '',
    '0',
    '-1',
    '+1',
    '01',
    '1.5',
    '1e3',
    '0x10',
    ' 1',
    '1 ',
    '1\n',
    'abc',
    '１',
    '9007199254740992',
    '9'.repeat(400),
  ]) {
    assert.equal(parseId(text), null, JSON.stringify(text));
  }
});

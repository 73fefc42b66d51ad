/** The names that the web app suggests for uploads, and the names that the server accepts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fileName } from '../../../src/platform/values/names.ts';
import { storableName } from '../../../web/features/uploads/names/storable-name.ts';

test('the server accepts every name that the web app suggests, and the app keeps every name that the server accepts', () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    '.',
    ':',
    '/',
    '\\',
    'aux',
    'é',
    'e\u0301',
    '\u202E',
    '\t',
    '😀',
    '\uFFFD',
    'x'.repeat(120),
  );
  const names = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(names, (given) => {
      const suggested = storableName(given);
      assert.equal(fileName(suggested, 'name'), suggested);
      if (isAccepted(given)) assert.equal(suggested, given.normalize('NFC'));
    }),
    { numRuns: 2000 },
  );
});

function isAccepted(name: string): boolean {
  try {
    fileName(name, 'name');
    return true;
  } catch {
    return false;
  }
}

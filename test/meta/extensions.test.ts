import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { extensionOf } from '../../src/platform/values/names.ts';
import { extensionOf as extensionInWebApp } from '../../web/ui/extension.ts';

test('the web app and the server derive the same extension from a name', () => {
  const part = fc.oneof(fc.constantFrom('.', '1', 'a', ' ', 'é', '٣', '/', '+', '😀'), fc.string({ unit: 'grapheme' }));
  const name = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(name, (text) => {
      assert.equal(extensionInWebApp(text), extensionOf(text));
    }),
  );
});

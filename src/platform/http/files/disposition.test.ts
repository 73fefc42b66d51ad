import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'content-disposition';
import fc from 'fast-check';
import { attachment } from './disposition.ts';

test('the header has plain name, size and exact name, in this order', () => {
  assert.equal(attachment('a b.txt', 5), `attachment; filename="a b.txt"; size=5; filename*=UTF-8''a%20b.txt`);
});

test('the plain name has no accents, quotes, backslashes, percent signs or line breaks; the exact one has all', () => {
  assert.equal(
    attachment('Übér "x" \\ 100%.txt', 1),
    `attachment; filename="Uber _x_ _ 100_.txt"; size=1; filename*=UTF-8''%C3%9Cb%C3%A9r%20%22x%22%20%5C%20100%25.txt`,
  );
  assert.equal(
    attachment("(1)'*.txt", 1),
    `attachment; filename="(1)'*.txt"; size=1; filename*=UTF-8''%281%29%27%2A.txt`,
  );
  assert.equal(
    attachment('日本.pdf', 0),
    `attachment; filename="__.pdf"; size=0; filename*=UTF-8''%E6%97%A5%E6%9C%AC.pdf`,
  );
});

test('for any name the header is one line of ASCII, and another parser reads the exact name', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), fc.nat(), (name, size) => {
      const header = attachment(name, size);
      assert.match(header, /^[\x20-\x7e]+$/);
      const { type, parameters } = parse(header);
      assert.deepEqual([type, parameters['filename'], parameters['size']], ['attachment', name, String(size)]);
    }),
  );
});

test('half a surrogate pair becomes the replacement character', () => {
  assert.equal(attachment('a\uD800.txt', 1), `attachment; filename="a_.txt"; size=1; filename*=UTF-8''a%EF%BF%BD.txt`);
});

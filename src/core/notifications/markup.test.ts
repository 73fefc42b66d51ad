import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeMarkup, mention } from './markup.ts';

type Part = { key: string | null; id: number; text: string };

// Parses a message like a client: escapes, openings and closings, left to right.
function parse(message: string): Part[] {
  const parts: Part[] = [];
  let open: Part = { key: null, id: 0, text: '' };
  const close = (next: Part) => {
    if (open.key !== null || open.text !== '') parts.push(open);
    open = next;
  };
  for (const [token, key, id] of message.matchAll(/\\.|\[@(\w+)=(\d+)\]|\[\/\]|./gsu)) {
    if (key !== undefined) close({ key, id: Number(id), text: '' });
    else if (token === '[/]') close({ key: null, id: 0, text: '' });
    else open.text += token.length > 1 && token.startsWith('\\') ? token.slice(1) : token;
  }
  close({ key: null, id: 0, text: '' });
  return parts;
}

test('a mention shows the name and links to the object', () => {
  assert.equal(mention('FolderId', 7, 'Plans'), '[@FolderId=7]Plans[/]');
  assert.equal(mention('UserId', 5, '[/] [@UserId=1]root[/]'), String.raw`[@UserId=5]\[/] \[@UserId=1]root\[/][/]`);
  assert.equal(escapeMarkup(String.raw`a\[b]`), String.raw`a\\\[b]`);
});

test('no name can forge markup', () => {
  const name = fc.oneof(
    fc.string({ unit: fc.constantFrom('[', ']', '@', '/', '\\', '=', '5', 'UserId', 'a'), minLength: 1 }),
    fc.string({ unit: 'grapheme', minLength: 1 }),
  );
  fc.assert(
    fc.property(name, name, name, (user, between, folder) => {
      const message = `${mention('UserId', 5, user)}${escapeMarkup(between)}${mention('FolderId', 7, folder)}`;
      assert.deepEqual(parse(message), [
        { key: 'UserId', id: 5, text: user },
        { key: null, id: 0, text: between },
        { key: 'FolderId', id: 7, text: folder },
      ]);
    }),
  );
});

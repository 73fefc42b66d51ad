/** The web app parses the markup that the server writes into messages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeMarkup, mention } from '../../src/core/notifications/markup.ts';
import { partsOf, textOf } from '../../web/features/notifications/message-parts.ts';

const KEYS = ['UserId', 'DocumentId', 'FolderId', 'LibraryId', 'TaskId'] as const;
const name = fc.oneof(
  fc.string({ unit: fc.constantFrom('[', ']', '@', '/', '\\', '=', '5', 'FolderId', ' '), minLength: 1 }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
);

test('mentions link to the pages of items, and mentions of people have no link', () => {
  assert.deepEqual(partsOf('[@UserId=5]Ann[/] gave you access to [@FolderId=7]Plans[/]'), [
    { at: 0, text: 'Ann', isName: true, href: null },
    { at: 14, text: ' gave you access to ', isName: false, href: null },
    { at: 37, text: 'Plans', isName: true, href: '/folders/7' },
  ]);
  const hrefs = KEYS.map((key) => partsOf(mention(key, 3, 'x'))[0]?.href);
  assert.deepEqual(hrefs, [null, '/documents/3', '/folders/3', '/libraries/3', '/tasks/3']);
});

test('markup in a name is shown as text and never forges a link', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KEYS), name, name, name, (key, first, between, last) => {
      const parts = partsOf(`${mention(key, 5, first)}${escapeMarkup(between)}${mention('TaskId', 6, last)}`);
      assert.deepEqual(
        parts.map(({ text }) => text),
        [first, between, last],
      );
      assert.deepEqual(parts[2]?.href, '/tasks/6');
      assert.equal(parts[1]?.href, null);
    }),
  );
});

test('for any message, links lead to known pages, and only markup is removed from the text', () => {
  const token = fc.constantFrom(
    '[@',
    'FolderId',
    'Nothing',
    '=',
    '7',
    'x',
    ']',
    '[/]',
    '\\',
    'javascript:',
    '//',
    '\n',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(token).map((tokens) => tokens.join('')),
      ),
      (message) => {
        const parts = partsOf(message);
        for (const { href, text } of parts) {
          assert.notEqual(text, '');
          assert.match(href ?? '/tasks/1', /^\/(?:documents|folders|libraries|tasks)\/\d+$/);
        }
        const withoutMarkup = message.replaceAll(/\\(.)|\[@\w+=\d+\]|\[\/\]/gsu, '$1');
        assert.equal(textOf(parts), withoutMarkup);
      },
    ),
  );
});

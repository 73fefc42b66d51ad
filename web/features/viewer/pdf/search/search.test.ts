/** Searching the pages of a PDF. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSearch, startSearch } from './search.ts';

/** A PDF whose pages have these words; null: the page is damaged. */
function pdfOf(pages: (string | null)[]) {
  const getPage = async (page: number) => {
    const str = pages[page - 1] ?? null;
    if (str === null) throw new Error('The page is damaged.');
    return { getTextContent: async () => ({ items: [{ str, hasEOL: false }] }) };
  };
  return { numPages: pages.length, getPage } as unknown as Parameters<typeof createSearch>[0];
}

test('a page that cannot be read has no results, and the pages after it are searched', async () => {
  const search = createSearch(pdfOf(['rent', null, 'rent and rent', 'none']));
  await startSearch(search, 'rent', 1);
  const { counts, isSearching, current } = search.state;
  assert.deepEqual(
    [[...counts], isSearching, current],
    [
      [
        [1, 1],
        [3, 2],
      ],
      false,
      { page: 1, index: 0 },
    ],
  );
});

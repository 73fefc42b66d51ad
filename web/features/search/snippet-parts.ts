/** Pieces of text with the ranges of the words that were found. */
import type { Snippet } from '../../api/answers.ts';

export type Part = { at: number; text: string; isMarked: boolean };

/** Cuts a piece of text at its marks, in order. Ranges that are not valid are left out. */
export function partsOf({ Text, Marks }: Snippet): Part[] {
  const parts: Part[] = [];
  let done = 0;
  const add = (end: number, isMarked: boolean) => {
    if (end > done) parts.push({ at: done, text: Text.slice(done, end), isMarked });
    done = Math.max(done, end);
  };
  for (const [start = 0, end = 0] of Marks.toSorted(([a = 0], [b = 0]) => a - b)) {
    if (start < done || end <= start || end > Text.length) continue;
    add(start, false);
    add(end, true);
  }
  add(Text.length, false);
  return parts;
}

const MAX_LENGTH = 100;

/** The longest run of marked words in the first snippet that has any, for a search in the document; null without one. */
export function markedText(snippets: readonly Snippet[]): string | null {
  for (const snippet of snippets) {
    const best = runsOf(snippet).toSorted((a, b) => b.count - a.count)[0];
    if (best !== undefined) return best.text.replaceAll(/\s+/g, ' ').slice(0, MAX_LENGTH);
  }
  return null;
}

// Marked words with nothing but punctuation and spaces between them.
function runsOf(snippet: Snippet): { text: string; count: number }[] {
  const runs: { text: string; count: number }[] = [];
  let gap: string | null = null;
  for (const { text, isMarked } of partsOf(snippet)) {
    const run = runs.at(-1);
    if (!isMarked) {
      gap = /[\p{L}\p{N}]/u.test(text) ? null : text;
      continue;
    }
    if (run === undefined || gap === null) runs.push({ text, count: 1 });
    else runs[runs.length - 1] = { text: run.text + gap + text, count: run.count + 1 };
    gap = '';
  }
  return runs;
}

/**
 * The part of an address after `#` for a place in a document: its page, and the words to search there
 * (web/features/viewer/paged/page-address.ts). Undefined without either.
 */
export function foundHash(page: number | null, text: string | null): string | undefined {
  const parts = [
    ...(page === null ? [] : [`page=${page}`]),
    ...(text === null ? [] : [`search=${encodeURIComponent(text)}`]),
  ];
  return parts.length === 0 ? undefined : parts.join('&');
}

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

/** The first words that are marked, with those that follow them directly: for a search in the document. Null without any. */
export function firstMarked(snippets: readonly Snippet[]): string | null {
  for (const snippet of snippets) {
    const parts = partsOf(snippet);
    const first = parts.findIndex(({ isMarked }) => isMarked);
    if (first === -1) continue;
    let text = parts[first]?.text ?? '';
    for (let next = first + 1; parts[next + 1]?.isMarked === true && /^\s+$/.test(parts[next]?.text ?? ''); next += 2)
      text += ` ${parts[next + 1]?.text ?? ''}`;
    return text.slice(0, MAX_LENGTH);
  }
  return null;
}

/**
 * The part of an address after `#` for a place in a document: its page, and the words to search there
 * (web/features/viewer/paged/page-address.ts). Undefined without a page.
 */
export function foundHash(page: number | null, text: string | null): string | undefined {
  const parts = [
    ...(page === null ? [] : [`page=${page}`]),
    ...(page === null || text === null ? [] : [`search=${encodeURIComponent(text)}`]),
  ];
  return parts.length === 0 ? undefined : parts.join('&');
}

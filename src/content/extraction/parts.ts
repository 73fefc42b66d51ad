/** Splits a text into the parts that are stored, and its words into those that are indexed. */
import { setImmediate as pause } from 'node:timers/promises';
import type { TextPage } from '../../platform/rendering/job.ts';
import { wordsOf } from '../../platform/values/words.ts';

/** `firstWord`: the position of its first word, from 1. */
export type TextPart = { page: number | null; firstWord: number; text: string };

export type SplitText = {
  parts: TextPart[];
  /** In their order, as far as they fit into the index. */
  words: string[];
  /** Whether all words are in `words`. */
  isWhole: boolean;
};

/** UTF-8. */
const MAX_PART_BYTES = 4_096;
/** PostgreSQL stores 1 MiB of a vector. The rest is for names and tags, which the index adds. */
const MAX_VECTOR_BYTES = 900_000;
/** Length and number of positions of a word in a vector, with alignment; and one position. */
const WORD_BYTES = 3;
const POSITION_BYTES = 2;
/** PostgreSQL keeps so many positions of a word. Positions from the last one on are the same. */
const MAX_POSITIONS = 255;
const LAST_POSITION = 16_383;
/** So many parts take a few milliseconds, after which others have a turn. */
const PARTS_AT_ONCE = 8;

/** A part never crosses a page. */
export async function splitText(pages: readonly TextPage[]): Promise<SplitText> {
  const parts: TextPart[] = [];
  const index = createIndexedWords();
  let firstWord = 1;
  for (const { page, text } of pages) {
    for (const piece of piecesOf(condense(text))) {
      if (parts.length % PARTS_AT_ONCE === PARTS_AT_ONCE - 1) await pause();
      const words = wordsOf(piece).map(({ word }) => word);
      parts.push({ page, firstWord, text: piece });
      firstWord += words.length;
      index.add(words);
    }
  }
  return { parts, words: index.words, isWhole: index.isWhole() };
}

/** Runs of spaces and of blank lines say nothing that a search shows. */
function condense(text: string): string {
  return text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function* piecesOf(text: string): Generator<string> {
  const target = new Uint8Array(MAX_PART_BYTES);
  for (let start = 0; start < text.length;) {
    const window = text.slice(start, start + MAX_PART_BYTES);
    const { read } = new TextEncoder().encodeInto(window, target);
    const end = start + read < text.length ? breakOf(window.slice(0, read)) : read;
    const piece = window.slice(0, end).trim();
    if (piece !== '') yield piece;
    start += end;
  }
}

/** Where a piece that is continued ends: after a line, a sentence, a word, or anywhere. */
function breakOf(piece: string): number {
  const half = piece.length / 2;
  const ends = [piece.lastIndexOf('\n'), Math.max(...['. ', '。', '؟ ', '।'].map((end) => piece.lastIndexOf(end)))];
  const end = [...ends, piece.lastIndexOf(' ')].find((at) => at > half);
  return end === undefined ? piece.length : end + 1;
}

/** Collects words until their vector would be too large. Stemming only makes words shorter. */
function createIndexedWords() {
  const words: string[] = [];
  const counts = new Map<string, number>();
  let bytes = 0;
  let isWhole = true;
  const add = (more: string[]) => {
    for (const word of isWhole ? more : []) {
      const count = counts.get(word) ?? 0;
      const isPosition = count === 0 || (count < MAX_POSITIONS && words.length < LAST_POSITION);
      bytes += (count === 0 ? Buffer.byteLength(word) + WORD_BYTES : 0) + (isPosition ? POSITION_BYTES : 0);
      isWhole = bytes <= MAX_VECTOR_BYTES;
      if (!isWhole) return;
      counts.set(word, count + 1);
      words.push(word);
    }
  };
  return { words, add, isWhole: () => isWhole };
}

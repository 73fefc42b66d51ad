/** Divides long texts into sections, in which PostgreSQL keeps the position of each word (decision 0140). */

/** `firstWord`: its position in the text, from 1. */
export type TextSection = { firstWord: number; words: string[] };

/** A word that is more often in a section than PostgreSQL keeps positions, 255 times, is more than a sixteenth of its words. */
const WORDS = 4096;
/** Words that a section repeats from the one before, so that phrases up to this length are in one of them. */
const OVERLAP = 64;

/** Sections of all words, in their order. */
export function divide(words: readonly string[]): TextSection[] {
  const sections: TextSection[] = [];
  for (let start = 0; start < words.length; start += WORDS - OVERLAP) {
    sections.push({ firstWord: start + 1, words: words.slice(start, start + WORDS) });
    if (start + WORDS >= words.length) break;
  }
  return sections;
}

/**
 * Words of a text as the search knows them. Texts and queries are split here and not by PostgreSQL, whose parser takes
 * `plan/2026.pdf` or `a-b@c.d` for one word each, and a line of Chinese too. After this, it only sees words and spaces.
 */

/** A word and its place in the text (UTF-16 units, `end` is exclusive). */
export type Word = { word: string; start: number; end: number };

/** Longer words are cut; PostgreSQL would ignore those of 2 KiB. */
const MAX_LENGTH = 64;

// Scripts that put no spaces between words. Korean does, but its endings would hide most words.
const JOINED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ーｰ';
// Signs of half-width Japanese that belong to the character before them.
const VOICED = 'ﾞﾟ';
const RUN = new RegExp(
  `[${JOINED}]+[${JOINED}${VOICED}\\p{M}]*|[\\p{L}\\p{N}](?:(?![${JOINED}])[\\p{L}\\p{N}\\p{M}])*`,
  'gu',
);
const CHARACTER = new RegExp(`.[${VOICED}\\p{M}]*`, 'gsu');
const IS_JOINED = new RegExp(`^[${JOINED}]`, 'u');
const ACCENTED = /([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}])\p{M}+/gu;

/**
 * The words in their order: without case, accents and punctuation. A run of a script without spaces becomes its pairs of
 * characters (`東京都` → `東京 京都`), so that any part of two characters and more is found as a phrase.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (IS_JOINED.test(run)) words.push(...pairsOf(run, index));
    else words.push({ word: cut(fold(run)), start: index, end: index + run.length });
  }
  return words.filter(({ word }) => word !== '');
}

/** The words as PostgreSQL's parser gets them, separated by spaces: the n-th one is the n-th of `wordsOf`. */
export function searchableText(text: string): string {
  return wordsOf(text)
    .map(({ word }) => word)
    .join(' ');
}

function pairsOf(run: string, start: number): Word[] {
  const characters: Word[] = [];
  for (const { 0: character, index } of run.matchAll(CHARACTER))
    characters.push({ word: cut(fold(character)), start: start + index, end: start + index + character.length });
  if (characters.length < 2) return characters;
  return characters.slice(1).map((next, at) => {
    const first = characters[at] ?? next;
    return { word: first.word + next.word, start: first.start, end: next.end };
  });
}

// Not between the halves of a surrogate pair.
function cut(word: string): string {
  return word.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '');
}

// Compatibility forms (full-width letters, ligatures, Arabic letters as they are joined) are their ordinary letters. `ı` and `İ` are `i`.
// The line that stretches Arabic words is no letter.
function fold(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}\p{M}]+|ـ/gu, '')
    .replace(ACCENTED, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

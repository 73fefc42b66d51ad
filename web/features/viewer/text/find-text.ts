/** Finds the words of a search in a text. */

/** From 0; `column` in UTF-16 units. */
type Place = { line: number; column: number };

export type FoundText = { from: Place; to: Place };

/**
 * The first place with these words in this order, whatever stands between them: the end of a line, punctuation, spaces. Words are whole ones. Null
 * without one.
 */
export function findText(text: string, wanted: string): FoundText | null {
  const words = wanted.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return null;
  const before = IS_SPACED.test(first) ? String.raw`(?<![\p{L}\p{N}\p{M}])` : '';
  const after = IS_SPACED.test(last.slice(-1)) ? String.raw`(?![\p{L}\p{N}\p{M}])` : '';
  const match = new RegExp(before + words.join(BETWEEN) + after, 'iu').exec(text);
  return match === null ? null : { from: placeAt(text, match.index), to: placeAt(text, match.index + match[0].length) };
}

/** Bounded, because words that are far apart are no phrase. */
const BETWEEN = String.raw`[^\p{L}\p{N}\p{M}]{1,40}`;
/** Begins with a letter of a script that puts spaces between words. */
const IS_SPACED = /^[\p{N}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}]/u;

function placeAt(text: string, at: number): Place {
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: before.length - 1, column: before.at(-1)?.length ?? 0 };
}

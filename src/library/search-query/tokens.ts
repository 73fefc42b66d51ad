/** The parts of a query between spaces: words, texts in quotes, and filters with a key (docs/api/search.md#query-language). */

/** `raw` is the part as written, `value` without minus, key and quotes. */
export type Token = { raw: string; key: FilterKey | null; value: string; isNot: boolean; isQuoted: boolean };

/** The filters that a query can have. Others are words. */
export const FILTER_KEYS = ['type', 'in', 'owner', 'modified', 'after', 'before', 'tag', 'is'] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];

// In quotes, `\"` and `\\` are characters of the text. A quote without its partner lasts to the end.
const ESCAPED = String.raw`"(?:\\["\\]|[^"\\]|\\(?!["\\]))*"`;
const PLAIN = String.raw`"[^"]*(?:"|$)`;

// A minus, a key with a colon, and a value of which each part can be in quotes: `-in:"Projects/Elm wood"`. Keyboards of East Asia type
// full-width signs.
const MINUS = '-－−';
const LETTER = 'a-zａ-ｚ';
const COLON = ':：';
// After a key the value can be missing.
const VALUE = String.raw`(?:${ESCAPED}|${PLAIN}|[^\s"])`;
const TOKEN = new RegExp(String.raw`([${MINUS}]?)(?:([${LETTER}]+)[${COLON}](${VALUE}*)|(${VALUE}+))`, 'giu');
const QUOTED = new RegExp(`(${ESCAPED})|${PLAIN}`, 'gu');

/** Splits a query. A key that is not one of `keys` is a part of its word. */
export function tokensOf(text: string, keys: readonly FilterKey[]): Token[] {
  return Array.from(text.matchAll(TOKEN), ([raw, minus = '', key = '', named = '', word = '']): Token => {
    const rest = key === '' ? word : named;
    const known = keys.find((one) => one === key.normalize('NFKC').toLowerCase()) ?? null;
    const value = known === null && key !== '' ? `${key}:${rest}` : rest;
    return { raw, key: known, value: unquoted(value), isNot: minus !== '', isQuoted: value.startsWith('"') };
  });
}

/** Whether the token is this operator: in capital letters, without quotes. */
export function isOperator({ raw }: Token, operator: 'OR' | 'AND'): boolean {
  return raw.normalize('NFKC') === operator;
}

function unquoted(value: string): string {
  return value.replaceAll(QUOTED, (quoted: string, escaped: string | undefined) =>
    escaped === undefined ? quoted.replaceAll('"', '') : escaped.slice(1, -1).replaceAll(/\\(["\\])/g, '$1'),
  );
}

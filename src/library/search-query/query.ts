/**
 * The language of searches (docs/api/search.md#query-language): words, "phrases", -not, OR, prefix*, and filters such as
 * `type:pdf`. Pure: names in filters are resolved elsewhere.
 */
import { invalidParameter } from '../../platform/errors.ts';
import { readEnd, readTime } from '../../platform/values/times.ts';
import { wordsOf } from '../../platform/values/words.ts';

/** A word, words in this order, or the beginning of a word. */
export type Leaf = { kind: 'word' | 'phrase' | 'prefix'; words: string[] };

/** A filter of the query language; `isNot` for those with a minus. */
export type NamedFilter = { value: string; isNot: boolean };

/** From when until when; null: no bound. */
export type Range = { from: Date | null; to: Date | null };

export type ParsedQuery = {
  /** Every clause must match; a clause matches if one of its leaves does. */
  all: Leaf[][];
  /** None of them may match. */
  none: Leaf[];
  types: NamedFilter[];
  owners: NamedFilter[];
  tags: NamedFilter[];
  places: string[];
  modified: Range;
  isStarred: boolean;
};

export const MAX_QUERY = 512;
export const MAX_TERMS = 32;
const MIN_PREFIX = 3;
const JOINED_CHARACTER =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]$/u;

type Token = { raw: string; key: string | null; value: string; isNot: boolean; isQuoted: boolean };

/** The filters that a query can have. Others are words. */
const KEYS: ReadonlySet<string> = new Set(['type', 'in', 'owner', 'modified', 'after', 'before', 'tag', 'is']);

// A minus, a key with a colon, and a value of which each part can be in quotes: `-in:"Projects/Elm wood"`. A quote without its
// partner lasts to the end.
const TOKEN = /(-?)(?:([a-z]+):)?((?:"[^"]*(?:"|$)|[^\s"])+)/giu;

/** Reads a query; 400 for `parameter` if it is too long, or a part of it cannot be read. */
export function parseQuery(text: string, parameter = 'q', keys = KEYS): ParsedQuery {
  if ([...text].length > MAX_QUERY)
    throw invalidParameter(parameter, `${parameter} must have at most ${MAX_QUERY} characters.`);
  const parsed: ParsedQuery = {
    all: [],
    none: [],
    types: [],
    owners: [],
    tags: [],
    places: [],
    modified: { from: null, to: null },
    isStarred: false,
  };
  const tokens = tokensOf(
    text
      .normalize('NFC')
      .replaceAll(/[“”„«»]/g, '"')
      .replaceAll('\u0000', ' '),
    keys,
  );
  let joins = false;
  for (const [at, token] of tokens.entries()) {
    if (isWord(token, 'OR')) {
      joins = isOperand(tokens[at - 1]) && isOperand(tokens[at + 1]);
      if (joins) continue;
      throw invalidParameter(parameter, 'OR must stand between two words or phrases without a minus.');
    }
    if (isWord(token, 'AND')) continue;
    if (token.key === null) addLeaf(parsed, token, { joins, parameter });
    else addFilter(parsed, token, parameter);
    joins = false;
  }
  assertFew(parsed, parameter);
  return parsed;
}

/** Whether the query asks for words, and not only for filters. */
export function hasWords({ all, none }: ParsedQuery): boolean {
  return all.length > 0 || none.length > 0;
}

function tokensOf(text: string, keys: ReadonlySet<string>): Token[] {
  return Array.from(text.matchAll(TOKEN), ([raw, minus = '', key = '', rest = '']): Token => {
    const known = keys.has(key.toLowerCase()) ? key.toLowerCase() : null;
    const value = known === null && key !== '' ? `${key}:${rest}` : rest;
    return { raw, key: known, value: value.replaceAll('"', ''), isNot: minus === '-', isQuoted: value.startsWith('"') };
  });
}

function isWord(token: Token, word: string): boolean {
  return token.raw === word;
}

function isOperand(token: Token | undefined): boolean {
  return token !== undefined && token.key === null && !token.isNot && wordsOf(token.value).length > 0;
}

function addLeaf(parsed: ParsedQuery, token: Token, { joins, parameter }: { joins: boolean; parameter: string }): void {
  const leaves = leavesOf(token, parameter);
  if (token.isNot) parsed.none.push(...leaves.slice(0, 1));
  else if (joins) parsed.all.at(-1)?.push(...leaves);
  else for (const leaf of leaves) parsed.all.push([leaf]);
}

// `plan/2026` and `A-12` are phrases of their words, as everything in quotes is. Punctuation alone is nothing.
function leavesOf({ value, isQuoted }: Token, parameter: string): Leaf[] {
  const words = wordsOf(value).map(({ word }) => word);
  const last = words.at(-1);
  if (last === undefined) return [];
  // Texts have pairs of characters of scripts without spaces.
  if (words.length === 1 && JOINED_CHARACTER.test(last)) return [{ kind: 'prefix', words }];
  if (isQuoted || !value.endsWith('*')) return [{ kind: words.length > 1 ? 'phrase' : 'word', words }];
  // Scripts without spaces have words of one character.
  if (last.length < MIN_PREFIX && !JOINED_CHARACTER.test(last)) {
    throw invalidParameter(parameter, `${value} must have at least ${MIN_PREFIX} letters before the asterisk.`);
  }
  const before: Leaf[] =
    words.length === 1 ? [] : [{ kind: words.length > 2 ? 'phrase' : 'word', words: words.slice(0, -1) }];
  return [{ kind: 'prefix', words: [last] }, ...before];
}

function addFilter(parsed: ParsedQuery, { key, value, isNot, raw }: Token, parameter: string): void {
  if (value.trim() === '') throw invalidParameter(parameter, `${raw} needs a value.`);
  if (key === 'type') parsed.types.push({ value, isNot });
  else if (key === 'owner') parsed.owners.push({ value, isNot });
  else if (key === 'tag') parsed.tags.push({ value, isNot });
  else if (isNot) throw invalidParameter(parameter, `${raw}: only words, type:, owner: and tag: can have a minus.`);
  else if (key === 'in') parsed.places.push(value);
  else if (key === 'is') addState(parsed, value, parameter);
  else addRange(parsed, key === 'after' ? `>=${value}` : key === 'before' ? `<${value}` : value, parameter);
}

function addState(parsed: ParsedQuery, value: string, parameter: string): void {
  if (value.toLowerCase() !== 'starred')
    throw invalidParameter(parameter, `is:${value} is unknown; is:starred is known.`);
  parsed.isStarred = true;
}

// `>2026-01-01` is after that day, `2026-01-01` that day, `2026-01-01..2026-02-01` from one to the other.
function addRange(parsed: ParsedQuery, value: string, parameter: string): void {
  const [from, to] = value.split('..', 2);
  const [, sign = '', day = ''] = /^(>=|<=|>|<|)(.*)$/s.exec(value) ?? [];
  if (to !== undefined)
    narrow(parsed.modified, from ? readTime(from, parameter) : null, to ? readEnd(to, parameter).at : null);
  else if (sign === '') narrow(parsed.modified, readTime(day, parameter), readEnd(day, parameter).at);
  else if (sign === '>') narrow(parsed.modified, new Date(readEnd(day, parameter).at.getTime() + 1), null);
  else if (sign === '>=') narrow(parsed.modified, readTime(day, parameter), null);
  else if (sign === '<') narrow(parsed.modified, null, new Date(readTime(day, parameter).getTime() - 1));
  else narrow(parsed.modified, null, readEnd(day, parameter).at);
}

/** Makes the range that of both. */
export function narrow(range: Range, from: Date | null, to: Date | null): void {
  if (from !== null && (range.from === null || from > range.from)) range.from = from;
  if (to !== null && (range.to === null || to < range.to)) range.to = to;
}

function assertFew({ all, none, types, owners, tags, places }: ParsedQuery, parameter: string): void {
  const words = [...all.flat(), ...none].reduce((sum, leaf) => sum + leaf.words.length, 0);
  const terms = words + types.length + owners.length + tags.length + places.length;
  if (terms > MAX_TERMS)
    throw invalidParameter(parameter, `${parameter} must have at most ${MAX_TERMS} words and filters.`);
}

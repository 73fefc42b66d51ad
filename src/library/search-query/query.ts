/**
 * The language of searches (docs/api/search.md#query-language): words, "phrases", -not, OR, prefix*, and filters such as
 * `type:pdf`. Pure: names in filters are resolved elsewhere.
 */
import { invalidParameter } from '../../platform/errors.ts';
import { nameKey } from '../../platform/values/names.ts';
import { readSpan } from '../../platform/values/times.ts';
import { wordsOf } from '../../platform/values/words.ts';
import { FILTER_KEYS, type FilterKey, type Token, isOperator, tokensOf } from './tokens.ts';

/**
 * A word, words in this order, or words of which the last is the beginning of one. `names` are the words as names of folders have them:
 * with accents.
 */
export type Leaf = { kind: 'word' | 'phrase' | 'prefix'; words: string[]; names: string[] };

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
export const MAX_TYPE = 100;
export const MAX_OWNER = 254;
const MIN_PREFIX = 3;
const JOINED =
  '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー]\\p{M}*';
/** A character with its marks. */
const JOINED_CHARACTER = new RegExp(`^${JOINED}$`, 'u');
const JOINED_PAIR = new RegExp(`^(?:${JOINED}){1,2}$`, 'u');
/** Longer names of types and addresses do not exist. */
const MAX_LENGTHS: Partial<Record<FilterKey, number>> = { type: MAX_TYPE, owner: MAX_OWNER };
/** Characters of which one must be in a value: others only separate its parts. */
const PARTS: Partial<Record<FilterKey, RegExp>> = { type: /[^\s,.*]/u, in: /[^\s/\\]/u, tag: /[^\s=:＝：]/u };

const EXAMPLES: Record<FilterKey, string> = {
  type: 'type:pdf',
  in: 'in:Projects',
  owner: 'owner:me',
  modified: 'modified:2026-03',
  after: 'after:2026-01-01',
  before: 'before:2026-01-01',
  tag: 'tag:Phase=Concept',
  is: 'is:starred',
};

/** Reads a query; 400 for `parameter` if it is too long, or a part of it cannot be read. */
export function parseQuery(text: string, parameter = 'q', keys: readonly FilterKey[] = FILTER_KEYS): ParsedQuery {
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
      .replaceAll(/[“”„«»＂]/g, '"')
      .replaceAll('\u0000', ' '),
    keys,
  );
  let joins = false;
  for (const [at, token] of tokens.entries()) {
    if (isOperator(token, 'OR')) {
      // Several types or owners are alternatives anyway.
      if (areAlternatives(tokens[at - 1], tokens[at + 1])) continue;
      joins = isOperand(tokens[at - 1]) && isOperand(tokens[at + 1]);
      if (joins) continue;
      throw invalidParameter(parameter, 'OR must stand between two words or phrases without a minus.');
    }
    if (isOperator(token, 'AND')) continue;
    if (token.key === null) addLeaf(parsed, token, { joins, parameter });
    else addFilter(parsed, { ...token, key: token.key }, parameter);
    joins = false;
  }
  assertFew(parsed, parameter);
  return parsed;
}

/** Whether the query asks for words, and not only for filters. */
export function hasWords({ all, none }: ParsedQuery): boolean {
  return all.length > 0 || none.length > 0;
}

function areAlternatives(one: Token | undefined, other: Token | undefined): boolean {
  const key = one?.key ?? '';
  return ['type', 'owner'].includes(key) && key === other?.key && one?.isNot === false && !other.isNot;
}

function isOperand(token: Token | undefined): boolean {
  return token !== undefined && token.key === null && !token.isNot && wordsOf(token.value).length > 0;
}

function addLeaf(parsed: ParsedQuery, token: Token, { joins, parameter }: { joins: boolean; parameter: string }): void {
  const leaf = leafOf(token, parameter);
  if (leaf === null) return;
  if (token.isNot) parsed.none.push(leaf);
  else if (joins) parsed.all.at(-1)?.push(leaf);
  else parsed.all.push([leaf]);
}

// `plan/2026` and `A-12` are phrases of their words, as everything in quotes is. Punctuation alone is nothing.
function leafOf({ value, isQuoted }: Token, parameter: string): Leaf | null {
  const found = wordsOf(value);
  const words = found.map(({ word }) => word);
  const names = found.map(({ start, end }) => nameKey(value.slice(start, end)));
  const last = words.at(-1);
  if (last === undefined) return null;
  // Texts have pairs of characters of scripts without spaces.
  if (words.length === 1 && JOINED_CHARACTER.test(last)) return { kind: 'prefix', words, names };
  if (isQuoted || !/[*＊]$/u.test(value)) return { kind: words.length > 1 ? 'phrase' : 'word', words, names };
  // Scripts without spaces have words of one character.
  if (Array.from(last).length < MIN_PREFIX && !JOINED_PAIR.test(last)) {
    throw invalidParameter(parameter, `${value} must have at least ${MIN_PREFIX} letters before the asterisk.`);
  }
  return { kind: 'prefix', words, names };
}

type FilterToken = Token & { key: FilterKey };

function addFilter(parsed: ParsedQuery, { key, value, isNot, raw }: FilterToken, parameter: string): void {
  if (!(PARTS[key] ?? /\S/u).test(value))
    throw invalidParameter(parameter, `${raw} needs a value, such as ${EXAMPLES[key]}.`);
  const most = MAX_LENGTHS[key];
  if (most !== undefined && value.length > most)
    throw invalidParameter(parameter, `The value of ${key}: must have at most ${most} characters.`);
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

// `>2026-01-01` is after that day, `2026-01-01` that day, `2026-01-01..2026-02-01` from one to the other. Each value is a span.
function addRange(parsed: ParsedQuery, written: string, parameter: string): void {
  const value = written.normalize('NFKC');
  const parts = value.split('..');
  if (parts.length > 1) {
    const [from = '', to = ''] = parts;
    if (parts.length > 2 || (from === '' && to === ''))
      throw invalidParameter(parameter, `${value} must be a date, or two dates with .. between them.`);
    return narrow(
      parsed.modified,
      from === '' ? null : readSpan(from, parameter).from,
      to === '' ? null : readSpan(to, parameter).to,
    );
  }
  const [, sign = '', date = ''] = /^(>=|<=|>|<|)(.*)$/s.exec(value) ?? [];
  const { from, to } = readSpan(date, parameter);
  if (sign === '') narrow(parsed.modified, from, to);
  else if (sign === '>') narrow(parsed.modified, new Date(to.getTime() + 1), null);
  else if (sign === '>=') narrow(parsed.modified, from, null);
  else if (sign === '<') narrow(parsed.modified, null, new Date(from.getTime() - 1));
  else narrow(parsed.modified, null, to);
}

/** Years that PostgreSQL and ISO 8601 write alike. */
const FIRST = new Date('0001-01-01T00:00:00.000Z');
const LAST = new Date('9999-12-31T23:59:59.999Z');

/** Makes the range that of both. */
export function narrow(range: Range, from: Date | null, to: Date | null): void {
  if (from !== null && (range.from === null || from > range.from)) range.from = within(from);
  if (to !== null && (range.to === null || to < range.to)) range.to = within(to);
}

function within(date: Date): Date {
  return date < FIRST ? FIRST : date > LAST ? LAST : date;
}

function assertFew({ all, none, types, owners, tags, places }: ParsedQuery, parameter: string): void {
  const words = [...all.flat(), ...none].reduce((sum, leaf) => sum + leaf.words.length, 0);
  const terms = words + types.length + owners.length + tags.length + places.length;
  if (terms > MAX_TERMS)
    throw invalidParameter(parameter, `${parameter} must have at most ${MAX_TERMS} words and filters.`);
}

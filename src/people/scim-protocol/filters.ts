/** Reads filters (RFC 7644, section 3.4.2.2) with scim2-parse-filter, within limits (decision 0111). */
import { type Filter, parse } from 'scim2-parse-filter';
import { scimError } from './scim-errors.ts';

export type { Filter };

const MAX_LENGTH = 4_096;
const MAX_COMPARISONS = 50;
const MAX_DEPTH = 20;

const LITERAL = /"(?:[^"\\]|\\.)*"/gs;

/** 400 invalidFilter unless the text is a filter within the limits. */
export function readFilter(text: string): Filter {
  if (text.length > MAX_LENGTH) throw invalidFilter(`A filter has at most ${MAX_LENGTH} characters.`);
  // The parser reads escapes in strings differently from JSON, so it gets a number in place of each string.
  const strings: string[] = [];
  const plain = text.replaceAll(LITERAL, (literal) => `"${strings.push(readString(literal)) - 1}"`);
  // Before the parser, which descends for each of them.
  if (depthOf(plain) > MAX_DEPTH) throw invalidFilter(`A filter has at most ${MAX_DEPTH} levels.`);
  const filter = withStrings(parseFilter(plain), strings);
  if (countComparisons(filter) > MAX_COMPARISONS) {
    throw invalidFilter(`A filter has at most ${MAX_COMPARISONS} comparisons.`);
  }
  return filter;
}

export function invalidFilter(detail: string) {
  return scimError('invalidFilter', detail);
}

/** 400 invalidFilter unless the filter compares only these attributes, given in lower case. For filters that are tested in memory. */
export function assertAttributes(filter: Filter, names: string[]): void {
  if ('filters' in filter) return filter.filters.forEach((part) => assertAttributes(part, names));
  if (filter.op === 'not') return assertAttributes(filter.filter, names);
  if (filter.op === '[]' || !names.includes(filter.attrPath.toLowerCase())) {
    throw invalidFilter(`This filter cannot use ${filter.attrPath.slice(0, 100)}.`);
  }
}

function readString(literal: string): string {
  try {
    const value = JSON.parse(literal) as string;
    if (!value.includes('\0') && value.isWellFormed()) return value;
  } catch {
    throw invalidFilter('A string of the filter is not a JSON string.');
  }
  throw invalidFilter('A string of the filter contains a NUL or half of a character.');
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [mark] of text.matchAll(/[([\])]|\bnot\b/gi)) {
    depth += mark === ')' || mark === ']' ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function parseFilter(text: string): Filter {
  try {
    return parse(text);
  } catch {
    throw invalidFilter('The filter is malformed.');
  }
}

function withStrings(filter: Filter, strings: string[]): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map((part) => withStrings(part, strings)) };
  if (filter.op === 'not') return { ...filter, filter: withStrings(filter.filter, strings) };
  if (filter.op === '[]') return { ...filter, valFilter: withStrings(filter.valFilter, strings) };
  if (filter.op === 'pr' || typeof filter.compValue !== 'string') return filter;
  return { ...filter, compValue: strings[Number(filter.compValue)] ?? '' };
}

function countComparisons(filter: Filter): number {
  if (filter.op === 'and' || filter.op === 'or') {
    return filter.filters.reduce((sum, part) => sum + countComparisons(part), 0);
  }
  if (filter.op === 'not') return countComparisons(filter.filter);
  return filter.op === '[]' ? countComparisons(filter.valFilter) : 1;
}

/** Queries of PostgreSQL for the words of a search: one for the index, one for each check of a row. */
import type { Leaf, ParsedQuery } from './query.ts';

/** A leaf with the query that each language makes of it, in the text form of a tsquery. Stop words have empty ones. */
export type AnalyzedLeaf = Leaf & { variants: string[] };

export type AnalyzedQuery = { all: AnalyzedLeaf[][]; none: AnalyzedLeaf[] };

/** A condition on words with positions, which the index does not have: all, or none, of the queries. */
export type RowCheck = { query: string; isNot: boolean };

export type Terms = {
  /** For the lexemes of the index: all words, or all in the name. Null: there is no condition on words. */
  anywhere: string | null;
  inName: string | null;
  /** Conditions that the index only approximates. */
  checks: RowCheck[];
  /** All clauses, for ranking; with weights for those in the name. Null without words. */
  rank: string | null;
  rankInName: string | null;
};

/** Lengths of the beginnings that the index holds (search_lexemes). */
const BEGINNINGS = [3, 4, 6];

/** The queries of the leaves, together with those of filters (facts.ts). */
export function termsOf({ all, none }: AnalyzedQuery, facts: string[]): Terms {
  const clauses = withoutStopWords(all);
  const indexed = (place: '' | '@') => clauses.map((clause) => or(clause.map((leaf) => indexQuery(leaf, place))));
  const excluded = none.filter(isExact).map((leaf) => `!${indexQuery(leaf, '')}`);
  const others = [...facts, ...excluded];
  const rank = clauses.map((clause) => or(clause.map((leaf) => rowQuery(leaf))));
  const rankInName = clauses.map((clause) => or(clause.map((leaf) => rowQuery(leaf, 'A'))));
  return {
    anywhere: and([...indexed(''), ...others]),
    inName: clauses.length === 0 ? null : and([...indexed('@'), ...others]),
    checks: [
      ...clauses
        .filter((clause) => !clause.every(isExact))
        .map((clause) => ({ query: or(clause.map((leaf) => rowQuery(leaf))), isNot: false })),
      ...none.filter((leaf) => !isExact(leaf)).map((leaf) => ({ query: rowQuery(leaf), isNot: true })),
    ],
    rank: and(rank),
    rankInName: and(rankInName),
  };
}

/** A lexeme in a tsquery. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** The same as `|` and `&` of queries; null of none. */
export function or(queries: string[]): string {
  return `(${[...new Set(queries)].join(' | ')})`;
}

function and(queries: string[]): string | null {
  return queries.length === 0 ? null : queries.join(' & ');
}

// `the` is a word of a text that was indexed as English nowhere, so a search for `the plan` is one for `plan`.
function withoutStopWords(all: AnalyzedLeaf[][]): AnalyzedLeaf[][] {
  const kept = all.filter((clause) => !clause.some((leaf) => leaf.kind === 'word' && leaf.variants.includes('')));
  return kept.length > 0 ? kept : all;
}

// The index has no positions, and beginnings of some lengths only.
function isExact(leaf: AnalyzedLeaf): boolean {
  if (leaf.kind === 'prefix')
    return lexemesOf(leaf).every((lexeme) => [1, ...BEGINNINGS].includes(Array.from(lexeme).length));
  return !leaf.variants.some((variant) => variant.includes('<'));
}

/** The lexemes of a leaf in all languages. */
export function lexemesOf({ variants }: AnalyzedLeaf): string[] {
  return variants.flatMap((variant) =>
    Array.from(variant.matchAll(LEXEME), ([, lexeme = '']) => lexeme.replaceAll("''", "'")),
  );
}

const LEXEME = /'((?:[^']|'')*)'/g;

function indexQuery(leaf: AnalyzedLeaf, place: '' | '@'): string {
  if (leaf.kind === 'prefix') {
    return or(lexemesOf(leaf).flatMap((lexeme) => [quoted(place + lexeme), quoted(`${place}=${beginningOf(lexeme)}`)]));
  }
  return or(
    present(leaf).map((variant) =>
      or([
        variant
          .replaceAll(/<(?:->|\d+>)/g, '&')
          .replaceAll(LEXEME, (text, lexeme: string) => (place === '' ? text : `'@${lexeme}'`)),
      ]),
    ),
  );
}

function rowQuery(leaf: AnalyzedLeaf, weight = ''): string {
  const mark = leaf.kind === 'prefix' ? `:*${weight}` : weight === '' ? '' : `:${weight}`;
  return or(present(leaf).map((variant) => `(${variant.replaceAll(LEXEME, (text) => text + mark)})`));
}

function present({ variants }: AnalyzedLeaf): string[] {
  return variants.filter((variant) => variant !== '');
}

function beginningOf(lexeme: string): string {
  const characters = Array.from(lexeme);
  return characters.slice(0, BEGINNINGS.findLast((n) => n <= characters.length) ?? characters.length).join('');
}

/** The leaves of a query with what the languages make of them, in the same order. */
export function analyze({ all, none }: ParsedQuery, variants: string[][]): AnalyzedQuery {
  let at = 0;
  const next = (leaf: Leaf): AnalyzedLeaf => {
    const found = variants[at++] ?? [];
    // Words of which no language makes anything match nothing.
    return { ...leaf, variants: found.some((variant) => variant !== '') ? found : [quoted(leaf.words.join(' '))] };
  };
  return { all: all.map((clause) => clause.map(next)), none: none.map(next) };
}

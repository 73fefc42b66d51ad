/** Queries of PostgreSQL for the words of a search: one for the index, one for each check of a row. */
import { isSpelled } from './endings.ts';
import type { Leaf, ParsedQuery } from './query.ts';

/** A leaf with the queries that a language and `simple` make of it, in the text form of a tsquery. Stop words have empty ones. */
export type AnalyzedLeaf = Leaf & { variants: string[] };

export type AnalyzedQuery = { all: AnalyzedLeaf[][]; none: AnalyzedLeaf[] };

/**
 * The words of a document that a search compares: of its name, tags and text; of its name and text, for people who do not see its tags;
 * or of its name.
 */
export type SearchedParts = 'all' | 'untagged' | 'names';

/**
 * A condition on a row that the index only approximates: one of two queries matches, of its name and tags (`head`) or of its text; with `isNot`,
 * none does. `onlyIf`: rows whose head does not match this pass.
 */
export type RowCheck = { head: string; text: string | null; isNot: boolean; onlyIf: string | null };

export type Terms = {
  /** For the lexemes of the index: all words, or all in the name. Null: there is no condition on words. */
  anywhere: string | null;
  inName: string | null;
  checks: RowCheck[];
  parts: SearchedParts;
  /** All clauses, for ranking; with weights for those in the name. Null without words. */
  rank: string | null;
  rankInName: string | null;
};

/** Lengths of the beginnings that the index holds (search_lexemes). */
const BEGINNINGS = [3, 4, 6];

/** The queries of the leaves, together with those of filters (facts.ts). */
export function termsOf({ all, none }: AnalyzedQuery, facts: string[], parts: SearchedParts = 'all'): Terms {
  const clauses = withoutStopWords(all);
  const indexed = (place: '' | '@') => clauses.map((clause) => or(clause.map((leaf) => indexQuery(leaf, place))));
  const anywhere = parts === 'names' ? '@' : '';
  // The index would also exclude documents whose tags have the word.
  const excluded = parts === 'untagged' ? [] : none.filter(isExact);
  const others = [...facts, ...excluded.map((leaf) => `!${indexQuery(leaf, anywhere)}`)];
  const rank = clauses.map((clause) => or(clause.map((leaf) => rowQuery(leaf))));
  const rankInName = clauses.map((clause) => or(clause.map((leaf) => rowQuery(leaf, 'A'))));
  return {
    anywhere: and([...indexed(anywhere), ...others]),
    inName: clauses.length === 0 || parts === 'names' ? null : and([...indexed('@'), ...others]),
    checks: [
      ...clauses
        .map((clause) => checkOf(clause, parts))
        .filter(({ onlyIf }, at) => onlyIf !== null || !clauses[at]?.every(isExact)),
      ...none
        .filter((leaf) => !excluded.includes(leaf))
        .map((leaf) => ({ ...checkOf([leaf], parts), isNot: true, onlyIf: null })),
    ],
    parts,
    rank: and(rank),
    rankInName: and(rankInName),
  };
}

// Without tags, an exact clause that no word of a tag matches is as the index says.
function checkOf(clause: AnalyzedLeaf[], parts: SearchedParts): RowCheck {
  const query = or(clause.map((leaf) => rowQuery(leaf)));
  return {
    head: parts === 'all' ? query : or(clause.map((leaf) => rowQuery(leaf, 'A'))),
    text: parts === 'names' ? null : query,
    isNot: false,
    onlyIf: parts === 'untagged' && clause.every(isExact) ? or(clause.map((leaf) => rowQuery(leaf, 'B'))) : null,
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

// `the` is in no text that was indexed as English, so there a search for `the plan` is one for `plan`.
function withoutStopWords(all: AnalyzedLeaf[][]): AnalyzedLeaf[][] {
  const kept = all.filter((clause) => !clause.some((leaf) => leaf.kind === 'word' && leaf.variants.includes('')));
  return kept.length > 0 ? kept : all;
}

// The index has no positions, and beginnings of some lengths only.
function isExact(leaf: AnalyzedLeaf): boolean {
  return (
    !leaf.variants.some((variant) => variant.includes('<')) &&
    beginningsOf(leaf).every((lexeme) => [1, ...BEGINNINGS].includes(Array.from(lexeme).length))
  );
}

/** The lexemes of a leaf in all languages, without beginnings. */
export function lexemesOf(leaf: AnalyzedLeaf): string[] {
  return extract(leaf, false);
}

/** The beginnings of lexemes of a leaf. */
export function beginningsOf(leaf: AnalyzedLeaf): string[] {
  return extract(leaf, true);
}

function extract({ variants }: AnalyzedLeaf, isBeginning: boolean): string[] {
  return variants.flatMap((variant) =>
    [...variant.matchAll(LEXEME)]
      .filter(([, , star]) => (star !== undefined) === isBeginning)
      .map(([, lexeme = '']) => lexeme.replaceAll("''", "'")),
  );
}

const LEXEME = /'((?:[^']|'')*)'(:\*)?/g;

function indexQuery(leaf: AnalyzedLeaf, place: '' | '@'): string {
  const indexed = (_: string, lexeme: string, star: string | undefined) =>
    star === undefined ? `'${place}${lexeme}'` : beginningQuery(lexeme, place);
  return or(present(leaf).map((variant) => or([variant.replaceAll(/<(?:->|\d+>)/g, '&').replaceAll(LEXEME, indexed)])));
}

function beginningQuery(lexeme: string, place: '' | '@'): string {
  const words = isSpelled(lexeme) ? `'${place}${lexeme}':*` : quoted(place + lexeme);
  return or([words, quoted(`${place}=${beginningOf(lexeme)}`)]);
}

/** The query of a leaf for vectors with positions; `weight` limits it to the words with this one. */
export function rowQuery(leaf: AnalyzedLeaf, weight = ''): string {
  const marked = (_: string, lexeme: string, star: string | undefined) => {
    const mark = (star === undefined ? '' : '*') + weight;
    return `'${lexeme}'${mark === '' ? '' : `:${mark}`}`;
  };
  return or(present(leaf).map((variant) => `(${variant.replaceAll(LEXEME, marked)})`));
}

function present({ variants }: AnalyzedLeaf): string[] {
  return variants.filter((variant) => variant !== '');
}

function beginningOf(lexeme: string): string {
  const characters = Array.from(lexeme);
  return characters.slice(0, BEGINNINGS.findLast((n) => n <= characters.length) ?? characters.length).join('');
}

/** The leaves of a query with what a language makes of them, in the same order. */
export function analyze({ all, none }: ParsedQuery, variants: string[][]): AnalyzedQuery {
  let at = 0;
  const next = (leaf: Leaf): AnalyzedLeaf => {
    const found = variants[at++] ?? [];
    // Words of which the language makes nothing match nothing.
    return { ...leaf, variants: found.some((variant) => variant !== '') ? found : [quoted(leaf.words.join(' '))] };
  };
  return { all: all.map((clause) => clause.map(next)), none: none.map(next) };
}

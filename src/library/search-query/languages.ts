/**
 * A search in the languages of documents: each document is compared in the language of its own words only. So stop words of one
 * language are ordinary words in texts of others, and no text affects whether another is found (decision 0103).
 */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import { languageFact } from '../search-index/heads.ts';
import { type AnalyzedQuery, type SearchedParts, type Terms, or, quoted, termsOf } from './terms.ts';

/** The query in each language in use. */
export type LanguageQueries = ReadonlyMap<string, AnalyzedQuery>;

/** `simple` is for documents without one of the `others`, which are those that make something else of the words. */
export type LanguageTerms = {
  anywhere: string | null;
  inName: string | null;
  parts: SearchedParts;
  simple: Terms;
  others: { language: string; terms: Terms }[];
};

export const SIMPLE = 'simple';

export function termsByLanguage(
  queries: LanguageQueries,
  facts: string[],
  parts: SearchedParts | undefined,
): LanguageTerms {
  const termsIn = (query: AnalyzedQuery | undefined) => termsOf(query ?? { all: [], none: [] }, facts, parts);
  const simple = termsIn(queries.get(SIMPLE));
  const written = JSON.stringify(simple);
  const others = [...queries]
    .filter(([language]) => language !== SIMPLE)
    .map(([language, query]) => ({ language, terms: termsIn(query) }))
    .filter(({ terms }) => JSON.stringify(terms) !== written);
  const indexed = (of: (terms: Terms) => string | null) =>
    joined(
      of(simple),
      others.map(({ language, terms }) => ({ fact: quoted(languageFact(language)), query: of(terms) })),
    );
  return {
    anywhere: indexed(({ anywhere }) => anywhere),
    inName: indexed(({ inName }) => inName),
    parts: simple.parts,
    simple,
    others,
  };
}

// Rows that were written before languages were facts are searched as `simple`.
function joined(simple: string | null, others: { fact: string; query: string | null }[]): string | null {
  if (simple === null || others.length === 0) return simple;
  return or([
    `((${simple}) & !${or(others.map(({ fact }) => fact))})`,
    ...others.map(({ fact, query }) => (query === null ? fact : `(${fact} & (${query}))`)),
  ]);
}

/** SQL that depends on the terms of a row's language. */
export function inLanguageOf(
  sql: Db,
  column: Fragment,
  { simple, others }: LanguageTerms,
  make: (terms: Terms) => Fragment,
): Fragment {
  if (others.length === 0) return make(simple);
  const cases = others.reduce(
    (all, { language, terms }): Fragment => sql`${all} when ${language} then ${make(terms)}`,
    sql``,
  );
  return sql`case ${column} ${cases} else ${make(simple)} end`;
}

/** Whether the texts of rows are read to check them, in any language. */
export function hasChecks({ simple, others }: LanguageTerms): boolean {
  return [simple, ...others.map(({ terms }) => terms)].some(({ checks }) => checks.length > 0);
}

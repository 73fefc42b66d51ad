/** Turns a parsed search into what its statement needs: queries for the index, and conditions on rows. */
import type { Db } from '../../platform/db/connection.ts';
import { invalidParameter } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { ANY, ownerFact, yearFact } from '../search-index/heads.ts';
import { type FoundPlace, MAX_FOUND_PEOPLE, MAX_FOUND_PLACES, findOwners, findPlaces } from './filters.queries.ts';
import {
  type FilterParameters,
  type NamedFilters,
  admitsFolders,
  asksForFolders,
  readSearchFilters,
  typeFacts,
} from './filters.ts';
import { type NamedFilter, type ParsedQuery, type Range, parseQuery } from './query.ts';
import { type LanguageQueries, type LanguageTerms, termsByLanguage } from './languages.ts';
import { type SearchedParts, analyze, or, quoted } from './terms.ts';
import { type TagCheck, findTagChecks, tagQuery } from './tag-checks.ts';
import type { FilterKey } from './tokens.ts';
import { findVariants } from './terms.queries.ts';

export type Search = {
  parsed: ParsedQuery;
  analyzed: LanguageQueries;
  terms: LanguageTerms;
  modified: Range;
  tags: TagCheck[];
  isStarred: boolean;
  /** Each list must contain the item. */
  places: FoundPlace[][];
  admitsFolders: boolean;
  asksForFolders: boolean;
  /** A filter stands for more places or people than a search looks at. */
  isCut: boolean;
};

/**
 * A query with its filters. `visitor`: the search is one of a stranger in this folder, who sees neither tags nor people; paths in
 * `in:` begin there.
 */
export type SearchText = {
  query: string;
  parameters: FilterParameters;
  visitor?: { folderId: number; parts: SearchedParts };
};

/** Filters of visitors. Others are words for them. */
const VISITOR_KEYS: FilterKey[] = ['type', 'in', 'modified', 'after', 'before'];

/** 400 for a query that cannot be read, or that has neither words nor filters. */
export async function resolveSearch(
  sql: Db,
  actor: Actor,
  { query, parameters, visitor }: SearchText,
): Promise<Search> {
  const parsed = parseQuery(query, 'q', visitor && VISITOR_KEYS);
  const filters = readSearchFilters(parsed, parameters);
  assertSomething(parsed, filters, parameters);
  const leaves = [...parsed.all.flat(), ...parsed.none];
  const [variants, owners, tags, places] = await Promise.all([
    findVariants(sql, actor.deploymentId, leaves),
    Promise.all(filters.owners.map((group) => ownerFacts(sql, actor, group))),
    findTagChecks(sql, actor, filters.tags, (parameters.tag ?? []).length > 0 ? 'tag' : 'q'),
    Promise.all(filters.places.map((path) => findPlaces(sql, actor, path, visitor?.folderId ?? null))),
  ]);
  const facts = [
    ...typeFacts(filters.types),
    ...owners.flatMap(({ facts: found }) => found),
    ...tags.map(tagQuery),
    ...yearFacts(filters.modified, actor.now),
  ];
  const isOnlyNot = parsed.all.length === 0 && facts.every((fact) => fact.startsWith('!'));
  const isAny = isOnlyNot && facts.length + parsed.none.length > 0;
  const analyzed = new Map([...variants].map(([language, made]) => [language, analyze(parsed, made)]));
  return {
    parsed,
    analyzed,
    // The index needs something that documents have.
    terms: termsByLanguage(analyzed, isAny ? [quoted(ANY), ...facts] : facts, visitor?.parts),
    modified: filters.modified,
    tags,
    isStarred: filters.isStarred,
    places,
    admitsFolders: admitsFolders(filters),
    asksForFolders: asksForFolders(filters),
    isCut: owners.some(({ isCut }) => isCut) || places.some(({ length }) => length > MAX_FOUND_PLACES),
  };
}

function assertSomething(parsed: ParsedQuery, filters: NamedFilters, { libraryId, folderId }: FilterParameters): void {
  const { types, owners, tags, places, modified, isStarred } = filters;
  const count = [parsed.all, parsed.none, types, owners, tags, places].reduce((sum, list) => sum + list.length, 0);
  const isEmpty = count === 0 && modified.from === null && modified.to === null && !isStarred;
  if (isEmpty && libraryId === undefined && folderId === undefined) {
    throw invalidParameter('q', 'q must contain a word or a filter.');
  }
}

// Excluding only some of the people with this name would return documents of the others.
async function ownerFacts(sql: Db, actor: Actor, filters: NamedFilter[]): Promise<{ facts: string[]; isCut: boolean }> {
  const found = await Promise.all(
    filters.map(async ({ value, isNot }) => ({ value, isNot, ids: await findOwners(sql, actor, value) })),
  );
  const tooMany = found.filter(({ ids }) => ids.length > MAX_FOUND_PEOPLE);
  const excluded = tooMany.find(({ isNot }) => isNot);
  if (excluded !== undefined) {
    throw invalidParameter(
      'q',
      `More than ${MAX_FOUND_PEOPLE} people have “${excluded.value}” in their names. Exclude a longer part of a name, or an address.`,
    );
  }
  const factOf = ({ ids }: { ids: number[] }) => or([quoted('#nobody'), ...ids.map((id) => quoted(ownerFact(id)))]);
  const wanted = found.filter(({ isNot }) => !isNot).map(factOf);
  const unwanted = found.filter(({ isNot }) => isNot).map((filter) => `!${factOf(filter)}`);
  return { facts: [...(wanted.length === 0 ? [] : [or(wanted)]), ...unwanted], isCut: tooMany.length > 0 };
}

const MAX_YEARS = 30;

// Only for a range of few years: the others are checked on rows.
function yearFacts({ from, to }: Range, now: Date): string[] {
  if (from === null) return [];
  const first = from.getUTCFullYear();
  const last = Math.min((to ?? now).getUTCFullYear() + (to === null ? 1 : 0), first + MAX_YEARS + 1);
  if (last - first > MAX_YEARS || last < first) return [];
  return [or(Array.from({ length: last - first + 1 }, (_, n) => quoted(yearFact(first + n))))];
}

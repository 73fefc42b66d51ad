/** Searches inside documents, tag searches in a library or folder, and saved searches. */
import type { NamedItem, SavedSearch, SearchFacets, TagSearchResult } from './answers.ts';
import { type Page, callApi, fetchPage, createOnce } from './client.ts';
import type { ContainerKey, SearchRequest, TagCriterion } from './keys.ts';

/** A document that matches all conditions. `total` is the number of matches. */
export type FoundDocument = TagSearchResult['Embedded']['Documents'][number] & { total: number };

const NOUNS = { library: 'libraries', folder: 'folders' } as const;
const PAGE_SIZE = 200;

/** Throws a problem with the index of the condition whose value has the wrong type. */
export async function searchByTags(
  { kind, id }: ContainerKey,
  criteria: TagCriterion[],
  after: string | null,
): Promise<Page<FoundDocument[]>> {
  const query = new URLSearchParams({ top: String(PAGE_SIZE), ...(after === null ? {} : { after }) });
  const page = await fetchPage<TagSearchResult>(
    `/api/${NOUNS[kind]}/${id}/search/systemtags-v2?${query.toString()}`,
    criteria.map(({ tagTypeId, value }) => ({ TagTypeId: tagTypeId, Value: value })),
  );
  const { TotalCount: total, Embedded } = page.body;
  return { ...page, body: Embedded.Documents.map((document) => ({ ...document, total })) };
}

const SUGGESTED = 100;

/** Values that documents have, in the order of the tag's type. */
export const listTagValues = (tagTypeId: number) =>
  callApi<string[]>('GET', `/api/tagtypes/${tagTypeId}/values?top=${SUGGESTED}`);

/** The person's saved searches, by name. */
export const listSavedSearches = () => callApi<SavedSearch[]>('GET', '/api/users/me/searches');

/** A saved search: its name, its conditions or its query, and a library or folder. */
type NewSearch = Pick<SavedSearch, 'SearchName'> &
  Partial<Pick<SavedSearch, 'Criteria' | 'Q' | 'Alert' | 'LibraryId' | 'FolderId'>>;

/** Throws 409 if the name is taken or the person has the maximum number of searches or alerts. */
export const saveSearch = ({ SearchName, Criteria, Q, Alert, LibraryId, FolderId }: NewSearch) =>
  createOnce<SavedSearch>('/api/users/me/searches', { SearchName, Criteria, Q, Alert, LibraryId, FolderId });

export const getSavedSearch = (savedSearchId: number) =>
  callApi<SavedSearch>('GET', `/api/users/me/searches/${savedSearchId}`);

/** Throws 409 like `saveSearch`. */
export const changeSearch = (savedSearchId: number, change: Partial<Pick<SavedSearch, 'SearchName' | 'Alert'>>) =>
  callApi<SavedSearch>('PATCH', `/api/users/me/searches/${savedSearchId}`, change);

export const deleteSearch = (savedSearchId: number) =>
  callApi<null>('DELETE', `/api/users/me/searches/${savedSearchId}`);

/** A page of matches, the best first. */
export const searchAll = (request: SearchRequest, after: string | null): Promise<Page<NamedItem[]>> => {
  const parameters = parametersOf(request);
  if (after !== null) parameters.set('after', after);
  return fetchPage<NamedItem[]>(`/api/search?${parameters.toString()}`);
};

/** Counts of the matches by kind, library, person, year and tag. */
export const getFacets = (request: SearchRequest): Promise<SearchFacets> =>
  callApi<SearchFacets>('GET', `/api/search/facets?${parametersOf(request).toString()}`);

function parametersOf({ q, type, libraryId, folderId, owner, year, tags }: SearchRequest): URLSearchParams {
  return new URLSearchParams([
    ['q', q],
    ...optional('type', type),
    ...optional('libraryId', libraryId),
    ...optional('folderId', folderId),
    ...optional('owner', owner),
    ...optional('modifiedFrom', year === null ? null : `${year}-01-01`),
    ...optional('modifiedTo', year === null ? null : `${year}-12-31`),
    ...tags.map((tag): [string, string] => ['tag', tag]),
  ]);
}

const optional = (name: string, value: string | number | null): [string, string][] =>
  value === null ? [] : [[name, String(value)]];

/** Searching a library or folder by the tags of documents. */
import type { SavedSearch, TagSearchResult } from './answers.ts';
import { type Page, callApi, fetchPage } from './client.ts';
import type { ContainerKey, TagCriterion } from './keys.ts';

/** A document that carries all of it; `total`: how many there are. */
export type FoundDocument = TagSearchResult['Embedded']['Documents'][number] & { total: number };

const NOUNS = { library: 'libraries', folder: 'folders' } as const;
const PAGE_SIZE = 200;

/** Refused with the index of the criterion that does not fit its type. */
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
  return { body: Embedded.Documents.map((document) => ({ ...document, total })), after: page.after };
}

const SUGGESTED = 100;

/** Values that documents carry, in the order of the type. */
export const listTagValues = (tagTypeId: number) =>
  callApi<string[]>('GET', `/api/tagtypes/${tagTypeId}/values?top=${SUGGESTED}`);

/** One's own searches, by name. */
export const listSavedSearches = () => callApi<SavedSearch[]>('GET', '/api/users/me/searches');

/** What a search is made of: its name, its conditions, and one of the two places. */
type NewSearch = Pick<SavedSearch, 'SearchName' | 'Criteria'> & Partial<Pick<SavedSearch, 'LibraryId' | 'FolderId'>>;

/** 409 if one has a search of that name, or as many as one may have. */
export const saveSearch = ({ SearchName, Criteria, LibraryId, FolderId }: NewSearch) =>
  callApi<SavedSearch>('POST', '/api/users/me/searches', { SearchName, Criteria, LibraryId, FolderId });

export const deleteSearch = (savedSearchId: number) =>
  callApi<null>('DELETE', `/api/users/me/searches/${savedSearchId}`);

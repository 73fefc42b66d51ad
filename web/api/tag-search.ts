/** Tag search in a library or folder. */
import type { SavedSearch, TagSearchResult } from './answers.ts';
import { type Page, callApi, fetchPage } from './client.ts';
import type { ContainerKey, TagCriterion } from './keys.ts';

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
  return { body: Embedded.Documents.map((document) => ({ ...document, total })), after: page.after };
}

const SUGGESTED = 100;

/** Values that documents have, in the order of the tag's type. */
export const listTagValues = (tagTypeId: number) =>
  callApi<string[]>('GET', `/api/tagtypes/${tagTypeId}/values?top=${SUGGESTED}`);

/** The person's saved searches, by name. */
export const listSavedSearches = () => callApi<SavedSearch[]>('GET', '/api/users/me/searches');

/** A saved search: its name, its conditions, and a library or folder. */
type NewSearch = Pick<SavedSearch, 'SearchName' | 'Criteria'> & Partial<Pick<SavedSearch, 'LibraryId' | 'FolderId'>>;

/** Throws 409 if the name is taken or the person has the maximum number of searches. */
export const saveSearch = ({ SearchName, Criteria, LibraryId, FolderId }: NewSearch) =>
  callApi<SavedSearch>('POST', '/api/users/me/searches', { SearchName, Criteria, LibraryId, FolderId });

export const deleteSearch = (savedSearchId: number) =>
  callApi<null>('DELETE', `/api/users/me/searches/${savedSearchId}`);

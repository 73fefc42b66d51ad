/**
 * The first queries of pages. Routes prefetch them (`prefetch`) while the chunks of the page load, and the page reads them from
 * the cache.
 */
import { type FetchQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { getMe, getSignInBranding, getSignInOptions } from './api/account.ts';
import { getHome } from './api/home.ts';
import type { ContainerKey, ItemKey } from './api/keys.ts';
import { getDocument, getPlace, listLibraries, listRevisions } from './api/library.ts';
import { listTags } from './api/tags.ts';
import { type LinkKey, getVisit } from './api/visits.ts';

/** The signed-in person. */
export const meQuery = queryOptions({ queryKey: ['me'], queryFn: getMe, staleTime: 60_000 });

/** The branding of the pages before sign-in. */
export const signInBrandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: getSignInBranding,
  staleTime: Infinity,
});

/** The ways to sign in. */
export const signInOptionsQuery = queryOptions({ queryKey: ['sign-in'], queryFn: getSignInOptions });

/** Everything on the home page. */
export const homeQuery = queryOptions({ queryKey: ['home'], queryFn: getHome });

export const librariesQuery = queryOptions({ queryKey: ['libraries'], queryFn: listLibraries });

/** The path of an object and the person's rights on it. */
export const placeQuery = (of: ContainerKey | ItemKey) =>
  queryOptions({ queryKey: ['place', of.kind, of.id], queryFn: () => getPlace(of) });

export const documentQuery = (documentId: number) =>
  queryOptions({ queryKey: ['document', documentId], queryFn: () => getDocument(documentId) });

export const tagsQuery = (documentId: number) =>
  queryOptions({ queryKey: ['tags', documentId], queryFn: () => listTags(documentId) });

export const revisionsQuery = (documentId: number) =>
  queryOptions({ queryKey: ['revisions', documentId], queryFn: () => listRevisions(documentId) });

/** The item and state of a link. */
export const visitQuery = (link: LinkKey) =>
  queryOptions({ queryKey: ['visit', link.reference, link.recipient], queryFn: () => getVisit(link) });

/** Starts a query that the page will need. The page handles its result. */
export function prefetch<Data, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): void {
  void queries.prefetchQuery(query);
}

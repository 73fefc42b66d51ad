/**
 * What pages ask first. Their routes ask it too (`askAhead`), while the scripts of the page are on their way; what has been asked is
 * not asked again.
 */
import { type FetchQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { getMe, getSignInBranding } from './api/account.ts';
import type { ContainerKey, ItemKey } from './api/keys.ts';
import { getDocument, getPlace, listLibraries, listRevisions, listTags } from './api/library.ts';
import { type LinkKey, getVisit } from './api/visits.ts';

/** Who is signed in. */
export const meQuery = queryOptions({ queryKey: ['me'], queryFn: getMe, staleTime: 60_000 });

/** Whose pages before signing in are. */
export const signInBrandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: getSignInBranding,
  staleTime: Infinity,
});

export const librariesQuery = queryOptions({ queryKey: ['libraries'], queryFn: listLibraries });

/** Where something is, and what one may do with it. */
export const placeQuery = (of: ContainerKey | ItemKey) =>
  queryOptions({ queryKey: ['place', of.kind, of.id], queryFn: () => getPlace(of) });

export const documentQuery = (documentId: number) =>
  queryOptions({ queryKey: ['document', documentId], queryFn: () => getDocument(documentId) });

export const tagsQuery = (documentId: number) =>
  queryOptions({ queryKey: ['tags', documentId], queryFn: () => listTags(documentId) });

export const revisionsQuery = (documentId: number) =>
  queryOptions({ queryKey: ['revisions', documentId], queryFn: () => listRevisions(documentId) });

/** What a link leads to, and in what state it is. */
export const visitQuery = (link: LinkKey) =>
  queryOptions({ queryKey: ['visit', link.reference, link.recipient], queryFn: () => getVisit(link) });

/** Asks now for what a page will want; the page itself hears what comes of it. */
export function prefetch<Data, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): void {
  void queries.prefetchQuery(query);
}

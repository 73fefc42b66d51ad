/** Requests about links that the person creates and manages. */
import type {
  DocumentShare,
  DocumentShareCreate,
  FolderShare,
  FolderShareCreate,
  NamedGroup,
  OwnShare,
  ShareVisitor,
  ShareUpdate,
  SharingRules,
  User,
} from './answers.ts';
import { type Page, callApi, fetchPage, createOnce } from './client.ts';
import type { ItemKey } from './keys.ts';

/** A link that was just created. */
export type NewShare = FolderShare | DocumentShare;

export const getSharingRules = () => callApi<SharingRules>('GET', '/api/sharing-rules');

const SUGGESTED = 6;

/** A few people whose name or address begins with the query. */
export const suggestPeople = (query: string) =>
  callApi<User[]>('GET', `/api/users?${new URLSearchParams({ query, top: String(SUGGESTED) }).toString()}`);

/** A few groups whose name begins with the query. */
export const suggestGroups = (query: string) =>
  callApi<NamedGroup[]>('GET', `/api/groups/names?${new URLSearchParams({ query }).toString()}`);

export const share = (key: ItemKey, request: FolderShareCreate & DocumentShareCreate) =>
  createOnce<NewShare>(sharesOf(key), request);

/** The person's default link to the item, the same each time, which works for anyone. */
export const getDefaultLink = (key: ItemKey) => callApi<NewShare>('PUT', `${sharesOf(key)}/default`);

/** Revokes a link to the item, whoever created it. */
export const revokeShareOf = (key: ItemKey, shareId: number) => callApi<null>('DELETE', `${sharesOf(key)}/${shareId}`);

const PAGE_SIZE = 60;

export function listOwnShares(after: string | null): Promise<Page<OwnShare[]>> {
  const page = { top: String(PAGE_SIZE), ...(after === null ? {} : { after }) };
  return fetchPage<OwnShare[]>(`/api/users/me/shares?${new URLSearchParams(page).toString()}`);
}

/** The person's links to one item. */
export function listOwnSharesOf({ kind, id }: ItemKey, after: string | null): Promise<Page<OwnShare[]>> {
  const page = { [`${kind}Id`]: String(id), top: String(PAGE_SIZE), ...(after === null ? {} : { after }) };
  return fetchPage<OwnShare[]>(`/api/users/me/shares?${new URLSearchParams(page).toString()}`);
}

/** One link of the person. */
export const getOwnShare = (shareId: number) => callApi<OwnShare>('GET', `/api/users/me/shares/${shareId}`);

export const changeShare = (of: OwnShare, change: ShareUpdate) => callApi<NewShare>('PATCH', pathOf(of), change);

/** The openings and downloads of each recipient. */
export function listShareVisitors(of: OwnShare, after: string | null): Promise<Page<ShareVisitor[]>> {
  const page = { top: String(PAGE_SIZE), ...(after === null ? {} : { after }) };
  return fetchPage<ShareVisitor[]>(`${pathOf(of)}/visitors?${new URLSearchParams(page).toString()}`);
}

export const resendShare = (of: OwnShare) => createOnce<null>(`${pathOf(of)}/notify`);

export const revokeShare = ({ ShareId }: OwnShare) => callApi<null>('DELETE', `/api/users/me/shares/${ShareId}`);

const NOUNS = { folder: 'folders', document: 'documents' } as const;
const sharesOf = ({ kind, id }: ItemKey) => `/api/${NOUNS[kind]}/${id}/shares`;
const pathOf = ({ ShareId, ...item }: OwnShare) => `${sharesOf(itemOf(item))}/${ShareId}`;

/** The item that a link shares. */
export function itemOf({ ItemType, ItemId }: Pick<OwnShare, 'ItemType' | 'ItemId'>): ItemKey {
  return { kind: ItemType === 'Folder' ? 'folder' : 'document', id: ItemId };
}

/** Permissions of a library, folder or document, for people who can manage access. */
import type { Access, AccessLink, FolderAccessCreate, FolderAccessGiven, Permission } from './answers.ts';
import { callApi, fetchPage, fetchWithETag } from './client.ts';
import type { PermissionEntry, ObjectKey } from './keys.ts';

const NOUNS = { library: 'libraries', folder: 'folders', document: 'documents' } as const;
const pathOf = ({ kind, id }: ObjectKey) => `/api/${NOUNS[kind]}/${id}`;

/** The entries of the object and of its parents. The ETag is that of the object's own entries. */
export const getPermissions = (key: ObjectKey) =>
  fetchWithETag<Permission[]>(`${pathOf(key)}/permissions?inherited=true`);

/** Replaces the object's own entries. Throws 412 if they no longer match the ETag. */
export const savePermissions = (key: ObjectKey, entries: PermissionEntry[], tag: string) =>
  callApi<Permission[]>('PUT', `${pathOf(key)}/permissions`, entries, { 'if-match': tag });

/** Gives users and groups a role, and emails a link to addresses without an account. */
export const giveAccess = (key: ObjectKey, request: FolderAccessCreate) =>
  callApi<Pick<FolderAccessGiven, 'Permissions' | 'Blocked'> & { Share?: { Status?: 'Active' | 'Pending' } | null }>(
    'POST',
    `${pathOf(key)}/access`,
    request,
  );

const PAGE_SIZE = 20;

export const listAccess = (key: ObjectKey, query: string, after: string | null) =>
  fetchPage<Access[]>(`${pathOf(key)}/access?${pageOf({ query }, after)}`);

export const listAccessLinks = (key: ObjectKey, after: string | null) =>
  fetchPage<AccessLink[]>(`${pathOf(key)}/access/links?${pageOf({}, after)}`);

function pageOf(query: Record<string, string>, after: string | null): string {
  const page = { ...query, top: String(PAGE_SIZE), ...(after === null ? {} : { after }) };
  return new URLSearchParams(page).toString();
}

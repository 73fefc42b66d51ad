/** What those who may grant on a library, folder or document ask: who may do what there, and why. */
import type { Access, AccessLink, Permission } from './answers.ts';
import { ask, askPage, askTagged } from './client.ts';
import type { Entry, ObjectKey } from './keys.ts';

const NOUNS = { library: 'libraries', folder: 'folders', document: 'documents' } as const;
const pathOf = ({ kind, id }: ObjectKey) => `/api/${NOUNS[kind]}/${id}`;

/** The entries of the object and of what is above it; the tag is that of its own. */
export const getPermissions = (key: ObjectKey) => askTagged<Permission[]>(`${pathOf(key)}/permissions?inherited=true`);

/** Replaces the object's own entries; 412 if they are no longer those of the tag. */
export const savePermissions = (key: ObjectKey, entries: Entry[], tag: string) =>
  ask<Permission[]>('PUT', `${pathOf(key)}/permissions`, entries, { 'if-match': tag });

const PAGE_SIZE = 20;

export const listAccess = (key: ObjectKey, query: string, after: string | null) =>
  askPage<Access[]>(`${pathOf(key)}/access?${pageOf({ query }, after)}`);

export const listAccessLinks = (key: ObjectKey, after: string | null) =>
  askPage<AccessLink[]>(`${pathOf(key)}/access/links?${pageOf({}, after)}`);

function pageOf(query: Record<string, string>, after: string | null): string {
  const page = { ...query, top: String(PAGE_SIZE), ...(after === null ? {} : { after }) };
  return new URLSearchParams(page).toString();
}

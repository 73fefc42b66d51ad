/** The content of a folder for a visitor: folders first, then documents, each by name. */
import type { Db } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import { nameKey } from '../../platform/values/names.ts';
import { type DocumentEntry, listDocuments } from '../../library/documents/documents.queries.ts';
import type { FolderRow } from '../../library/tree/tree.queries.ts';
import { WHOLE_LISTING } from '../../library/listings/listing.ts';
import { type FolderEntry, listFolders } from '../../library/folders/folders.queries.ts';
import type { Visit } from '../visits/visits.access.ts';

/** Sort key of an entry. Digits, because `d` would sort before `f`. */
export type EntryKey = [kind: number, name: string, id: number];

export type VisitEntry = { folder: FolderEntry } | { document: DocumentEntry };

/** The entries of a page and one more if it exists; without `withDocuments` folders only. */
export async function listEntries(
  sql: Db,
  { actor }: Visit,
  folder: FolderRow,
  page: Page<EntryKey>,
  withDocuments: boolean,
): Promise<VisitEntry[]> {
  const [kind, name, id] = page.after ?? [FOLDER, '', 0];
  const after = (of: number): [string, number] | null => (page.after !== null && kind === of ? [name, id] : null);
  const part = (of: number, limit: number | null) => ({ ...WHOLE_LISTING, page: { limit, after: after(of) } });
  const folders = kind > FOLDER ? [] : await listFolders(sql, actor, folder, part(FOLDER, page.limit));
  const left = page.limit === null ? null : page.limit - folders.length;
  const entries: VisitEntry[] = folders.map((entry) => ({ folder: entry }));
  if (!withDocuments || (left !== null && left < 0)) return entries;
  const documents = await listDocuments(sql, actor, folder, part(DOCUMENT, left));
  return [...entries, ...documents.map((entry) => ({ document: entry }))];
}

/** The sort key of an entry. */
export function keyOf(entry: VisitEntry): EntryKey {
  if ('folder' in entry) return [FOLDER, entry.folder.nameKey, entry.folder.folderId];
  return [DOCUMENT, entry.document.nameKey ?? nameKey(entry.document.name), entry.document.documentId];
}

const FOLDER = 0;
const DOCUMENT = 1;

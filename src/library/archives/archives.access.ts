import type { Db } from '../../platform/db/connection.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { assertAllowed } from '../rights/allowed.ts';
import { isReadable } from '../rights/rights.ts';
import { type AskedDocument, type AskedFolder, findAskedDocuments, findAskedFolders } from './archives.queries.ts';

/** The requested items; each id once. */
export type Asked = { folderIds: number[]; documentIds: number[] };

/**
 * The folders and documents with a client's ids: 404 if one does not exist or is in the trash, 403 if one cannot be
 * read.
 */
export async function accessAsked(
  sql: Db,
  actor: Actor,
  { folderIds, documentIds }: Asked,
): Promise<{ folders: AskedFolder[]; documents: AskedDocument[] }> {
  const { folders, documents } = await findAsked(sql, actor, { folderIds, documentIds });
  if (folders.length < folderIds.length) throw notFound('folder');
  if (documents.length < documentIds.length) throw notFound('document');
  for (const folder of folders) assertAllowed(actor, 'folder', 'View', folder);
  for (const document of documents) assertAllowed(actor, 'document', 'View', document);
  return { folders, documents };
}

/** The requested folders and documents that the actor cannot read. */
export async function findRefused(sql: Db, actor: Actor, asked: Asked): Promise<Asked> {
  const { folders, documents } = await findAsked(sql, actor, asked);
  return {
    folderIds: folders.filter((folder) => !isReadable(folder)).map(({ folderId }) => folderId),
    documentIds: documents.filter((document) => !isReadable(document)).map(({ documentId }) => documentId),
  };
}

async function findAsked(sql: Db, actor: Actor, { folderIds, documentIds }: Asked) {
  const [folders, documents] = await Promise.all([
    folderIds.length === 0 ? [] : findAskedFolders(sql, actor, folderIds),
    documentIds.length === 0 ? [] : findAskedDocuments(sql, actor, documentIds),
  ]);
  return { folders, documents };
}

import type { Static } from 'typebox';
import { presentDocument, presentDocumentSummary } from '../documents/documents.presenter.ts';
import { presentFolder } from '../folders/folders.presenter.ts';
import { presentLibrary } from '../libraries/libraries.presenter.ts';
import type { TrashRow } from './trash.queries.ts';
import type { DeploymentTrashItemSchema, TrashItemSchema } from './trash.schema.ts';

/** An item in a user's own trash (docs/api/trash.md#listing-the-trash). */
export function presentTrashItem(baseUrl: string, row: TrashRow): Static<typeof TrashItemSchema> {
  const { Embedded, ...item } = presentDeploymentTrashItem(baseUrl, row);
  const document = row.kind === 3 ? presentDocumentSummary(baseUrl, { ...row, documentId: row.id }) : null;
  return { ...item, Embedded: { ...Embedded, Document: document } };
}

/** The same in the deployment trash. */
export function presentDeploymentTrashItem(baseUrl: string, row: TrashRow): Static<typeof DeploymentTrashItemSchema> {
  const library = { libraryId: row.libraryId, name: row.libraryName, isPrivate: row.isPrivate };
  const [type, address] = (
    { 1: ['Library', 'libraries'], 2: ['Folder', 'folders'], 3: ['Document', 'documents'] } as const
  )[row.kind];
  return {
    ItemName: row.name,
    ItemType: type,
    DateDeleted: row.trashedAt,
    DeletedByUserName: row.deletedBy,
    Embedded: {
      Document: row.kind === 3 ? presentDocument(baseUrl, { ...row, documentId: row.id }) : null,
      Folder: row.kind === 2 ? presentFolder(baseUrl, { ...row, folderId: row.id }) : null,
      Library: presentLibrary(baseUrl, library),
    },
    Links: { RestoreUri: `${baseUrl}/api/${address}/${row.id}/restore` },
  };
}

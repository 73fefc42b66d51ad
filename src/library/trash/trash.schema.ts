import { type TSchema, Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { DocumentSchema, DocumentSummarySchema } from '../documents/documents.schema.ts';
import { FolderSchema } from '../folders/folders.schema.ts';
import { LibrarySchema } from '../libraries/libraries.schema.ts';

const id = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

/** Filters the deployment trash: by library, by the deleting user. */
export const DeploymentTrashQuery = Type.Object({
  libraryId: Type.Optional(Type.Integer(id)),
  deletedBy: Type.Optional(Type.Integer({ ...id, description: 'UserId.' })),
  ...pageQuery,
});

/** docs/api/trash.md#listing-the-trash */
export const TrashItemSchema = trashItem(DocumentSummarySchema, 'TrashItem');

/** The same in the deployment trash, where documents have their detail shape. */
export const DeploymentTrashItemSchema = trashItem(DocumentSchema, 'DeploymentTrashItem');

function trashItem<Document extends TSchema>(document: Document, title: string) {
  return Type.Object(
    {
      ItemName: Type.String({ description: 'Name of the item.' }),
      ItemType: Type.Enum(['Library', 'Folder', 'Document']),
      DateDeleted: Type.String({ format: 'date-time' }),
      DeletedByUserName: Type.Union([Type.String(), Type.Null()], {
        description: 'Email address; null: the operator at the command line.',
      }),
      Embedded: Type.Object({
        Document: Type.Union([document, Type.Null()]),
        Folder: Type.Union([FolderSchema, Type.Null()]),
        Library: Type.Object(LibrarySchema.properties, { description: 'The library that the item was in, or is.' }),
      }),
      Links: Type.Object({ RestoreUri: Type.String({ description: 'PATCH brings the item back.' }) }),
    },
    { title },
  );
}

import { type TSchema, Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { links, time, wantedId } from '../../platform/openapi/fields.ts';
import { personOrNull } from '../../core/persons/persons.schema.ts';
import { DocumentSchema, DocumentSummarySchema } from '../documents/documents.schema.ts';
import { FolderSchema } from '../folders/folders.schema.ts';
import { PathSchema } from '../places/path.schema.ts';
import { TrashAbilitiesSchema } from '../rights/abilities.schema.ts';
import { LibrarySchema } from '../libraries/libraries.schema.ts';

/** Filters the trash by name. */
export const TrashQuery = Type.Object({
  filter: Type.Optional(Type.String({ description: 'Part of the name, case ignored.' })),
  expand: Type.Optional(Type.Array(Type.Enum(['path']), { description: 'Additional properties of the items.' })),
  ...pageQuery,
});

/** Filters the deployment trash: by name, by library, by the deleting user. */
export const DeploymentTrashQuery = Type.Object({
  ...TrashQuery.properties,
  libraryId: Type.Optional(wantedId('Only items of this library.')),
  deletedBy: Type.Optional(wantedId('Only items that this user deleted.')),
});

/** Moves to the trash, or deletes permanently (docs/api/trash.md#purging). */
export const DeleteQuery = Type.Object({
  purge: Type.Optional(Type.Boolean({ description: 'True: delete permanently.' })),
  onlyInTrash: Type.Optional(
    Type.Boolean({
      description: 'With `purge=true`: 409 unless the item is in the trash. Without it, no effect.',
    }),
  ),
});

/** Restores elsewhere (docs/api/trash.md#restoring). */
export const RestoreQuery = Type.Object({
  into: Type.Optional(wantedId('The folder to restore into; absent: the place that the item was in.')),
});

/** docs/api/trash.md#listing-the-trash */
export const TrashItemSchema = trashItem(DocumentSummarySchema, 'TrashItem');

/** The same in the deployment trash, where documents have their detail shape. */
export const DeploymentTrashItemSchema = trashItem(DocumentSchema, 'DeploymentTrashItem');

function trashItem<Document extends TSchema>(document: Document, title: string) {
  return Type.Object(
    {
      ItemName: Type.String({ description: 'Name of the item.' }),
      ItemType: Type.Enum(['Library', 'Folder', 'Document'], { description: 'The kind of item.' }),
      DateDeleted: time('When the item was deleted.'),
      DeletedByUserName: Type.Union([Type.String(), Type.Null()], {
        description: 'Email address; null: the operator at the command line.',
      }),
      DeletedByPerson: personOrNull('The user who deleted the item; null: the operator at the command line.'),
      Path: Type.Optional(
        PathSchema(
          'With `expand=path`: the folders that the item was in, from the topmost that you can read, without those in the trash.',
        ),
      ),
      Embedded: Type.Object(
        {
          Document: Type.Union([document, Type.Null()]),
          Folder: Type.Union([FolderSchema, Type.Null()]),
          Library: Type.Object(LibrarySchema.properties, { description: 'The library that the item was in, or is.' }),
        },
        { description: 'The item and its library; `Document` and `Folder` are null for items of another kind.' },
      ),
      Abilities: TrashAbilitiesSchema,
      Links: links({ RestoreUri: Type.String({ description: 'PATCH brings the item back.' }) }),
    },
    { title },
  );
}

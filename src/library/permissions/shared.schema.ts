import { Type } from 'typebox';
import { links } from '../../platform/openapi/fields.ts';
import { DocumentSchema } from '../documents/documents.schema.ts';
import { FolderSchema } from '../folders/folders.schema.ts';
import { LibrarySchema } from '../libraries/libraries.schema.ts';

/** An item granted to the caller, directly or through a group. */
export const SharedItemSchema = Type.Object(
  {
    ItemType: Type.Enum(['Library', 'Folder', 'Document'], { description: 'The kind of item.' }),
    ItemName: Type.String({ description: 'Name of the item.' }),
    Rights: Type.Array(Type.Enum(['Read', 'Write', 'Delete', 'Grant']), {
      description: 'Effective rights of the caller on the item.',
    }),
    Links: links({ Self: Type.String({ description: 'URL of this resource.' }) }),
    Embedded: Type.Object(
      {
        Library: Type.Union([LibrarySchema, Type.Null()]),
        Folder: Type.Union([FolderSchema, Type.Null()]),
        Document: Type.Union([DocumentSchema, Type.Null()]),
      },
      { description: 'The item in its own shape; the others are null.' },
    ),
  },
  { title: 'SharedItem' },
);

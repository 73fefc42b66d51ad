import { Type } from 'typebox';
import { flag, links } from '../../platform/openapi/fields.ts';
import { DocumentSchema } from '../documents/documents.schema.ts';
import { FolderSchema } from '../folders/folders.schema.ts';
import { PathSchema } from '../places/path.schema.ts';

/** A folder or document found by name. */
export const NamedItemSchema = Type.Object(
  {
    ItemType: Type.Enum(['Folder', 'Document'], { description: 'The kind of item.' }),
    ItemName: Type.String({ description: 'Name of the item.' }),
    LibraryName: Type.String({ description: 'Name of the library, 1 to 199 characters.' }),
    Path: PathSchema('The folders that contain the item, from the topmost that you can read.'),
    IsStarred: flag('Whether you have starred the item.'),
    Links: links({ Self: Type.String({ description: 'URL of this resource.' }) }),
    Embedded: Type.Object(
      {
        Folder: Type.Union([FolderSchema, Type.Null()]),
        Document: Type.Union([DocumentSchema, Type.Null()]),
      },
      { description: 'The item in its own shape; the other is null.' },
    ),
  },
  { title: 'NamedItem' },
);

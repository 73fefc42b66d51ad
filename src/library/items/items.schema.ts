import { Type } from 'typebox';
import { links } from '../../platform/openapi/fields.ts';
import { DocumentSchema } from '../documents/documents.schema.ts';
import { FolderSchema } from '../folders/folders.schema.ts';
import { RightsSchema } from '../rights/abilities.schema.ts';
import { LibrarySchema } from '../libraries/libraries.schema.ts';

/** Properties of an item of any kind in a list. */
export const itemProperties = {
  ItemType: Type.Enum(['Library', 'Folder', 'Document'], { description: 'The kind of item.' }),
  ItemName: Type.String({ description: 'Name of the item.' }),
  Rights: RightsSchema('Effective rights of the caller on the item.'),
  Links: links({ Self: Type.String({ description: 'URL of this resource.' }) }),
  Embedded: Type.Object(
    {
      Library: Type.Union([LibrarySchema, Type.Null()]),
      Folder: Type.Union([FolderSchema, Type.Null()]),
      Document: Type.Union([DocumentSchema, Type.Null()]),
    },
    { description: 'The item in its own shape; the others are null.' },
  ),
};

export const ItemSchema = Type.Object(itemProperties);

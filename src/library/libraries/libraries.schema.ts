import { Type } from 'typebox';
import { links } from '../../platform/openapi/fields.ts';

/** docs/api/libraries.md#library-object */
export const LibrarySchema = Type.Object(
  {
    LibraryId: Type.Integer({ description: 'The library.' }),
    LibraryName: Type.String({ description: 'Name of the library, 1 to 199 characters.' }),
    IsPrivate: Type.Boolean({ description: "True for a person's own library, false for a corporate one." }),
    Links: links({
      Self: Type.String({ description: 'URL of this resource.' }),
      Folders: Type.String({ description: 'URL of the folders directly in it.' }),
    }),
  },
  { title: 'Library' },
);

export const LibraryNameBody = Type.Object(
  { LibraryName: Type.String({ description: 'Name of the library, 1 to 199 characters.' }) },
  { title: 'LibraryInput', description: 'The name of a library.' },
);

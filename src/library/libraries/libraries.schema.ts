import { Type } from 'typebox';

/** docs/api/libraries.md#library-object */
export const LibrarySchema = Type.Object(
  {
    LibraryId: Type.Integer(),
    LibraryName: Type.String(),
    IsPrivate: Type.Boolean({ description: "True for a person's own library, false for a corporate one." }),
    Links: Type.Object({ Self: Type.String(), Folders: Type.String() }),
  },
  { title: 'Library' },
);

export const LibraryNameBody = Type.Object({ LibraryName: Type.String() });

import { Type } from 'typebox';
import { DocumentSummarySchema } from '../documents/documents.schema.ts';

const FolderLinks = Type.Object({
  Self: Type.String(),
  Documents: Type.String(),
  Folders: Type.String(),
  Shares: Type.String(),
});

/** A folder in a list: without LibraryId and embedded children. */
export const FolderEntrySchema = Type.Object(
  {
    FolderId: Type.Integer(),
    FolderName: Type.String(),
    Links: FolderLinks,
    Embedded: Type.Object({
      Folders: Type.Array(Type.Unknown(), { maxItems: 0 }),
      Documents: Type.Array(Type.Unknown(), { maxItems: 0 }),
    }),
  },
  { title: 'FolderEntry' },
);

/** A folder by itself (docs/api/folders.md#folder-object). */
export const FolderSchema = Type.Object(
  {
    FolderId: Type.Integer(),
    FolderName: Type.String(),
    LibraryId: Type.Integer(),
    Links: FolderLinks,
    Embedded: Type.Object({
      Folders: Type.Array(FolderEntrySchema, { description: 'Child folders, if asked for with embed=f.' }),
      Documents: Type.Array(DocumentSummarySchema, { description: 'Child documents, if asked for with embed=d.' }),
    }),
  },
  { title: 'Folder' },
);

/** Exactly one of the three (docs/api/folders.md#creating-folders). */
export const CreateFolderBody = Type.Object({
  FolderName: Type.Optional(Type.String()),
  FolderPath: Type.Optional(
    Type.String({ description: 'Segments separated by a backslash; missing levels are made.' }),
  ),
  AutoGenerateName: Type.Optional(Type.Boolean({ description: 'True: a random GUID becomes the name.' })),
});

const id = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

export const ChangeFolderBody = Type.Object({
  FolderName: Type.Optional(Type.String()),
  ParentFolderId: Type.Optional(Type.Integer(id)),
  LibraryId: Type.Optional(Type.Integer({ ...id, description: 'Moves the folder to the root of a library.' })),
});

/** ParentFolderId or LibraryId is required. */
export const CopyFolderBody = Type.Object({
  ...ChangeFolderBody.properties,
  LibraryId: Type.Optional(Type.Integer({ ...id, description: 'The copy goes to the root of this library.' })),
});

export const EmbedQuery = Type.Object({
  embed: Type.Optional(
    Type.Array(Type.String(), { description: '`f` (child folders), `d` (child documents) or both: `f,d`.' }),
  ),
});

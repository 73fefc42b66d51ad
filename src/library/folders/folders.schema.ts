import { Type } from 'typebox';
import { links } from '../../platform/openapi/fields.ts';
import { DocumentSummarySchema } from '../documents/documents.schema.ts';
import { sharedProperty } from '../listings/item-details.schema.ts';

const FolderLinks = links({
  Self: Type.String({ description: 'URL of this resource.' }),
  Documents: Type.String({ description: 'URL of the documents directly in it.' }),
  Folders: Type.String({ description: 'URL of the folders directly in it.' }),
  Shares: Type.String({ description: 'URL of its shares.' }),
});

/** A folder in a list: without LibraryId and embedded children. */
export const FolderEntrySchema = Type.Object(
  {
    FolderId: Type.Integer({ description: 'The folder.' }),
    FolderName: Type.String({ description: 'Name of the folder, 1 to 199 characters.' }),
    Links: FolderLinks,
    Embedded: Type.Object(
      {
        Folders: Type.Array(Type.Unknown(), { maxItems: 0, description: 'Always empty.' }),
        Documents: Type.Array(Type.Unknown(), { maxItems: 0, description: 'Always empty.' }),
      },
      { description: 'Always without children.' },
    ),
  },
  { title: 'FolderEntry' },
);

/** A folder in a list of a library or folder, with the property that `expand` names. */
export const ListedFolderSchema = Type.Object(
  { ...FolderEntrySchema.properties, ...sharedProperty },
  { title: 'ListedFolder' },
);

/** A folder by itself (docs/api/folders.md#folder-object). */
export const FolderSchema = Type.Object(
  {
    FolderId: Type.Integer({ description: 'The folder.' }),
    FolderName: Type.String({ description: 'Name of the folder, 1 to 199 characters.' }),
    LibraryId: Type.Integer({ description: 'The library.' }),
    Links: FolderLinks,
    Embedded: Type.Object(
      {
        Folders: Type.Array(FolderEntrySchema, { description: 'Child folders, if asked for with embed=f.' }),
        Documents: Type.Array(DocumentSummarySchema, { description: 'Child documents, if asked for with embed=d.' }),
      },
      { description: 'The children that `embed` asks for.' },
    ),
  },
  { title: 'Folder' },
);

/** Exactly one of the three (docs/api/folders.md#creating-folders). */
export const CreateFolderBody = Type.Object(
  {
    FolderName: Type.Optional(Type.String({ description: 'Name of the folder, 1 to 199 characters.' })),
    FolderPath: Type.Optional(
      Type.String({ description: 'Segments separated by a backslash; missing levels are made.' }),
    ),
    AutoGenerateName: Type.Optional(Type.Boolean({ description: 'True: a random GUID becomes the name.' })),
  },
  { title: 'FolderCreate', description: 'A folder to create: exactly one of the properties.' },
);

const id = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

export const ChangeFolderBody = Type.Object(
  {
    FolderName: Type.Optional(Type.String({ description: 'Name of the folder, 1 to 199 characters.' })),
    ParentFolderId: Type.Optional(Type.Integer({ ...id, description: 'Moves the folder into this folder.' })),
    LibraryId: Type.Optional(Type.Integer({ ...id, description: 'Moves the folder to the root of a library.' })),
    FolderId: Type.Optional(
      Type.Integer({
        ...id,
        description: 'Of an answer that is sent back: the LibraryId that the folder has does not move it then.',
      }),
    ),
  },
  { title: 'FolderUpdate', description: 'Changes of a folder.' },
);

/** ParentFolderId or LibraryId is required. */
export const CopyFolderBody = Type.Object(
  {
    FolderName: ChangeFolderBody.properties.FolderName,
    ParentFolderId: Type.Optional(Type.Integer({ ...id, description: 'The copy goes into this folder.' })),
    LibraryId: Type.Optional(Type.Integer({ ...id, description: 'The copy goes to the root of this library.' })),
  },
  { title: 'FolderCopy', description: 'Where a folder is copied to, and the name of the copy.' },
);

export const EmbedQuery = Type.Object({
  embed: Type.Optional(
    Type.Array(Type.String(), { description: '`f` (child folders), `d` (child documents) or both: `f,d`.' }),
  ),
});

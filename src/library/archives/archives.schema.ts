import { Type } from 'typebox';

const ids = (description: string) =>
  Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), { description }));

/** At least one id is required (docs/api/archives.md#operations). */
export const ZipContentBody = Type.Object(
  {
    ZipFileName: Type.Optional(
      Type.String({ description: 'Without it the file is `archive.zip`; `.zip` is added where it lacks.' }),
    ),
    DocumentIds: ids('Ids of documents to add.'),
    FolderIds: ids('Ids of folders to add, each with everything below it.'),
  },
  { title: 'ArchiveCreate', description: 'The content of a zip archive: at least one document or folder.' },
);

/** The same as a URL. */
export const ZipContentQuery = Type.Object({
  name: Type.Optional(
    Type.String({ description: 'Without it the file is `archive.zip`; `.zip` is added where it lacks.' }),
  ),
  documents: Type.Optional(Type.Array(Type.String(), { description: 'Ids, separated by commas or repeated.' })),
  folders: Type.Optional(Type.Array(Type.String(), { description: 'Ids, separated by commas or repeated.' })),
});

import { Type } from 'typebox';

const ids = Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })));

/** At least one id is required (docs/api/archives.md#operations). */
export const ZipContentBody = Type.Object({
  ZipFileName: Type.Optional(
    Type.String({ description: 'Without it the file is `archive.zip`; `.zip` is added where it lacks.' }),
  ),
  DocumentIds: ids,
  FolderIds: ids,
});

/** The same as a URL. */
export const ZipContentQuery = Type.Object({
  name: Type.Optional(
    Type.String({ description: 'Without it the file is `archive.zip`; `.zip` is added where it lacks.' }),
  ),
  documents: Type.Optional(Type.Array(Type.String(), { description: 'Ids, separated by commas or repeated.' })),
  folders: Type.Optional(Type.Array(Type.String(), { description: 'Ids, separated by commas or repeated.' })),
});

const content = { 'application/zip': { schema: { type: 'string', format: 'binary' } } };
const WHOLE = { description: 'The archive, as an attachment.', content };

/** The OpenAPI response of an archive. */
export const ARCHIVE_RESPONSE = { 200: WHOLE };

/** The same with ranges. */
export const ARCHIVE_RESPONSES = {
  200: WHOLE,
  206: { description: 'The part named by Range.', content },
  304: { description: 'The copy named by If-None-Match is good.', type: 'null' },
};

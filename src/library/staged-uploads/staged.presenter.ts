import type { Static } from 'typebox';
import type { StagedUpload, UnfinishedUpload } from '../../content/uploads/staged.queries.ts';
import type { UnfinishedUploadSchema, UploadReferenceSchema } from './staged.schema.ts';

/** docs/api/uploads.md#upload-reference */
export function presentUpload(
  baseUrl: string,
  { identifier, fileName, size }: Pick<StagedUpload, 'identifier' | 'fileName' | 'size'>,
): Static<typeof UploadReferenceSchema> {
  return {
    Identifier: identifier,
    FileName: fileName,
    CurrentSize: size,
    VolumeId: 1,
    Links: { Location: `${baseUrl}/api/temp/${identifier}` },
  };
}

/** An unfinished upload in the list. */
export function presentUnfinished(baseUrl: string, upload: UnfinishedUpload): Static<typeof UnfinishedUploadSchema> {
  return {
    Identifier: upload.identifier,
    FileName: upload.fileName,
    CurrentSize: upload.size,
    Length: upload.length,
    FolderId: upload.folderId,
    DocumentId: upload.documentId,
    DateCreated: upload.createdAt,
    ExpiresOn: upload.expiresAt,
    Links: { Self: `${baseUrl}/api/temp/${upload.identifier}` },
  };
}

import type { Static } from 'typebox';
import type { StagedUpload } from './staged.queries.ts';
import type { UploadReferenceSchema } from './staged.schema.ts';

/** Contract: Resources, Temporary (staged) upload reference. */
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

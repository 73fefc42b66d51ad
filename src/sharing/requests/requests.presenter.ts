import type { Static } from 'typebox';
import { type LinkParts, personalUriOf } from '../shares/web-links.ts';
import type { RequestRow } from './requests.queries.ts';
import type { UploadRequestSchema } from './requests.schema.ts';

export function presentRequest(parts: LinkParts, row: RequestRow): Static<typeof UploadRequestSchema> {
  return {
    ShareId: row.shareId,
    FolderName: row.name,
    RequestedBy: row.creatorName,
    IsGuided: row.isGuided,
    MissingCount: row.isGuided ? row.missing : 0,
    DateCreated: row.createdAt,
    ExpiresOn: row.expiresAt,
    WebUri: personalUriOf(parts, 'folder', row, row),
  };
}

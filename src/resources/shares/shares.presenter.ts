import type { Static } from 'typebox';
import type { Deps } from '../../deps.ts';
import { referenceOf } from './reference.ts';
import type { ShareRow } from './shares.queries.ts';
import type { DocumentShareSchema, FolderShareSchema } from './shares.schema.ts';

type Needs = Pick<Deps, 'config' | 'secretKey'>;

/** A folder's share as the API shows it. */
export function presentFolderShare(deps: Needs, share: ShareRow): Static<typeof FolderShareSchema> {
  const { reference, links } = linksOf(deps, 'folder', share);
  return {
    ShareId: share.shareId,
    FolderId: share.itemId,
    ReferenceString: reference,
    Status: share.status,
    ShareType: share.shareType,
    Link: links.WebUri,
    Links: links,
    ...presentAbout(share),
    AllowUpload: share.allowUpload,
  };
}

/** A document's share as the API shows it. */
export function presentDocumentShare(deps: Needs, share: ShareRow): Static<typeof DocumentShareSchema> {
  const { links } = linksOf(deps, 'document', share);
  return {
    ShareId: share.shareId,
    DocumentId: share.itemId,
    Links: links,
    ...presentAbout(share),
    AllowEdit: share.allowEdit,
  };
}

function presentAbout(share: ShareRow) {
  return {
    CreatedBy: share.creator,
    DateCreated: share.createdAt,
    ExpiresOn: share.expiresAt,
    AccessCodeRequired: share.accessCodeRequired,
    HasPassword: share.hasPassword,
    AllowView: share.allowView,
    AllowDownload: share.allowDownload,
  };
}

function linksOf({ config, secretKey }: Needs, kind: 'folder' | 'document', share: ShareRow) {
  const reference = referenceOf(secretKey, share.referenceSalt);
  const links = {
    WebUri: `${config.webUrl}/${kind}/${share.itemId}/share/${reference}`,
    Self: `${config.baseUrl}/api/${kind}s/${share.itemId}/shares/${share.shareId}`,
  };
  return { reference, links };
}

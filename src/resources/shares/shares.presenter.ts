import type { Static } from 'typebox';
import type { Deps } from '../../deps.ts';
import type { RecipientRow } from './recipients.queries.ts';
import { referenceOf } from './reference.ts';
import type { ShareRow, Shared } from './shares.queries.ts';
import type { DocumentShareSchema, FolderShareSchema, ShareRecipientSchema } from './shares.schema.ts';
import { personalUriOf, webUriOf } from './web-links.ts';

type Needs = Pick<Deps, 'config' | 'secretKey'>;

/** A folder's share as the API shows it. */
export function presentFolderShare(deps: Needs, share: ShareRow): Static<typeof FolderShareSchema> {
  const links = linksOf(deps, 'folder', share);
  return {
    ShareId: share.shareId,
    FolderId: share.itemId,
    ReferenceString: referenceOf(deps.secretKey, share.referenceSalt),
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
  return {
    ShareId: share.shareId,
    DocumentId: share.itemId,
    Links: linksOf(deps, 'document', share),
    ...presentAbout(share),
    AllowEdit: share.allowEdit,
  };
}

/** A recipient with the link that is theirs. */
export function presentRecipient(
  deps: Needs,
  kind: Shared['kind'],
  share: ShareRow,
  recipient: RecipientRow,
): Static<typeof ShareRecipientSchema> {
  return { Recipient: recipient.email, WebUri: personalUriOf(deps, kind, share, recipient) };
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

function linksOf(deps: Needs, kind: Shared['kind'], share: ShareRow) {
  return {
    WebUri: webUriOf(deps, kind, share),
    Self: `${deps.config.baseUrl}/api/${kind}s/${share.itemId}/shares/${share.shareId}`,
  };
}

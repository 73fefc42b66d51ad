import type { Static } from 'typebox';
import type { Validators } from '../../platform/http/files/conditional.ts';
import { entityTag } from '../../platform/http/files/entity-tag.ts';
import type { RecipientRow } from './recipients.queries.ts';
import { referenceOf } from './reference.ts';
import type { ShareRow, Shared } from './shares.queries.ts';
import type { DocumentShareSchema, FolderShareSchema, ShareRecipientSchema } from './shares.schema.ts';
import { type LinkParts, personalUriOf, webUriOf } from './web-links.ts';

/** Identifies the state of a share for callers who may or may not see the link. */
export function shareState(share: ShareRow, seesLink: boolean): Validators {
  const { shareId, itemId, shareType, status, allowUpload, allowEdit, passwordTag, changedAt } = share;
  const state = { shareId, itemId, shareType, status, allowUpload, allowEdit, passwordTag, ...presentAbout(share) };
  return { etag: entityTag('share', state, seesLink), modifiedAt: changedAt };
}

/** A folder's share. `seesLink`: whether the caller may see the link and not only that one exists. */
export function presentFolderShare(
  parts: LinkParts,
  share: ShareRow,
  seesLink: boolean,
): Static<typeof FolderShareSchema> {
  const links = linksOf(parts, 'folder', share, seesLink);
  return {
    ShareId: share.shareId,
    FolderId: share.itemId,
    ReferenceString: seesLink ? referenceOf(parts.secretKey, share.referenceSalt) : '',
    Status: share.status,
    ShareType: share.shareType,
    Link: links.WebUri,
    Links: links,
    ...presentAbout(share),
    AllowUpload: share.allowUpload,
  };
}

/** A document's share, likewise. */
export function presentDocumentShare(
  parts: LinkParts,
  share: ShareRow,
  seesLink: boolean,
): Static<typeof DocumentShareSchema> {
  return {
    ShareId: share.shareId,
    DocumentId: share.itemId,
    ReferenceString: seesLink ? referenceOf(parts.secretKey, share.referenceSalt) : '',
    Links: linksOf(parts, 'document', share, seesLink),
    ...presentAbout(share),
    AllowEdit: share.allowEdit,
  };
}

/** A recipient with their personal link. */
export function presentRecipient(
  parts: LinkParts,
  kind: Shared['kind'],
  share: ShareRow,
  recipient: RecipientRow,
): Static<typeof ShareRecipientSchema> {
  return { Recipient: recipient.email, WebUri: personalUriOf(parts, kind, share, recipient) };
}

function presentAbout(share: ShareRow) {
  return {
    CreatedBy: share.creator,
    DateCreated: share.createdAt,
    ExpiresOn: share.expiresAt,
    Name: share.linkName,
    AllowedDomains: share.allowedDomains ?? [],
    MaxDownloads: share.maxDownloads,
    AllowComment: share.allowComment,
    NotifyOnOpen: share.notifyOnOpen,
    Watermark: share.hasWatermark,
    MaxUploadBytes: share.maxUploadBytes,
    MaxUploadDocuments: share.maxUploadDocuments,
    AccessCodeRequired: share.accessCodeRequired,
    HasPassword: share.hasPassword,
    AllowView: share.allowView,
    AllowDownload: share.allowDownload,
  };
}

// Without the link, the item's page for signed-in users.
function linksOf(parts: LinkParts, kind: Shared['kind'], share: ShareRow, seesLink: boolean) {
  return {
    WebUri: seesLink ? webUriOf(parts, kind, share) : `${parts.config.webUrl}/${kind}s/${share.itemId}`,
    Self: `${parts.config.baseUrl}/api/${kind}s/${share.itemId}/shares/${share.shareId}`,
  };
}

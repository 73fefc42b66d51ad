import type { Actor } from '../../core/actor.ts';
import { isAllowed } from '../../library/rights/allowed.ts';
import { isReadable } from '../../library/rights/rights.ts';
import type { DescribedRecipientRow, DescribedShareRow, LinkUsage } from '../shares/described.queries.ts';
import type { OwnShare } from './own.schema.ts';
import { SHARE_POLICY, type ShareOperation, type ShareRequirement, creationOf } from '../shares/sharing.policy.ts';
import { type LinkParts, personalUriOf, webUriOf } from '../shares/web-links.ts';

/** A link for its creator, at this moment. */
export function presentOwnShare(parts: LinkParts, share: DescribedShareRow, actor: Actor): OwnShare {
  const { kind, itemId, shareId } = share;
  const isShown = isReadable(share);
  return {
    ...presentState(share, actor.now),
    // The name may have changed since the creator could last read it.
    ItemName: isShown ? share.name : null,
    Location: isShown ? share.location : [],
    Recipients: share.recipients.map((recipient) => presentOwnRecipient(parts, share, recipient)),
    Abilities: abilitiesOf(actor, share),
    Links: {
      WebUri: webUriOf(parts, kind, share),
      Self: `${parts.config.baseUrl}/api/${kind}s/${itemId}/shares/${shareId}`,
    },
  };
}

/** The fields for everybody who can manage the link. */
export function presentState(share: DescribedShareRow, now: Date) {
  return {
    ShareId: share.shareId,
    ItemType: share.kind === 'folder' ? ('Folder' as const) : ('Document' as const),
    ItemId: share.itemId,
    IsInTrash: share.isInTrash,
    Status: statusOf(share, now),
    ShareType: share.shareType,
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
    UploadedBytes: share.uploadedBytes,
    UploadedDocuments: share.uploadedDocuments,
    AccessCodeRequired: share.accessCodeRequired,
    HasPassword: share.hasPassword,
    AllowView: share.allowView,
    AllowDownload: share.allowDownload,
    AllowUpload: share.allowUpload,
    AllowEdit: share.allowEdit,
    ...presentUsage(share.usage),
  };
}

/** The openings and downloads of a visitor, or of several. */
export function presentUsage({ openCount, lastOpenedAt, downloadCount, lastDownloadedAt }: LinkUsage) {
  return {
    OpenCount: openCount,
    LastOpened: lastOpenedAt,
    DownloadCount: downloadCount,
    LastDownloaded: lastDownloadedAt,
  };
}

function presentOwnRecipient(
  parts: LinkParts,
  share: DescribedShareRow,
  { email, keySalt, ...usage }: DescribedRecipientRow,
) {
  return {
    Recipient: email,
    WebUri: personalUriOf(parts, share.kind, share, { keySalt: Buffer.from(keySalt, 'hex') }),
    ...presentUsage(usage),
  };
}

function statusOf({ status, wasRefused, expiresAt }: DescribedShareRow, now: Date): OwnShare['Status'] {
  if (wasRefused) return 'Refused';
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) return 'Expired';
  return status;
}

// Revoking has its own address, which requires no access to the item.
function abilitiesOf(actor: Actor, share: DescribedShareRow) {
  const able = (operation: ShareOperation) => {
    const { asCreated, isPrepared }: ShareRequirement = SHARE_POLICY[operation];
    const may = asCreated !== true || (!share.isInTrash && isAllowed(actor, share.kind, creationOf(share), share));
    return may && (isPrepared !== true || share.status === 'Active');
  };
  const isValid = statusOf(share, actor.now) === 'Active';
  return {
    Change: able('Change'),
    ChangeExpiry: able('Change'),
    AllowWriting: able('Change') && isAllowed(actor, share.kind, 'ShareWritable', share),
    Notify: able('Notify') && isValid && share.recipients.length > 0,
    Revoke: able('RevokeOwn'),
  };
}

import type { Deps } from '../../platform/deps.ts';
import { RIGHTS } from '../../library/rights/rights.ts';
import type { DescribedRecipientRow, DescribedShareRow } from '../shares/described.queries.ts';
import type { OwnShare } from './own.schema.ts';
import { personalUriOf, webUriOf } from '../shares/web-links.ts';

type Needs = Pick<Deps, 'config' | 'secretKey'>;

/** A link for its creator, at this moment. */
export function presentOwnShare(deps: Needs, share: DescribedShareRow, now: Date): OwnShare {
  const { kind, itemId, shareId, rights } = share;
  const isReadable = (rights & RIGHTS.Read) !== 0;
  const status = statusOf(share, now);
  return {
    ...presentState(share, now),
    // The name may have changed since the creator could last read it.
    ItemName: isReadable ? share.name : null,
    Location: isReadable ? share.location : [],
    Recipients: share.recipients.map((recipient) => presentOwnRecipient(deps, share, recipient)),
    Abilities: abilitiesOf(share, status),
    Links: {
      WebUri: webUriOf(deps, kind, share),
      Self: `${deps.config.baseUrl}/api/${kind}s/${itemId}/shares/${shareId}`,
    },
  };
}

/** The fields for everybody who can manage the link. */
export function presentState(share: DescribedShareRow, now: Date) {
  const openings = [share, ...share.recipients];
  return {
    ShareId: share.shareId,
    ItemType: share.kind === 'folder' ? ('Folder' as const) : ('Document' as const),
    ItemId: share.itemId,
    IsInTrash: share.isInTrash,
    Status: statusOf(share, now),
    ShareType: share.shareType,
    DateCreated: share.createdAt,
    ExpiresOn: share.expiresAt,
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
    OpenCount: openings.reduce((sum, { openCount }) => sum + openCount, 0),
    LastOpened: latest(openings.map(({ lastOpenedAt }) => lastOpenedAt)),
  };
}

function presentOwnRecipient(
  deps: Needs,
  share: DescribedShareRow,
  { email, keySalt, openCount, ...row }: DescribedRecipientRow,
) {
  return {
    Recipient: email,
    WebUri: personalUriOf(deps, share.kind, share, { keySalt: Buffer.from(keySalt, 'hex') }),
    OpenCount: openCount,
    LastOpened: row.lastOpenedAt,
  };
}

function statusOf({ status, wasRefused, expiresAt }: DescribedShareRow, now: Date): OwnShare['Status'] {
  if (wasRefused) return 'Refused';
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) return 'Expired';
  return status;
}

// The same rules as the actions.
function abilitiesOf({ isInTrash, rights, recipients, ...share }: DescribedShareRow, status: OwnShare['Status']) {
  const isThere = !isInTrash;
  const wanted = share.allowUpload || share.allowEdit ? RIGHTS.Grant | RIGHTS.Write : RIGHTS.Grant;
  const maySend = isThere && (rights & wanted) === wanted;
  return {
    ChangeExpiry: maySend && share.status === 'Active',
    Notify: maySend && status === 'Active' && recipients.length > 0,
    // Has its own URL, which requires no rights on the item.
    Revoke: true,
  };
}

// Times in our output format sort as texts.
function latest(times: (string | null)[]): string | null {
  return times.reduce((last, time) => ((time ?? '') > (last ?? '') ? time : last), null);
}

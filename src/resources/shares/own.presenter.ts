import type { Deps } from '../../deps.ts';
import { RIGHTS } from '../permissions/rights.ts';
import type { OwnRecipientRow, OwnShareRow } from './own.queries.ts';
import type { OwnShare } from './own.schema.ts';
import { personalUriOf, webUriOf } from './web-links.ts';

type Needs = Pick<Deps, 'config' | 'secretKey'>;

/** A link as who made it looks after it, at this moment. */
export function presentOwnShare(deps: Needs, share: OwnShareRow, now: Date): OwnShare {
  const { kind, itemId, shareId, rights } = share;
  const isReadable = (rights & RIGHTS.Read) !== 0;
  const status = statusOf(share, now);
  const openings = [share, ...share.recipients];
  return {
    ShareId: shareId,
    ItemType: kind === 'folder' ? 'Folder' : 'Document',
    ItemId: itemId,
    // The name may have changed since it could be read.
    ItemName: isReadable ? share.name : null,
    Location: isReadable ? share.location : [],
    IsInTrash: share.isInTrash,
    Status: status,
    ShareType: share.shareType,
    DateCreated: share.createdAt,
    ExpiresOn: share.expiresAt,
    AccessCodeRequired: share.accessCodeRequired,
    HasPassword: share.hasPassword,
    AllowView: share.allowView,
    AllowDownload: share.allowDownload,
    AllowUpload: share.allowUpload,
    AllowEdit: share.allowEdit,
    OpenCount: openings.reduce((sum, { openCount }) => sum + openCount, 0),
    LastOpened: latest(openings.map(({ lastOpenedAt }) => lastOpenedAt)),
    Recipients: share.recipients.map((recipient) => presentOwnRecipient(deps, share, recipient)),
    Abilities: abilitiesOf(share, status),
    Links: {
      WebUri: webUriOf(deps, kind, share),
      Self: `${deps.config.baseUrl}/api/${kind}s/${itemId}/shares/${shareId}`,
    },
  };
}

function presentOwnRecipient(deps: Needs, share: OwnShareRow, { email, keySalt, openCount, ...row }: OwnRecipientRow) {
  return {
    Recipient: email,
    WebUri: personalUriOf(deps, share.kind, share, { keySalt: Buffer.from(keySalt, 'hex') }),
    OpenCount: openCount,
    LastOpened: row.lastOpenedAt,
  };
}

function statusOf({ status, wasRefused, expiresAt }: OwnShareRow, now: Date): OwnShare['Status'] {
  if (wasRefused) return 'Refused';
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) return 'Expired';
  return status;
}

// As the actions judge it.
function abilitiesOf({ isInTrash, rights, recipients, ...share }: OwnShareRow, status: OwnShare['Status']) {
  const isThere = !isInTrash;
  const wanted = share.allowUpload || share.allowEdit ? RIGHTS.Grant | RIGHTS.Write : RIGHTS.Grant;
  const maySend = isThere && (rights & wanted) === wanted;
  return {
    ChangeExpiry: maySend && share.status === 'Active',
    Notify: maySend && status === 'Active' && recipients.length > 0,
    Revoke: isThere,
  };
}

// Times as answers print them sort as texts.
function latest(times: (string | null)[]): string | null {
  return times.reduce((last, time) => ((time ?? '') > (last ?? '') ? time : last), null);
}

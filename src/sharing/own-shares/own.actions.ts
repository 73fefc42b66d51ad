/** Changes of one's own links. Both require the same rights as creating a link. */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { conflict, missingParameter, notFound, tooManyRequests } from '../../platform/errors.ts';
import { hit } from '../../platform/limits/throttle.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import { readExpiry } from '../shares/expiry.ts';
import type { ShareChangeBody } from './own.schema.ts';
import { listRecipients } from '../shares/recipients.queries.ts';
import { type RevocableRow, listRevocable, lockShares } from '../shares/revocable.queries.ts';
import { accessShare, maySeeLink, placeOf } from '../shares/shares.access.ts';
import { enqueueShareMails } from '../share-creation/share-mails.steps.ts';
import { shareState } from '../shares/shares.presenter.ts';
import { type ShareRow, type Shared, findShare, updateExpiry, updateLimits } from '../shares/shares.queries.ts';
import { revokeShares } from '../shares/shares.steps.ts';
import { assertLimitsAllowed } from '../link-uploads/upload-limits.ts';

const HOUR_MS = 3_600_000;
const NOTICES_AN_HOUR = 5;

/**
 * Changes the link's expiry and its upload limits; an expired one becomes valid again. 409 while it is Pending. A site
 * admin with Grant on the item may change the limits of anybody's link.
 */
export async function changeShare(
  deps: Deps,
  actor: Actor,
  shared: Shared,
  shareId: number,
  wanted: ShareChangeBody,
): Promise<{ share: ShareRow; seesLink: boolean }> {
  const settings = await readSettings(deps.sql, actor.deploymentId);
  const change = readChange(wanted, settings, actor);
  return transaction(deps.sql, async (tx) => {
    const operation = actor.isSiteAdmin && change.expiresAt === undefined ? 'ChangeLimits' : 'Change';
    // Locked: of two concurrent changes, the second sees the result of the first.
    const { share, item } = await accessShare(tx, actor, { shared, shareId }, operation, 'change');
    if (change.expiresAt !== undefined) await updateExpiry(tx, actor, shareId, change.expiresAt);
    if (change.hasLimits) await updateLimits(tx, actor, shareId, wanted);
    const type = shared.kind === 'folder' ? 'FolderLinkChanged' : 'DocumentLinkChanged';
    const details = { shareId, ...detailsOf(change, wanted) };
    await recordActivity(tx, actor, { type, ...placeOf(item), contentName: item.name, details });
    return { share: changed(share, change, wanted), seesLink: maySeeLink(actor, item, share) };
  });
}

type Change = { expiresAt: Date | null | undefined; hasLimits: boolean };

function readChange(wanted: ShareChangeBody, settings: Settings, actor: Actor): Change {
  const hasLimits = wanted.MaxUploadBytes !== undefined || wanted.MaxUploadDocuments !== undefined;
  if (wanted.ExpireStyle === undefined && !hasLimits) throw missingParameter('ExpireStyle');
  assertLimitsAllowed(wanted, settings, actor);
  const { MaxLinkExpirationDays } = settings;
  const expiresAt = wanted.ExpireStyle === undefined ? undefined : readExpiry(wanted, MaxLinkExpirationDays, actor.now);
  return { expiresAt, hasLimits };
}

function detailsOf({ expiresAt }: Change, { MaxUploadBytes, MaxUploadDocuments }: ShareChangeBody) {
  return {
    ...(expiresAt === undefined ? {} : { expiresOn: expiresAt?.toISOString() ?? null }),
    ...(MaxUploadBytes === undefined ? {} : { maxUploadBytes: MaxUploadBytes }),
    ...(MaxUploadDocuments === undefined ? {} : { maxUploadDocuments: MaxUploadDocuments }),
  };
}

function changed(share: ShareRow, { expiresAt }: Change, wanted: ShareChangeBody): ShareRow {
  return {
    ...share,
    expiresAt: expiresAt === undefined ? share.expiresAt : (expiresAt?.toISOString() ?? null),
    maxUploadBytes: wanted.MaxUploadBytes ?? share.maxUploadBytes,
    maxUploadDocuments: wanted.MaxUploadDocuments ?? share.maxUploadDocuments,
  };
}

/**
 * Mails the recipients of a link their links again. 409 if there are no recipients or the link is not valid; 429 after
 * 5 times an hour.
 */
export async function notifyAgain(deps: Deps, actor: Actor, shared: Shared, shareId: number): Promise<void> {
  const { Branding } = await readSettings(deps.sql, actor.deploymentId);
  await creation(deps.sql, actor, async (tx) => {
    const { share, item } = await accessShare(tx, actor, { shared, shareId }, 'Notify', 'change');
    if (share.expiresAt !== null && Date.parse(share.expiresAt) <= actor.now.getTime()) {
      throw conflict('The link has expired.');
    }
    const recipients = await listRecipients(tx, actor.deploymentId, shareId);
    if (recipients.length === 0) throw conflict('The link has no recipients.');
    await assertNotTooOften(tx, shareId, actor.now);
    const email = { cc: [], subject: null, text: null };
    const news = { kind: shared.kind, share, itemName: item.name, email };
    await enqueueShareMails(tx, deps, actor, { brand: Branding, news, recipients });
    const type = shared.kind === 'folder' ? 'FolderLinkMailed' : 'DocumentLinkMailed';
    await recordActivity(tx, actor, { type, ...placeOf(item), contentName: item.name, details: { shareId } });
  });
}

/** Revokes one's own link, wherever its item is, even in the trash. 404 for links of others. */
export async function revokeOwnShare(deps: Deps, actor: Actor, shareId: number): Promise<void> {
  const { deploymentId, userId: createdBy } = actor;
  await transaction(deps.sql, async (tx) => {
    await lockShares(tx, deploymentId, [shareId]);
    const shares = await listRevocable(tx, { deploymentId, createdBy }, [shareId]);
    if (shares.length === 0) throw notFound('share');
    if (actor.preconditions !== undefined) await assertSameOwnShare(tx, actor, shares[0]);
    await revokeShares(tx, actor, shares);
  });
}

async function assertSameOwnShare(tx: Tx, actor: Actor, row: RevocableRow | undefined): Promise<void> {
  if (row === undefined) return;
  const { kind, folderId, documentId, shareId } = row;
  const share = await findShare(tx, actor, { kind, id: documentId ?? folderId }, shareId);
  if (share !== undefined) assertPreconditions(actor, 'share', shareId, () => shareState(share, true));
}

async function assertNotTooOften(tx: Tx, shareId: number, now: Date): Promise<void> {
  const throttle = { scope: 'share:notify', subject: String(shareId), windowMs: HOUR_MS };
  const { hits, resetsInMs } = await hit(tx, throttle, now);
  if (hits > NOTICES_AN_HOUR)
    throw tooManyRequests('These mails were sent too often. Try again later.', resetsInMs / 1000);
}

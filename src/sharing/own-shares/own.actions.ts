/** Mailing and revoking one's own links. */
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { conflict, notFound, tooManyRequests } from '../../platform/errors.ts';
import { hit } from '../../platform/limits/throttle.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { listRecipients } from '../shares/recipients.queries.ts';
import { type RevocableRow, listRevocable, lockShares } from '../shares/revocable.queries.ts';
import { accessShare, placeOf } from '../shares/shares.access.ts';
import { enqueueShareMails } from '../share-creation/share-mails.steps.ts';
import { shareState } from '../shares/shares.presenter.ts';
import { type Shared, findShare } from '../shares/shares.queries.ts';
import { revokeShares } from '../shares/shares.steps.ts';

const HOUR_MS = 3_600_000;
const NOTICES_AN_HOUR = 5;

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

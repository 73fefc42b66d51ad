/** The creation of every share: by a request for one, as a default link, and for the outsiders of an invitation. */
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { unauthorized } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { assertPasswordAllowed } from '../../core/settings/password-policy.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import { insertRecipients } from '../shares/recipients.queries.ts';
import { accessSharable, placeOf } from '../shares/shares.access.ts';
import { type ShareRow, type Shared, insertShare, newShare, reserveShareId } from '../shares/shares.queries.ts';
import { prepareShareJob } from './prepare.jobs.ts';
import { enqueueShareMails } from './share-mails.steps.ts';
import type { WantedShare } from './shares.body.ts';

/** A share whose settings are valid, and the hash of its password. */
export type PreparedShare = { wanted: WantedShare; passwordHash: string | null; settings: Settings };

/** Hashes the password. That takes time and memory: outside a transaction, and only for users who may share. */
export async function prepareShare(
  deps: Deps,
  actor: Actor,
  shared: Shared,
  wanted: WantedShare,
  settings: Settings,
): Promise<PreparedShare> {
  if (wanted.password === null) return { wanted, settings, passwordHash: null };
  await assertPasswordAllowed(settings, { password: wanted.password, parameter: 'Password', owner: null });
  await accessSharable(deps.sql, actor, shared, wanted);
  return { wanted, settings, passwordHash: await hashPassword(wanted.password) };
}

/** Creates the share with its recipients and emails, in the caller's transaction. 403 for rights that the actor lacks. */
export async function insertPrepared(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  shared: Shared,
  { wanted, passwordHash, settings }: PreparedShare,
): Promise<ShareRow> {
  // Independent statements are pipelined.
  const [shareId, item] = await Promise.all([reserveShareId(tx, actor), accessSharable(tx, actor, shared, wanted)]);
  if (shareId === undefined) throw unauthorized();
  const status = settings.SharingAsAService ? 'Pending' : 'Active';
  const made = newShare(deps.secretKey, actor, shared, {
    ...wanted,
    own: wanted,
    shareId,
    passwordHash,
    status,
    taskId: null,
  });
  const share = made.row;
  const type = shared.kind === 'folder' ? 'FolderLinkCreated' : 'DocumentLinkCreated';
  const entry = { ...placeOf(item), contentName: item.name, details: { shareId } };
  tx.commitWith(insertShare(tx, actor, shared.kind, made), recordActivity(tx, actor, { type, ...entry }));
  const recipients = await insertRecipients(tx, deps.secretKey, { ...actor, ...share }, wanted.recipients);
  if (wanted.email !== null) {
    const about = { kind: shared.kind, share, itemName: item.name, email: wanted.email };
    await enqueueShareMails(tx, deps, actor, { brand: settings.Branding, news: about, recipients });
  }
  if (status === 'Pending') await addJob(tx, prepareShareJob, { deploymentId: actor.deploymentId, shareId });
  return share;
}

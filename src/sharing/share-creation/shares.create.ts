/** Shares folders and documents by link (docs/api/shares.md#creating-a-share). */
import type { Deps } from '../../platform/deps.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { unauthorized } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { assertPasswordAllowed } from '../../core/settings/password-policy.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import { enqueueShareMails } from './share-mails.steps.ts';
import { prepareShareJob } from './prepare.jobs.ts';
import { insertRecipients } from '../shares/recipients.queries.ts';
import { type WantedShare, readDocumentShare, readFolderShare } from './shares.body.ts';
import { accessSharable, placeOf } from '../shares/shares.access.ts';
import { type ShareRow, type Shared, insertShare, newShare, reserveShareId } from '../shares/shares.queries.ts';
import type { DocumentShareBody, FolderShareBody } from '../shares/shares.schema.ts';
import { assertLimitsAllowed } from '../link-uploads/upload-limits.ts';

/** Shares a folder: requires Grant on it, and Write too if visitors can upload. */
export async function createFolderShare(
  deps: Deps,
  actor: Actor,
  folderId: number,
  body: FolderShareBody,
): Promise<ShareRow> {
  const settings = await readSettings(deps.sql, actor.deploymentId);
  assertLimitsAllowed(body, settings, actor);
  const wanted = readFolderShare(body, settings, actor.now);
  return createShare(deps, actor, { kind: 'folder', id: folderId }, wanted, settings);
}

/** Shares a document: requires Grant on it, and Write too if visitors can edit. */
export async function createDocumentShare(
  deps: Deps,
  actor: Actor,
  documentId: number,
  body: DocumentShareBody,
): Promise<ShareRow> {
  const settings = await readSettings(deps.sql, actor.deploymentId);
  assertLimitsAllowed(body, settings, actor);
  const wanted = readDocumentShare(body, settings, actor.now);
  return createShare(deps, actor, { kind: 'document', id: documentId }, wanted, settings);
}

async function createShare(
  deps: Deps,
  actor: Actor,
  shared: Shared,
  wanted: WantedShare,
  settings: Settings,
): Promise<ShareRow> {
  const passwordHash = await hashIfAny(deps, actor, shared, wanted, settings);
  return creation(deps.sql, actor, async (tx) => {
    // Independent statements are pipelined.
    const [shareId, item] = await Promise.all([reserveShareId(tx, actor), accessSharable(tx, actor, shared, wanted)]);
    if (shareId === undefined) throw unauthorized();
    const status = settings.SharingAsAService ? 'Pending' : 'Active';
    const made = newShare(deps.secretKey, actor, shared, { ...wanted, shareId, passwordHash, status, taskId: null });
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
  });
}

// Hashing takes time and memory: outside a transaction, and only for users who may share.
async function hashIfAny(
  deps: Deps,
  actor: Actor,
  shared: Shared,
  wanted: WantedShare,
  settings: Settings,
): Promise<string | null> {
  if (wanted.password === null) return null;
  await assertPasswordAllowed(settings, { password: wanted.password, parameter: 'Password', owner: null });
  await accessSharable(deps.sql, actor, shared, wanted);
  return hashPassword(wanted.password);
}

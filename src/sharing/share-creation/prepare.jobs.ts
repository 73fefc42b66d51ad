/** Checks the content of pending shares before anybody can open them (docs/api/shares.md#pending-shares; decision 0025). */
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type HashPool, createHashPool } from '../../platform/blobs/sums/hash.ts';
import { inspectBlob } from '../../platform/blobs/disk/inspect.ts';
import { scanContent } from '../../platform/scanning/clamd.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { dropHeldMails } from '../../core/mails/mails.queries.ts';
import { enqueueMail, releaseMails } from '../../core/mails/mails.steps.ts';
import { escapeMarkup, mention } from '../../core/notifications/markup.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import {
  type PendingShare,
  type SharedContent,
  activateShare,
  findPendingShare,
  findSharedContents,
  refuseShare,
} from './prepare.queries.ts';
import { renderShareRefusedEmail } from './shares.emails.ts';

const BATCH = 200;

const Payload = Type.Object({ deploymentId: Type.Integer(), shareId: Type.Integer() });

/**
 * Reads every content of a Pending share; then activates the share and sends its mails, or informs its creator of the
 * problem.
 */
export const prepareShareJob = defineJob<Deps, typeof Payload>({
  name: 'prepare-share',
  payload: Payload,
  // An outage of the store or scanner for weeks must not leave shares pending forever.
  maxAttempts: 500,
  async run(deps, key) {
    const share = await findPendingShare(deps.sql, key);
    // Revoked, or done already.
    if (share === undefined) return dropHeldMails(deps.sql, key.deploymentId, key.shareId);
    const fault = await findFault(deps, share);
    await transaction(deps.sql, (tx) => conclude(tx, share, fault, deps.clock()));
  },
});

/** The document that prevents a share from being activated. */
type Fault = { documentId: number; name: string; reason: string };

async function findFault(deps: Deps, share: PendingShare): Promise<Fault | null> {
  const hashes = createHashPool(1);
  try {
    const creator = { ...share, userId: share.createdBy, now: deps.clock() };
    for (let after = 0; ;) {
      const contents = await findSharedContents(deps.sql, creator, share, after, BATCH);
      for (const content of contents) {
        const reason = await reasonAgainst(deps, hashes, content);
        if (reason !== null) return { documentId: content.documentId, name: content.name, reason };
      }
      const last = contents.at(-1);
      if (last === undefined || contents.length < BATCH) return null;
      after = last.blobId;
    }
  } finally {
    await hashes.close();
  }
}

async function reasonAgainst(deps: Deps, hashes: HashPool, content: SharedContent): Promise<string | null> {
  const condition = await inspectBlob(deps.blobs, hashes, content, new AbortController().signal);
  if (condition !== 'sound') return 'its content is damaged';
  const { clamd } = deps.config;
  if (clamd === null) return null;
  const verdict = await scanContent(clamd, await deps.blobs.read(content.key));
  if (verdict.kind === 'infected') return `it contains malware (${verdict.signature})`;
  // Unscanned content is not shared.
  return verdict.kind === 'not-taken' ? 'the malware scanner did not accept it, possibly because of its size' : null;
}

// The share may have been revoked meanwhile, or concluded by another worker: then no held mail is sent.
async function conclude(tx: Tx, share: PendingShare, fault: Fault | null, now: Date): Promise<void> {
  const { deploymentId, shareId } = share;
  if (fault === null && (await activateShare(tx, share, now))) return releaseMails(tx, deploymentId, shareId);
  await dropHeldMails(tx, deploymentId, shareId);
  if (fault !== null && (await refuseShare(tx, share, now))) await notifyCreator(tx, share, fault, now);
}

async function notifyCreator(tx: Tx, share: PendingShare, fault: Fault, now: Date): Promise<void> {
  const { deploymentId, createdBy, creatorEmail: to } = share;
  await insertNotifications(tx, deploymentId, [createdBy], noticeOf(share, fault), now);
  const { Branding } = await readSettings(tx, deploymentId);
  await enqueueMail(tx, {
    deploymentId,
    to,
    ...renderShareRefusedEmail(Branding, share.itemName, fault),
    topic: null,
    now,
  });
}

function noticeOf({ folderId, itemName }: PendingShare, { documentId, name, reason }: Fault): string {
  const document = mention('DocumentId', documentId, name);
  const what = folderId === null ? document : `${mention('FolderId', folderId, itemName)}, which holds ${document},`;
  return `Your link to ${what} couldn’t be activated: ${escapeMarkup(reason)}.`;
}

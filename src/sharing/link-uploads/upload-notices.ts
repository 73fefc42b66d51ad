/** Informs the creator of a share about uploads: one notice for all uploads within a few minutes. */
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { Problem, notFound } from '../../platform/errors.ts';
import { addJob, defineJob } from '../../platform/jobs/job.ts';
import { siteOfDeployment } from '../../core/hosts/sites.ts';
import { enqueueMail } from '../../core/mails/mails.steps.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { lockUploadsOf } from '../../content/uploads/staged.queries.ts';
import type { ReceivedContent } from '../../content/uploads/staged.steps.ts';
import { assertLinkTakesFinished } from './upload-limits.ts';
import { renderUploadEmail, uploadMessage } from './upload-notices.emails.ts';
import { endNotice, gatherUpload, listUploads, lockUsedShare } from './upload-notices.queries.ts';

const GATHERED_MS = 300_000;

/**
 * Records and counts a visitor's upload, in the transaction that creates its document or revision; an upload without a
 * change is only checked. Reading the content may have taken long: 404 if the document is no longer inside the shared
 * item, 410 if the link has ended, 413 or 429 if the upload no longer fits the limits of the link. Does nothing for
 * users.
 */
export async function noteVisitorsUpload(tx: Tx, received: ReceivedContent): Promise<void> {
  const { actor, ...made } = received;
  const { deploymentId, via, now } = actor;
  if (via.kind !== 'visit') return;
  const { shareId } = via;
  // Before the row of the share, the same order as everywhere.
  await lockUploadsOf(tx, actor);
  const share = await lockUsedShare(tx, deploymentId, shareId, made.documentId, now);
  if (share === undefined || !share.opens) throw notFound('folder');
  if (!share.isValid) throw new Problem('/gone', 'This link is no longer valid.');
  if (!made.isNew) return;
  await assertLinkTakesFinished(tx, actor, via, made);
  await gatherUpload(tx, deploymentId, shareId, { bytes: made.bytes, now });
  if (share.isGathering) return;
  const runAt = new Date(now.getTime() + GATHERED_MS);
  await addJob(tx, uploadNoticeJob, { deploymentId, shareId }, { runAt });
}

/** Informs the creator by email and in the app. Uploads during this go into the next notice. */
export const uploadNoticeJob = defineJob({
  name: 'upload-notice',
  payload: Type.Object({ deploymentId: Type.Integer(), shareId: Type.Integer() }),
  async run({ sql, clock, config }: Deps, { deploymentId, shareId }) {
    const { Branding: brand } = await readSettings(sql, deploymentId);
    await transaction(sql, async (tx) => {
      const notice = await endNotice(tx, deploymentId, shareId);
      if (notice === undefined) return;
      const uploads = await listUploads(tx, notice);
      if (uploads.length === 0 || notice.isCreatorGone) return;
      const now = clock();
      await insertNotifications(tx, deploymentId, [notice.createdBy], uploadMessage(notice, uploads), now);
      const { webUrl } = await siteOfDeployment(tx, config, deploymentId);
      const email = renderUploadEmail(brand, notice, uploads, `${webUrl}/`);
      await enqueueMail(tx, { deploymentId, to: notice.creatorEmail, ...email, topic: 'LinkUploads', now });
    });
  },
});

/** Sends gathered notices about comments (docs/api/comments.md#messages). */
import { unlimitedToken } from '../../core/actor.ts';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { hit } from '../../platform/limits/throttle.ts';
import { siteOfDeployment } from '../../core/hosts/sites.ts';
import { enqueueMail } from '../../core/mails/mails.steps.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { isReadable } from '../rights/rights.ts';
import { findDocument } from '../tree/tree.queries.ts';
import { commentsMessage, renderCommentsEmail } from './comments.emails.ts';
import { type NoticeKey, endNotice, findAddressee, listNoticed } from './comment-notices.queries.ts';

const DAY_MS = 24 * 3_600_000;

/** Limit of emails to a person in a day, because strangers may comment on many documents. */
export const MAILS_A_DAY = 100;

/** Notifies a person of comments on a document that the person can still view. Comments during this go into the next notice. */
export const commentNoticeJob = defineJob({
  name: 'comment-notice',
  payload: Type.Object({ deploymentId: Type.Integer(), documentId: Type.Integer(), userId: Type.Integer() }),
  async run({ sql, clock, config }: Deps, key) {
    const { deploymentId, userId } = key;
    const { Branding: brand } = await readSettings(sql, deploymentId);
    await transaction(sql, async (tx) => {
      const now = clock();
      const notice = await endNotice(tx, key, now);
      const addressee = notice === undefined ? undefined : await findAddressee(tx, key);
      if (notice === undefined || addressee === undefined) return;
      const reader = { deploymentId, ...addressee, now, via: unlimitedToken(0) } as const;
      const document = await findDocument(tx, reader, key.documentId);
      if (document === undefined || document.isInTrash || !isReadable(document)) return;
      const comments = await listNoticed(tx, key, notice.commentIds);
      if (comments.length === 0) return;
      await insertNotifications(tx, deploymentId, [userId], commentsMessage(document, comments), now);
      if (!notice.isMailed || !(await takesMail(tx, key, now))) return;
      const { webUrl } = await siteOfDeployment(tx, config, deploymentId);
      const url = `${webUrl}/documents/${document.documentId}?tab=comments`;
      const email = renderCommentsEmail(brand, document.name, comments, url);
      await enqueueMail(tx, { deploymentId, to: addressee.email, ...email, topic: 'LinkComments', now });
    });
  },
});

async function takesMail(tx: Tx, { deploymentId, userId }: NoticeKey, now: Date): Promise<boolean> {
  const throttle = { scope: 'comment-mails', subject: `${deploymentId}/${userId}`, windowMs: DAY_MS };
  return (await hit(tx, throttle, now)).hits <= MAILS_A_DAY;
}

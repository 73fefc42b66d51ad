/** Notifies the creator of a share that it was opened, at most once an hour for each link (docs/api/shares.md#notices-of-openings). */
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { addJob, defineJob } from '../../platform/jobs/job.ts';
import { hit } from '../../platform/limits/throttle.ts';
import { siteOfDeployment } from '../../core/hosts/sites.ts';
import { enqueueMail } from '../../core/mails/mails.steps.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { openingMessage, renderOpeningEmail } from './opening-notices.emails.ts';
import { type OpeningNotice, endOpeningNotice, gatherOpening, listOpeners } from './opening-notices.queries.ts';

const PAUSE_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Limit of notices per person and day, because strangers may open many links. */
const NOTICES_A_DAY = 100;

/** Schedules a notice about an opening, or adds the opening to the one that is scheduled. */
export async function noticeOpening(
  tx: Tx,
  { deploymentId, shareId }: { deploymentId: number; shareId: number },
  now: Date,
): Promise<void> {
  const started = await gatherOpening(tx, { deploymentId, shareId }, now);
  if (started === undefined) return;
  const earliest = started.noticedAt === null ? 0 : Date.parse(started.noticedAt) + PAUSE_MS;
  const runAt = new Date(Math.max(now.getTime(), earliest));
  await addJob(tx, openingNoticeJob, { deploymentId, shareId }, { runAt });
}

/** Sends the notice by email and in the app. */
export const openingNoticeJob = defineJob({
  name: 'opening-notice',
  payload: Type.Object({ deploymentId: Type.Integer(), shareId: Type.Integer() }),
  async run({ sql, clock, config }: Deps, key) {
    const { Branding: brand } = await readSettings(sql, key.deploymentId);
    await transaction(sql, async (tx) => {
      const now = clock();
      const notice = await endOpeningNotice(tx, key, now);
      if (notice === undefined || notice.isOver || notice.notifyOnOpen === 'never') return;
      const openers = await listOpeners(tx, notice);
      if (openers.emails.length === 0 && !openers.hasUnnamed) return;
      if (!(await takesNotice(tx, notice, now))) return;
      const { deploymentId, createdBy, creatorEmail: to, shareId } = notice;
      await insertNotifications(tx, deploymentId, [createdBy], openingMessage(notice, openers), now);
      const { webUrl } = await siteOfDeployment(tx, config, deploymentId);
      const email = renderOpeningEmail(brand, notice, openers, `${webUrl}/links/${shareId}`);
      await enqueueMail(tx, { deploymentId, to, ...email, topic: 'LinkOpenings', now });
    });
  },
});

async function takesNotice(tx: Tx, { deploymentId, createdBy }: OpeningNotice, now: Date): Promise<boolean> {
  const throttle = { scope: 'opening-notices', subject: `${deploymentId}/${createdBy}`, windowMs: DAY_MS };
  return (await hit(tx, throttle, now)).hits <= NOTICES_A_DAY;
}

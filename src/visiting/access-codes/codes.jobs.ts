import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { findSubscribers } from '../../core/subscriptions/subscribers.queries.ts';
import { formatMailClock } from '../../platform/mail/mail-time.ts';
import { emailKey } from '../../platform/values/email.ts';
import { enqueueMail } from '../../core/mails/mails.steps.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { renderAccessCodeEmail } from './codes.emails.ts';
import { claimSending, deleteUnproved } from './codes.queries.ts';
import { CODE_LIFE_MS, codeOf } from './codes.ts';

/** Mails a recipient the current code. */
export const sendCodeJob = defineJob({
  name: 'send-code',
  payload: Type.Object({
    deploymentId: Type.Integer(),
    recipientId: Type.Integer(),
    requestedAt: Type.String(),
  }),
  async run({ sql, clock, secretKey }: Deps, { deploymentId, recipientId, requestedAt }) {
    const now = clock();
    const deadBefore = new Date(now.getTime() - CODE_LIFE_MS);
    const { Branding: brand } = await readSettings(sql, deploymentId);
    await transaction(sql, async (tx) => {
      const times = { requestedAt: new Date(requestedAt), now, deadBefore };
      const issue = await claimSending(tx, { deploymentId, recipientId }, times);
      if (issue === undefined || issue.codeIssuedAt === null) return;
      const endsAt = new Date(Date.parse(issue.codeIssuedAt) + CODE_LIFE_MS).toISOString();
      const reader = (await findSubscribers(tx, deploymentId, [issue.email])).get(emailKey(issue.email));
      const ending = formatMailClock(endsAt, reader?.timeZone ?? null);
      const email = renderAccessCodeEmail(brand, issue.creatorName, codeOf(secretKey, issue), ending);
      await enqueueMail(tx, { deploymentId, to: issue.email, ...email, topic: null, now });
    });
  },
});

const DAY_MS = 24 * 3_600_000;

/** Deletes addresses after a day that were entered at a link with allowed domains and never verified. */
export const pruneUnprovedJob = defineJob<Deps, typeof NoPayload>({
  name: 'forget-recipients',
  payload: NoPayload,
  cron: '40 3 * * *',
  async run({ sql, clock }) {
    await deleteUnproved(sql, new Date(clock().getTime() - DAY_MS));
  },
});

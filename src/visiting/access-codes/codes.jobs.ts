import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { enqueueMail } from '../../core/mails/mails.steps.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { renderAccessCodeEmail } from './codes.emails.ts';
import { claimSending } from './codes.queries.ts';
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
      const email = renderAccessCodeEmail(brand, issue.creatorName, codeOf(secretKey, issue), endsAt);
      await enqueueMail(tx, { deploymentId, to: issue.email, ...email, now });
    });
  },
});

import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { findUserForLink, deleteExpiredLinks, hasLinkSince } from './one-time-links.queries.ts';
import { sendPasswordReset } from './one-time-links.steps.ts';
import { lockUser } from '../credentials/credentials.queries.ts';

/** Mails a requested link. */
export const passwordResetJob = defineJob({
  name: 'password-reset',
  payload: Type.Object({
    deploymentId: Type.Integer(),
    userId: Type.Integer(),
    requestedAt: Type.String(),
  }),
  async run(deps: Deps, { deploymentId, userId, requestedAt }) {
    await transaction(deps.sql, async (tx) => {
      await lockUser(tx, { deploymentId, userId });
      const user = await findUserForLink(tx, { deploymentId, userId });
      // A link created since the request answers it: this run is a repetition, or an earlier request was processed
      // late.
      if (user === undefined || (await hasLinkSince(tx, user, 'password_reset', new Date(requestedAt)))) return;
      const at = deps.clock();
      await insertActivity(
        tx,
        { deploymentId, userId, at },
        { type: 'PasswordResetRequested', contentName: user.email },
      );
      await sendPasswordReset(tx, deps, user, at);
    });
  },
});

/** Deletes expired links daily. */
export const pruneOneTimeLinksJob = defineJob<Deps, typeof NoPayload>({
  name: 'forget-links',
  payload: NoPayload,
  cron: '30 3 * * *',
  async run({ sql, clock }) {
    await deleteExpiredLinks(sql, clock());
  },
});

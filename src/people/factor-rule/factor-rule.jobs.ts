import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { EACH_MINUTE, NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { formatMailTime } from '../../platform/mail/mail-time.ts';
import { insertActivities } from '../../core/activity/activity.queries.ts';
import { siteOfDeployment } from '../../core/hosts/sites.ts';
import { enqueueMails } from '../../core/mails/mails.steps.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { renderFactorRequiredEmail } from './factor-rule.emails.ts';
import { listDeploymentsWithRule, takeUnnotified } from './factor-rule.queries.ts';
import { syncDeadlines } from './sync-deadlines.ts';

/** The number of people in one transaction. */
const BATCH = 200;

/**
 * Each minute: applies the rule to people whose role, groups or ways to sign in have changed, and notifies people of their
 * deadline. Roles and memberships change in many places, including directories; this job keeps the rule out of all of them.
 */
export const applyFactorRuleJob = defineJob<Deps, typeof NoPayload>({
  name: 'apply-factor-rule',
  payload: NoPayload,
  cron: EACH_MINUTE,
  async run(deps, _payload, stopping) {
    const { sql, clock } = deps;
    for (const deploymentId of await listDeploymentsWithRule(sql)) {
      stopping?.throwIfAborted();
      await transaction(sql, (tx) => syncDeadlines(tx, deploymentId, clock()));
      await announce(deps, deploymentId, stopping);
    }
  },
});

/** Notifies people of their deadline at once after a change of the rule. */
export const announceRuleJob = defineJob<Deps, typeof NoPayload>({
  name: 'announce-factor-rule',
  payload: NoPayload,
  isSingle: true,
  async run(deps, _payload, stopping) {
    for (const deploymentId of await listDeploymentsWithRule(deps.sql)) await announce(deps, deploymentId, stopping);
  },
});

async function announce(deps: Deps, deploymentId: number, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    stopping?.throwIfAborted();
    const count = await transaction(deps.sql, (tx) => notify(tx, deps, deploymentId));
    if (count < BATCH) return;
  }
}

async function notify(tx: Tx, { clock, config }: Deps, deploymentId: number): Promise<number> {
  const now = clock();
  const taken = await takeUnnotified(tx, deploymentId, BATCH, now);
  const missing = taken.filter(({ hasFactor }) => !hasFactor);
  if (missing.length === 0) return taken.length;
  const { Branding } = await readSettings(tx, deploymentId);
  const { webUrl } = await siteOfDeployment(tx, config, deploymentId);
  const url = `${webUrl}/account`;
  const notified = missing.map((person) => ({ ...person, until: formatMailTime(person.dueAt, person.timeZone) }));
  const mails = notified.map((person) => {
    const email = renderFactorRequiredEmail(Branding, person, { until: person.until, url });
    return { deploymentId, to: person.email, ...email, topic: null, now };
  });
  await enqueueMails(tx, deploymentId, mails);
  for (const [until, people] of Map.groupBy(notified, (person) => person.until)) {
    const userIds = people.map(({ userId }) => userId);
    const message = `Two-step verification is required for your account. Set it up by ${until} in Account security.`;
    await insertNotifications(tx, deploymentId, userIds, message, now);
  }
  const entries = missing.map(({ userId, email, dueAt }) => {
    return { userId, type: 'SecondFactorRequired' as const, contentName: email, details: { until: dueAt } };
  });
  await insertActivities(tx, { deploymentId, at: now }, entries);
  return taken.length;
}

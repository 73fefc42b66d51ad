import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { MARK } from '../../platform/mail/mark.ts';
import { siteOfDeployment } from '../hosts/sites.ts';
import { readEmblem } from '../settings/settings.queries.ts';
import { findSubscriberId } from '../subscriptions/subscribers.queries.ts';
import { unsubscribeToken } from '../subscriptions/topics.ts';
import {
  type QueuedMail,
  beginAttempt,
  deleteBodies,
  deleteMails,
  deleteStaleMessages,
  markKept,
  markRefused,
  markSent,
} from './mails.queries.ts';

/**
 * With the queue's backoff these attempts take about three days, as is usual for mail servers. Fewer than the queue's
 * own attempts, because attempts of killed workers are not counted here: a mail never waits for a job that has ended.
 */
export const MAIL_ATTEMPTS = 20;

const KEPT_MS = 30 * 24 * 3_600_000;
/** How long the bodies of a failed mail are kept: this leaves about four days for a manual retry (decision 0039). */
const BODIES_KEPT_MS = 7 * 24 * 3_600_000;

/** Sends a mail of the outbox. A crash between the server's acceptance and our commit sends the same message again. */
export const sendMailJob = defineJob({
  name: 'send-mail',
  payload: Type.Object({ deploymentId: Type.Integer(), mailId: Type.Integer() }),
  async run(deps: Deps, { deploymentId, mailId }) {
    const { sql, clock, mail } = deps;
    const queued = await beginAttempt(sql, deploymentId, mailId);
    if (queued === undefined) return;
    const { logo: own, isNamed } = await readEmblem(sql, deploymentId);
    // A deployment with its own name but no logo must not show the product's mark.
    const logo = own ?? (isNamed ? null : MARK);
    const unsubscribeUri = await unsubscribeUriOf(deps, deploymentId, queued);
    const createdAt = new Date(queued.createdAt);
    const sending = mail.send({ ...queued, mailId, unsubscribeUri, createdAt, logo });
    const outcome = await sending.catch((error: Refusal) => ({ refusal: error }));
    if (outcome === null) return markSent(sql, deploymentId, mailId, clock());
    if (!('refusal' in outcome)) return markKept(sql, deploymentId, mailId, { message: outcome, now: clock() });
    const { refusal } = outcome;
    const isLast = queued.attempts >= MAIL_ATTEMPTS;
    await markRefused(sql, deploymentId, mailId, { error: oneLine(refusal), isLast });
    if (!isLast) throw new Error(`Mail ${mailId} was refused at attempt ${queued.attempts}: ${codesOf(refusal)}`);
  },
});

/**
 * Deletes the bodies of mails that failed a week ago, and mails older than a month. Messages stored without a mail
 * server are deleted once there is one, because nobody can read them then.
 */
export const pruneMailsJob = defineJob<Deps, typeof NoPayload>({
  name: 'forget-mails',
  payload: NoPayload,
  cron: '40 3 * * *',
  async run({ sql, clock, config }) {
    const now = clock().getTime();
    if (config.smtpUrl !== null) await deleteStaleMessages(sql);
    await deleteBodies(sql, new Date(now - BODIES_KEPT_MS));
    await deleteMails(sql, new Date(now - KEPT_MS));
  },
});

// Only people with an account can turn emails off; others only get emails that somebody sends them.
async function unsubscribeUriOf(
  { sql, config, secretKey }: Deps,
  deploymentId: number,
  { to, topic }: QueuedMail,
): Promise<string | null> {
  if (topic === null) return null;
  const userId = await findSubscriberId(sql, deploymentId, to);
  if (userId === undefined) return null;
  const { baseUrl } = await siteOfDeployment(sql, config, deploymentId);
  return `${baseUrl}/api/unsubscribe/${unsubscribeToken(secretKey, { deploymentId, userId, topic }, to)}`;
}

type Refusal = Error & { code?: string; responseCode?: number };

// For the table, which has the recipient anyway.
function oneLine({ message }: Refusal): string {
  return message.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
}

// For the log, which must not contain addresses. Servers repeat the recipient in their responses, so only codes are
// logged.
function codesOf({ code, responseCode }: Refusal): string {
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown error';
}

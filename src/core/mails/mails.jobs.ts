import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { NoPayload, defineJob } from '../../platform/jobs/job.ts';
import {
  beginAttempt,
  deleteBodies,
  deleteMails,
  deleteStaleMessages,
  markKept,
  markRefused,
  markSent,
} from './mails.queries.ts';

/**
 * With the queue's back-off these take about three days, as mail servers try. Fewer than the queue's own attempts, of
 * which those of killed workers are not counted here: a mail never waits for a job that has ended.
 */
export const MAIL_ATTEMPTS = 20;

const KEPT_MS = 30 * 24 * 3_600_000;
/** How old the bodies of a mail get that was given up: about four days are left for trying it again (decision 0039). */
const BODIES_KEPT_MS = 7 * 24 * 3_600_000;

/** Sends a mail of the outbox. A crash between the server's yes and our commit sends it again, as the same message. */
export const sendMailJob = defineJob({
  name: 'send-mail',
  payload: Type.Object({ deploymentId: Type.Integer(), mailId: Type.Integer() }),
  async run({ sql, clock, mail }: Deps, { deploymentId, mailId }) {
    const queued = await beginAttempt(sql, deploymentId, mailId);
    if (queued === undefined) return;
    const sending = mail.send({ ...queued, mailId, createdAt: new Date(queued.createdAt) });
    const outcome = await sending.catch((error: Refusal) => ({ refusal: error }));
    if (outcome === null) return markSent(sql, deploymentId, mailId, clock());
    if (!('refusal' in outcome)) return markKept(sql, deploymentId, mailId, { message: outcome, now: clock() });
    const { refusal } = outcome;
    const isLast = queued.attempts >= MAIL_ATTEMPTS;
    await markRefused(sql, deploymentId, mailId, { error: oneLine(refusal), isLast });
    if (!isLast) throw new Error(`Mail ${mailId} was not taken at attempt ${queued.attempts}: ${codesOf(refusal)}`);
  },
});

/**
 * Deletes the bodies of mails that could not be delivered for a week, and mails of a month ago. Messages that were kept
 * without a mail server go once there is one: nobody can read them then.
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

type Refusal = Error & { code?: string; responseCode?: number };

// For the table, beside the recipient.
function oneLine({ message }: Refusal): string {
  return message.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
}

// For the log. Servers repeat the recipient in their answers, and logs must not hold addresses: only codes go there.
function codesOf({ code, responseCode }: Refusal): string {
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown error';
}

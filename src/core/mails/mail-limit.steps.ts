/**
 * The daily limit of emails by user: those with a text, or to an address, that the user chose. Users could otherwise send
 * any number of emails with their own words from the deployment's address.
 */
import type { Tx } from '../../platform/db/connection.ts';
import { tooManyRequests } from '../../platform/errors.ts';
import { hit } from '../../platform/limits/throttle.ts';
import type { Actor } from '../actor.ts';
import { readSettings } from '../settings/settings.access.ts';

const DAY_MS = 24 * 3_600_000;

/** `userId` is a text for a sender that is no person. */
type Sender = Pick<Actor, 'deploymentId' | 'now'> & { userId: Actor['userId'] | `connection-${number}` };

/**
 * Counts emails that the transaction is about to send, each recipient and copy as one. 429 if the user would exceed the
 * limit: the transaction is rolled back, so nothing is sent or counted. The counter's row is locked until the commit.
 */
export async function countMails(tx: Tx, sender: Sender, mails: number): Promise<void> {
  if (mails === 0) return;
  const { MaxMailsPerUserPerDay: limit } = await readSettings(tx, sender.deploymentId);
  if (limit === null) return;
  const { hits, resetsInMs } = await add(tx, sender, mails);
  if (hits <= limit) return;
  throw tooManyRequests(
    `You can send at most ${limit} emails in 24 hours. You have sent ${hits - mails}, and this would send ${mails} more.`,
    Math.ceil(resetsInMs / 1000),
  );
}

/** Counts emails of something that is never refused for them: revoking or canceling. */
export async function countMailsAnyway(tx: Tx, sender: Sender, mails: number): Promise<void> {
  if (mails > 0) await add(tx, sender, mails);
}

async function add(tx: Tx, { deploymentId, userId, now }: Sender, mails: number) {
  return hit(tx, { scope: 'mails-by-user', subject: `${deploymentId}/${userId}`, windowMs: DAY_MS }, now, mails);
}

import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { Problem } from '../../platform/errors.ts';
import { insertActivity } from '../activity/activity.queries.ts';
import { findAddress, lockSubscriber } from './subscribers.queries.ts';
import { changeTopics } from './subscriptions.steps.ts';
import { readUnsubscribeToken, signatureOf } from './topics.ts';

/**
 * Turns off one kind of email for one person, by the token of an email (RFC 8058). Every invalid token gets the
 * same 404, so that nobody learns who has an account. Turning off twice succeeds.
 */
export async function unsubscribe({ sql, secretKey, clock }: Deps, token: string): Promise<void> {
  const claim = readUnsubscribeToken(token);
  if (claim === undefined) throw invalid();
  const { deploymentId, userId, topic, named, signature } = claim;
  await transaction(sql, async (tx) => {
    // Compared for unknown people too, so that the response time does not reveal who has an account.
    const isValid = (email = '') => timingSafeEqual(signatureOf(secretKey, named, email), signature);
    // Checked before anything is locked, so that forged tokens delay nobody. The address can change until the lock.
    if (!isValid(await findAddress(tx, { deploymentId, userId }))) throw invalid();
    const user = await lockSubscriber(tx, { deploymentId, userId });
    if (user === undefined || !isValid(user.email)) throw invalid();
    if (user.mutedMails.includes(topic)) return;
    await changeTopics(tx, { deploymentId, userId }, user, { [topic]: false });
    const details = { userId, topic, isWanted: false };
    const by = { deploymentId, userId, at: clock() };
    await insertActivity(tx, by, { type: 'UserChanged', contentName: user.email, details });
  });
}

function invalid(): Problem {
  return new Problem('/not_found', 'This link is not valid.');
}

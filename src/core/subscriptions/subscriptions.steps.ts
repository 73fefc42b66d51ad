import type { Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../actor.ts';
import { type LockedSubscriber, deleteWaiting, storeMuted } from './subscribers.queries.ts';
import { MAIL_TOPICS, type MailTopic } from './topics.ts';

/** Topics that are turned on or off; missing ones stay. */
export type TopicChange = { [Topic in MailTopic]?: boolean };

/** Turns topics on and off for a person whose row is locked. Queued emails of topics that are now off are not sent. */
export async function changeTopics(
  tx: Tx,
  user: UserKey,
  { email, mutedMails }: LockedSubscriber,
  change: TopicChange,
): Promise<void> {
  const muted = MAIL_TOPICS.filter((topic) => !(change[topic] ?? !mutedMails.includes(topic)));
  await storeMuted(tx, user, muted);
  await deleteWaiting(tx, user.deploymentId, email, muted);
}

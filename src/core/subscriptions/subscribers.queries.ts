import type { Db, Tx } from '../../platform/db/connection.ts';
import { emailKey } from '../../platform/values/email.ts';
import type { UserKey } from '../actor.ts';
import type { MailTopic } from './topics.ts';

/** Settings of the people with these addresses. */
export type Subscriber = {
  emailKey: string;
  timeZone: string | null;
  mutedMails: MailTopic[];
  isDeactivated: boolean;
};

/** People of the deployment by canonical address; nobody for addresses without an account. Index: users_email. */
export async function findSubscribers(
  sql: Db,
  deploymentId: number,
  emails: string[],
): Promise<Map<string, Subscriber>> {
  if (emails.length === 0) return new Map();
  const rows = await sql<Subscriber[]>`
    select email_key as "emailKey", time_zone as "timeZone", muted_mails as "mutedMails",
      deactivated_at is not null as "isDeactivated"
    from users where deployment_id = ${deploymentId} and email_key = any (${emails.map(emailKey)}) and deleted_at is null`;
  return new Map(rows.map((row) => [row.emailKey, row]));
}

/** The id of the person with the address. Index: users_email. */
export async function findSubscriberId(sql: Db, deploymentId: number, email: string): Promise<number | undefined> {
  const [row] = await sql<{ userId: number }[]>`
    select user_id as "userId" from users
    where deployment_id = ${deploymentId} and email_key = ${emailKey(email)} and deleted_at is null`;
  return row?.userId;
}

/** A person's address; undefined for a deleted one. */
export async function findAddress(sql: Db, { deploymentId, userId }: UserKey): Promise<string | undefined> {
  const [row] = await sql<{ email: string }[]>`
    select email from users where deployment_id = ${deploymentId} and user_id = ${userId} and deleted_at is null`;
  return row?.email;
}

export type LockedSubscriber = { email: string; mutedMails: MailTopic[] };

/** A person's muted topics, locked until the end of the transaction. */
export async function lockSubscriber(tx: Tx, { deploymentId, userId }: UserKey): Promise<LockedSubscriber | undefined> {
  const [row] = await tx<LockedSubscriber[]>`
    select email, muted_mails as "mutedMails" from users
    where deployment_id = ${deploymentId} and user_id = ${userId} and deleted_at is null
    for no key update`;
  return row;
}

export async function storeMuted(tx: Tx, { deploymentId, userId }: UserKey, topics: MailTopic[]): Promise<void> {
  await tx`
    update users set muted_mails = ${topics} where deployment_id = ${deploymentId} and user_id = ${userId}`;
}

/** Deletes queued mails of these topics to an address, because their recipient no longer wants them. Index: mails_queued. */
export async function deleteWaiting(tx: Tx, deploymentId: number, email: string, topics: MailTopic[]): Promise<void> {
  await tx`
    delete from mails
    where deployment_id = ${deploymentId} and state = 'queued' and topic = any (${topics})
      and lower(recipient) = ${emailKey(email)}`;
}

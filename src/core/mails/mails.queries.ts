import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { MailTopic } from '../subscriptions/topics.ts';
import type { Page } from '../../platform/http/paging.ts';

export type NewMail = {
  deploymentId: number;
  to: string;
  /** Addresses that get a copy. */
  cc?: string[];
  subject: string;
  text: string;
  html: string;
  /** People with an account can turn it off; null: required. */
  topic: MailTopic | null;
  now: Date;
};

/** A waiting mail; its bodies exist until it is sent or fails. */
export type QueuedMail = {
  messageKey: string;
  to: string;
  cc: string[];
  subject: string;
  text: string;
  html: string;
  topic: MailTopic | null;
  /** Including the current one. */
  attempts: number;
  createdAt: string;
};

/** Stores mails, optionally held for a Pending share; returns their ids. */
export async function insertMails(tx: Tx, mails: NewMail[], heldFor: number | null): Promise<number[]> {
  if (mails.length === 0) return [];
  const rows = mails.map((mail) => ({
    deployment_id: mail.deploymentId,
    message_id: randomUUID(),
    recipient: mail.to,
    cc: mail.cc ?? [],
    subject: mail.subject,
    text_body: mail.text,
    html_body: mail.html,
    topic: mail.topic,
    created_at: mail.now,
    held_for: heldFor,
  }));
  const stored = await tx<{ mailId: number }[]>`insert into mails ${tx(rows)} returning mail_id as "mailId"`;
  return stored.map(({ mailId }) => mailId);
}

/** Releases the mails held for a share; returns their ids. Index: mails_held. */
export async function takeHeldMails(tx: Tx, deploymentId: number, shareId: number): Promise<number[]> {
  const rows = await tx<{ mailId: number }[]>`
    update mails set held_for = null where deployment_id = ${deploymentId} and held_for = ${shareId}
    returning mail_id as "mailId"`;
  return rows.map(({ mailId }) => mailId);
}

/** Deletes the mails held for a share, because they will never be sent. Index: mails_held. */
export async function dropHeldMails(sql: Db, deploymentId: number, shareId: number): Promise<void> {
  await sql`delete from mails where deployment_id = ${deploymentId} and held_for = ${shareId}`;
}

/** Counts an attempt and returns the mail, if it is still waiting. */
export async function beginAttempt(sql: Db, deploymentId: number, mailId: number): Promise<QueuedMail | undefined> {
  const [row] = await sql<QueuedMail[]>`
    update mails set attempts = attempts + 1
    where deployment_id = ${deploymentId} and mail_id = ${mailId} and state = 'queued'
    returning message_id as "messageKey", recipient as "to", cc, subject, text_body as text, html_body as html, topic, attempts,
      created_at as "createdAt"`;
  return row;
}

/** Deletes the bodies, because they contain links that grant access to accounts. */
export async function markSent(sql: Db, deploymentId: number, mailId: number, now: Date): Promise<void> {
  await sql`
    update mails set state = 'sent', sent_at = ${now}, text_body = null, html_body = null, last_error = null
    where deployment_id = ${deploymentId} and mail_id = ${mailId} and state = 'queued'`;
}

/** Stores the message instead of sending it. */
export async function markKept(
  sql: Db,
  deploymentId: number,
  mailId: number,
  { message, now }: { message: Buffer; now: Date },
): Promise<void> {
  await sql`
    update mails set state = 'kept', message = ${message}, sent_at = ${now}, text_body = null, html_body = null,
      last_error = null
    where deployment_id = ${deploymentId} and mail_id = ${mailId} and state = 'queued'`;
}

/** Stores the message of a mail that counted as sent; false if the mail does not exist. */
export async function adoptMessage(
  sql: Db,
  mail: { mailId: number; createdAt: Date; message: Buffer },
): Promise<boolean> {
  const { count } = await sql`
    update mails set state = 'kept', message = ${mail.message}
    where mail_id = ${mail.mailId} and created_at = ${mail.createdAt} and state = 'sent'`;
  return count === 1;
}

/** Deletes the stored messages. Index: mails_kept. */
export async function deleteStaleMessages(sql: Db): Promise<void> {
  await sql`update mails set state = 'sent', message = null where state = 'kept'`;
}

/** Records why an attempt failed. `isLast`: the mail has failed; its bodies are kept for a while for a manual retry. */
export async function markRefused(
  sql: Db,
  deploymentId: number,
  mailId: number,
  refusal: { error: string; isLast: boolean },
): Promise<void> {
  const end = refusal.isLast ? sql`, state = 'failed'` : sql``;
  await sql`
    update mails set last_error = ${refusal.error} ${end}
    where deployment_id = ${deploymentId} and mail_id = ${mailId} and state = 'queued'`;
}

/** A stored mail. */
export type KeptMail = { mailId: number; to: string; subject: string; createdAt: string };

/** Stored mails, newest first; one more than the page. Index: mails_kept. */
export async function listKeptMails(
  sql: Db,
  deploymentId: number,
  { limit, after }: Page<[number]>,
): Promise<KeptMail[]> {
  return sql<KeptMail[]>`
    select mail_id as "mailId", recipient as "to", subject, created_at as "createdAt"
    from mails
    where deployment_id = ${deploymentId} and state = 'kept' ${after === null ? sql`` : sql`and mail_id < ${after[0]}`}
    order by mail_id desc limit ${limit === null ? null : limit + 1}`;
}

/** A stored mail with its message. */
export async function findKeptMail(
  sql: Db,
  deploymentId: number,
  mailId: number,
): Promise<(KeptMail & { message: Buffer }) | undefined> {
  const [row] = await sql<(KeptMail & { message: Buffer })[]>`
    select mail_id as "mailId", recipient as "to", subject, created_at as "createdAt", message
    from mails where deployment_id = ${deploymentId} and mail_id = ${mailId} and state = 'kept'`;
  return row;
}

/** Deletes the bodies of failed mails created before the given time. Index: mails_failed. */
export async function deleteBodies(sql: Db, before: Date): Promise<void> {
  await sql`
    update mails set text_body = null, html_body = null
    where state = 'failed' and created_at < ${before} and (text_body is not null or html_body is not null)`;
}

/** Deletes sent and failed mails created before the given time; returns how many. */
export async function deleteMails(sql: Db, before: Date): Promise<number> {
  const { count } = await sql`delete from mails where state <> 'queued' and created_at < ${before}`;
  return count;
}

import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../../platform/db/connection.ts';

export type NewMail = { deploymentId: number; to: string; subject: string; text: string; html: string; now: Date };

/** A mail that waits; its bodies are there until it is sent or given up. */
export type QueuedMail = {
  messageKey: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Including the one that is beginning. */
  attempts: number;
  createdAt: string;
};

export async function insertMail(tx: Tx, mail: NewMail): Promise<number> {
  const [row] = await tx<{ mailId: number }[]>`
    insert into mails (deployment_id, message_id, recipient, subject, text_body, html_body, created_at)
    values (${mail.deploymentId}, ${randomUUID()}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.now})
    returning mail_id as "mailId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.mailId;
}

/** Counts an attempt and returns the mail, if it still waits. */
export async function beginAttempt(sql: Db, deploymentId: number, mailId: number): Promise<QueuedMail | undefined> {
  const [row] = await sql<QueuedMail[]>`
    update mails set attempts = attempts + 1
    where deployment_id = ${deploymentId} and mail_id = ${mailId} and state = 'queued'
    returning message_id as "messageKey", recipient as "to", subject, text_body as text, html_body as html, attempts,
      created_at as "createdAt"`;
  return row;
}

/** The bodies go: they hold links that open accounts. */
export async function markSent(sql: Db, deploymentId: number, mailId: number, now: Date): Promise<void> {
  await sql`
    update mails set state = 'sent', sent_at = ${now}, text_body = null, html_body = null, last_error = null
    where deployment_id = ${deploymentId} and mail_id = ${mailId} and state = 'queued'`;
}

/** Stores why an attempt failed. `isLast`: the mail is given up, and its bodies go. */
export async function markRefused(
  sql: Db,
  deploymentId: number,
  mailId: number,
  refusal: { error: string; isLast: boolean },
): Promise<void> {
  const gone = refusal.isLast ? sql`, state = 'failed', text_body = null, html_body = null` : sql``;
  await sql`
    update mails set last_error = ${refusal.error} ${gone}
    where deployment_id = ${deploymentId} and mail_id = ${mailId} and state = 'queued'`;
}

/** Forgets the mails that were sent or given up and made before the given time; returns how many. */
export async function forgetMails(sql: Db, before: Date): Promise<number> {
  const { count } = await sql`delete from mails where state <> 'queued' and created_at < ${before}`;
  return count;
}

/** The outbox for site admins. */
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { MailState } from './mails.schema.ts';

/** A mail without its bodies. */
export type ListedMail = {
  mailId: number;
  to: string;
  cc: string[];
  subject: string;
  state: 'queued' | 'sent' | 'failed' | 'kept';
  isHeld: boolean;
  /** Whether its bodies still exist, so that it can be sent. */
  isWhole: boolean;
  attempts: number;
  lastError: string | null;
  createdAt: string;
  sentAt: string | null;
};

/**
 * Mails of a deployment, newest first; one more than the page. Indexes: mails_pkey, mails_queued, mails_failed,
 * mails_held, mails_kept.
 */
export async function listMails(
  sql: Db,
  deploymentId: number,
  state: MailState | undefined,
  { limit, after }: Page<[number]>,
): Promise<ListedMail[]> {
  const wanted = state === undefined ? sql`` : sql`and ${conditionOf(sql, state)}`;
  return sql<ListedMail[]>`
    select ${columns(sql)} from mails m
    where m.deployment_id = ${deploymentId} ${wanted} ${after === null ? sql`` : sql`and m.mail_id < ${after[0]}`}
    order by m.mail_id desc ${limit === null ? sql`` : sql`limit ${limit + 1}`}`;
}

/** A mail, locked until the end of the transaction. */
export async function lockMail(tx: Tx, deploymentId: number, mailId: number): Promise<ListedMail | undefined> {
  const [row] = await tx<ListedMail[]>`
    select ${columns(tx)} from mails m
    where m.deployment_id = ${deploymentId} and m.mail_id = ${mailId} for no key update`;
  return row;
}

/** Requeues a failed mail and resets its attempts. */
export async function queueAgain(tx: Tx, deploymentId: number, mailId: number): Promise<void> {
  await tx`
    update mails set state = 'queued', attempts = 0
    where deployment_id = ${deploymentId} and mail_id = ${mailId} and state = 'failed'`;
}

/** The job that sends a mail; `isRunning`: right now. */
export type SendingJob = { mailId: number; jobId: number; runAt: string; isRunning: boolean };

/** The jobs of these mails, if any. The queue has no index for this, so it is scanned. */
export async function findSendingJobs(sql: Db, deploymentId: number, mailIds: number[]): Promise<SendingJob[]> {
  if (mailIds.length === 0) return [];
  return sql<SendingJob[]>`
    select (j.payload->>'mailId')::bigint as "mailId", j.id as "jobId", j.run_at as "runAt",
      j.locked_at is not null as "isRunning"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'send-mail' and (j.payload->>'deploymentId')::bigint = ${deploymentId}
      and (j.payload->>'mailId')::bigint = any (${mailIds}::bigint[])`;
}

function conditionOf(sql: Db, state: MailState) {
  if (state === 'Held') return sql`m.held_for is not null`;
  if (state === 'Waiting') return sql`m.state = 'queued' and m.held_for is null`;
  return sql`m.state = ${state.toLowerCase()}`;
}

function columns(sql: Db) {
  return sql`m.mail_id as "mailId", m.recipient as "to", m.cc, m.subject, m.state, m.held_for is not null as "isHeld",
    m.text_body is not null as "isWhole", m.attempts, m.last_error as "lastError", m.created_at as "createdAt",
    m.sent_at as "sentAt"`;
}

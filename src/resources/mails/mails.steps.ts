import type { Tx } from '../../platform/db/connection.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { sendMailJob } from './mails.jobs.ts';
import { type NewMail, insertMail } from './mails.queries.ts';

/** Puts a mail into the outbox; it is sent once the transaction has committed, and not at all if it rolls back. */
export async function enqueueMail(tx: Tx, mail: NewMail): Promise<void> {
  const { deploymentId } = mail;
  const mailId = await insertMail(tx, { ...mail, subject: oneLine(mail.subject) });
  await addJob(tx, sendMailJob, { deploymentId, mailId });
}

// Names that people choose go into subjects: a line break would let one of them write headers of its own.
function oneLine(subject: string): string {
  return subject.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

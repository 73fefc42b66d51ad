import type { Tx } from '../../platform/db/connection.ts';
import { addJobs } from '../../platform/jobs/job.ts';
import { emailKey } from '../../platform/values/email.ts';
import { findSubscribers } from '../subscriptions/subscribers.queries.ts';
import { sendMailJob } from './mails.jobs.ts';
import { type NewMail, insertMails, takeHeldMails } from './mails.queries.ts';

/** Adds a mail to the outbox. It is sent after the transaction commits, and never if it rolls back. */
export async function enqueueMail(tx: Tx, mail: NewMail): Promise<void> {
  await enqueueMails(tx, mail.deploymentId, [mail]);
}

/** Adds many mails of a deployment, except the kinds that their recipients have turned off, and optional ones to deactivated users. */
export async function enqueueMails(tx: Tx, deploymentId: number, mails: NewMail[]): Promise<void> {
  const wanted = await leaveOutMuted(tx, deploymentId, mails);
  const mailIds = await insertMails(tx, wanted.map(withPlainSubject), null);
  await sendSoon(tx, deploymentId, mailIds);
}

/** Adds mails to the outbox that are not sent until `releaseMails` is called for the share. */
export async function holdMails(tx: Tx, shareId: number, mails: NewMail[]): Promise<void> {
  await insertMails(tx, mails.map(withPlainSubject), shareId);
}

/** Sends the mails held for the share. */
export async function releaseMails(tx: Tx, deploymentId: number, shareId: number): Promise<void> {
  await sendSoon(tx, deploymentId, await takeHeldMails(tx, deploymentId, shareId));
}

async function leaveOutMuted(tx: Tx, deploymentId: number, mails: NewMail[]): Promise<NewMail[]> {
  const optional = mails.filter(({ topic }) => topic !== null);
  const people = await findSubscribers(
    tx,
    deploymentId,
    optional.map(({ to }) => to),
  );
  return mails.filter(({ to, topic }) => {
    const person = people.get(emailKey(to));
    return topic === null || person === undefined || !(person.isDeactivated || person.mutedMails.includes(topic));
  });
}

async function sendSoon(tx: Tx, deploymentId: number, mailIds: number[]): Promise<void> {
  await addJobs(
    tx,
    sendMailJob,
    mailIds.map((mailId) => ({ deploymentId, mailId })),
  );
}

// Subjects contain names chosen by users: a line break in one could inject headers.
function withPlainSubject(mail: NewMail): NewMail {
  return { ...mail, subject: mail.subject.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() };
}

import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { conflict, gone, notFound } from '../../platform/errors.ts';
import { addJob, runJobNow } from '../../platform/jobs/job.ts';
import { recordActivity } from '../activity/activity.queries.ts';
import type { Actor } from '../actor.ts';
import { type ListedMail, findSendingJobs, lockMail, queueAgain } from './admin.queries.ts';
import { sendMailJob } from './mails.jobs.ts';

/**
 * Sends a waiting or failed mail now. 409 if it was sent or is held, 410 if it failed so long ago that its bodies are
 * gone.
 */
export async function retryMail(deps: Deps, actor: Actor, mailId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const mail = await lockMail(tx, actor.deploymentId, mailId);
    if (mail === undefined) throw notFound('mail');
    assertCanBeSent(mail);
    if (mail.state === 'failed') await queueAgain(tx, actor.deploymentId, mailId);
    await sendNow(tx, actor.deploymentId, mailId);
    await recordActivity(tx, actor, { type: 'MailRetried', contentName: mail.subject, details: { mailId } });
  });
}

function assertCanBeSent({ state, isHeld, isWhole }: ListedMail): void {
  if (state === 'kept') throw conflict('This mail is in the outbox, because there was no mail server.');
  if (state === 'sent') throw conflict('This mail has already been sent.');
  if (isHeld) throw conflict('This mail is held until the content of its link has been checked.');
  if (!isWhole) throw gone('The content of this mail was deleted some days after it failed.');
}

// A mail that is being sent right now is skipped: a second send could deliver it twice.
async function sendNow(tx: Tx, deploymentId: number, mailId: number): Promise<void> {
  const [job] = await findSendingJobs(tx, deploymentId, [mailId]);
  if (job === undefined) await addJob(tx, sendMailJob, { deploymentId, mailId });
  else if (!job.isRunning) await runJobNow(tx, job.jobId);
}

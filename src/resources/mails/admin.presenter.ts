import type { Static } from 'typebox';
import type { ListedMail, SendingJob } from './admin.queries.ts';
import type { MailSchema, MailState } from './mails.schema.ts';

/** A mail as the list shows it. `keepsMails`: this machine has no mail server. */
export function presentMail(
  mail: ListedMail,
  job: SendingJob | undefined,
  keepsMails: boolean,
): Static<typeof MailSchema> {
  const State = stateOf(mail, keepsMails);
  const isWaiting = State === 'Waiting';
  return {
    MailId: mail.mailId,
    To: mail.to,
    Cc: mail.cc,
    Subject: mail.subject,
    State,
    Attempts: mail.attempts,
    LastError: mail.lastError,
    DateCreated: mail.createdAt,
    DateSent: mail.sentAt,
    NextAttempt: isWaiting && job !== undefined && !job.isRunning ? job.runAt : null,
    CanRetry: (isWaiting && mail.attempts > 0 && job?.isRunning !== true) || (State === 'Failed' && mail.isWhole),
  };
}

function stateOf({ state, isHeld }: ListedMail, keepsMails: boolean): MailState {
  if (isHeld) return 'Held';
  if (state === 'queued') return 'Waiting';
  if (state === 'failed') return 'Failed';
  return keepsMails ? 'Kept' : 'Sent';
}

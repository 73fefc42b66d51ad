import type { Static } from 'typebox';
import { presentPersonOrNull } from '../persons/persons.presenter.ts';
import type { PersonRow } from '../persons/persons.queries.ts';
import type { ListedMail, SendingJob } from './admin.queries.ts';
import type { MailSchema, MailState } from './mails.schema.ts';

/** A mail in the list. */
export function presentMail(
  baseUrl: string,
  mail: ListedMail,
  { job, recipient }: { job: SendingJob | undefined; recipient: PersonRow | null },
): Static<typeof MailSchema> {
  const State = stateOf(mail);
  const isWaiting = State === 'Waiting';
  return {
    MailId: mail.mailId,
    To: mail.to,
    ToPerson: presentPersonOrNull(baseUrl, recipient),
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

const STATES = { queued: 'Waiting', failed: 'Failed', sent: 'Sent', kept: 'Kept' } as const;

function stateOf({ state, isHeld }: ListedMail): MailState {
  return isHeld ? 'Held' : STATES[state];
}

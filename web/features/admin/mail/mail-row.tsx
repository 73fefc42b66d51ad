import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryMail } from '../../../api/admin-mail.ts';
import type { Mail } from '../../../api/answers.ts';
import { mailTexts as said } from '../../../texts/en/admin-mail.ts';
import { printTime } from '../../../ui/format.ts';
import { problemText } from '../../../ui/problem-text.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { showNotice } from '../../shell/notice-list.ts';

/** One mail: to whom, what became of it, and a way to send it now. */
export function MailRow({ mail }: { mail: Mail }) {
  const { To, Cc, Subject, State, LastError, CanRetry, DateSent, DateCreated } = mail;
  return (
    <li className="place-row">
      <span className="place-what">
        {Subject}
        <small>
          {said.to([To, ...Cc])}, <RelativeTime iso={DateSent ?? DateCreated} />
        </small>
        {State === 'Sent' || State === 'Kept' ? null : <small>{stateText(mail)}</small>}
        {LastError === null ? null : <small className="admin-error">{said.error(LastError)}</small>}
        {State === 'Failed' && !CanRetry ? <small>{said.over}</small> : null}
      </span>
      <span className={State === 'Failed' ? 'mark is-loud' : 'mark'} title={said.explained[State]}>
        {said.states[State]}
      </span>
      {CanRetry ? <Retry mail={mail} /> : null}
    </li>
  );
}

function Retry({ mail: { MailId, Subject } }: { mail: Mail }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryMail(MailId),
    onSuccess: () => showNotice({ kind: 'done', text: said.retried(Subject) }),
    onError: (error) => showNotice({ kind: 'failed', text: problemText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin-mails'] }),
  });
  return (
    <Button variant="default" size="sm" aria-label={said.retryOf(Subject)} loading={isPending} onClick={() => mutate()}>
      {said.retry}
    </Button>
  );
}

function stateText({ State, Attempts, NextAttempt }: Mail): string {
  const parts: string[] = [said.explained[State]];
  if (Attempts > 0) parts.push(said.attempts(Attempts));
  if (NextAttempt !== null) parts.push(`${said.next} ${printTime(NextAttempt)}`);
  return parts.join(', ');
}

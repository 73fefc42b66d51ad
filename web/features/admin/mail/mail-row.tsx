import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryMail } from '../../../api/admin/mail.ts';
import type { Mail } from '../../../api/answers.ts';
import { mailMessages as t } from '../../../messages/en/admin-mail.ts';
import { formatTime } from '../../../ui/format.ts';
import { problemText } from '../../../ui/problem-text.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import adminCss from '../admin.module.css';
import libraryCss from '../../library/library.module.css';
import sharingCss from '../../sharing/sharing.module.css';

/** One email: its recipient and delivery status, and a button to send it now. */
export function MailRow({ mail }: { mail: Mail }) {
  const { To, Cc, Subject, State, LastError, CanRetry, DateSent, DateCreated } = mail;
  return (
    <li className={libraryCss.placeRow}>
      <span className={libraryCss.placeWhat}>
        {Subject}
        <small>
          {t.to([To, ...Cc])}, <RelativeTime iso={DateSent ?? DateCreated} />
        </small>
        {State === 'Sent' || State === 'Kept' ? null : <small>{stateText(mail)}</small>}
        {LastError === null ? null : <small className={adminCss.adminError}>{t.error(LastError)}</small>}
        {State === 'Failed' && !CanRetry ? <small>{t.tooOld}</small> : null}
      </span>
      <span
        className={State === 'Failed' ? `${sharingCss.mark} ${sharingCss.isLoud}` : sharingCss.mark}
        title={t.explained[State]}
      >
        {t.states[State]}
      </span>
      {CanRetry ? <Retry mail={mail} /> : null}
    </li>
  );
}

function Retry({ mail: { MailId, Subject } }: { mail: Mail }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryMail(MailId),
    onSuccess: () => showNotice({ kind: 'done', text: t.retried(Subject) }),
    onError: (error) => showNotice({ kind: 'failed', text: problemText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin-mails'] }),
  });
  return (
    <Button variant="default" size="sm" aria-label={t.retryOf(Subject)} loading={isPending} onClick={() => mutate()}>
      {t.retry}
    </Button>
  );
}

function stateText({ State, Attempts, NextAttempt }: Mail): string {
  const parts: string[] = [t.explained[State]];
  if (Attempts > 0) parts.push(t.attempts(Attempts));
  if (NextAttempt !== null) parts.push(`${t.next} ${formatTime(NextAttempt)}`);
  return parts.join(', ');
}

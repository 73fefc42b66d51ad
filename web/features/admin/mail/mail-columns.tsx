import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryMail } from '../../../api/admin/mail.ts';
import type { Mail } from '../../../api/answers.ts';
import { mailMessages as t } from '../../../messages/en/admin/mail.ts';
import { formatTime } from '../../../ui/format.ts';
import { problemText } from '../../../ui/problem-text.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { PersonOrAddress } from '../../../ui/person/person.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import adminCss from '../admin.module.css';
import sharingCss from '../../sharing/sharing.module.css';

/** Subject, recipient, delivery status and time. */
export const MAIL_COLUMNS: Column<Mail>[] = [
  { label: t.columns.subject, isMain: true, cell: (mail) => <SubjectCell mail={mail} /> },
  {
    label: t.columns.to,
    cell: ({ To, ToPerson, Cc }) => (
      <>
        <PersonOrAddress person={ToPerson} address={To} />
        {Cc.length === 0 ? null : <small>{t.copies(Cc)}</small>}
      </>
    ),
  },
  {
    label: t.columns.state,
    cell: ({ State }) => (
      <span
        className={State === 'Failed' ? `${sharingCss.mark} ${sharingCss.isLoud}` : sharingCss.mark}
        title={t.explained[State]}
      >
        {t.states[State]}
      </span>
    ),
  },
  { label: t.columns.date, cell: ({ DateSent, DateCreated }) => <RelativeTime iso={DateSent ?? DateCreated} /> },
];

function SubjectCell({ mail }: { mail: Mail }) {
  const { Subject, State, LastError, CanRetry } = mail;
  return (
    <>
      {Subject}
      {State === 'Sent' || State === 'Kept' ? null : <small>{stateText(mail)}</small>}
      {LastError === null ? null : <small className={adminCss.adminError}>{t.error(LastError)}</small>}
      {State === 'Failed' && !CanRetry ? <small>{t.tooOld}</small> : null}
    </>
  );
}

/** The button of an email that can be sent now. */
export const retryOf = (mail: Mail) => (mail.CanRetry ? <Retry mail={mail} /> : null);

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

import { Alert } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { listAdminMails } from '../../../api/admin-mail.ts';
import { mailTexts as said } from '../../../texts/en/admin-mail.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { StateFilter, useStateFilter } from '../state-filter.tsx';
import { MailRow } from './mail-row.tsx';
import '../../library/library.css';
import '../../sharing/sharing.css';

/** The outbox, newest mail first: what was sent, what waits, and what nobody got. */
export function AdminMailPage() {
  const state = useStateFilter(said.states);
  const list = usePagedList(['admin-mails', state ?? ''], (after) => listAdminMails(state, after));
  const isKept = list.items?.some(({ State }) => State === 'Kept') ?? false;
  const head = (
    <>
      {isKept ? (
        <Alert variant="outline" mt="md">
          {said.kept} <Link to="/outbox">{said.toOutbox}</Link>
        </Alert>
      ) : null}
      <StateFilter label={said.filter} all={said.all} states={said.states} />
    </>
  );
  return (
    <ListPage title={said.title} text={said.text} list={list} head={head} none={{ Icon: IconMail, text: said.none }}>
      {(mails) => (
        <ul className="place-list section-title">
          {mails.map((mail) => (
            <MailRow key={mail.MailId} mail={mail} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

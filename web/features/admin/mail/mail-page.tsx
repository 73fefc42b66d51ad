import { Alert } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { listAdminMails } from '../../../api/admin/mail.ts';
import { mailMessages as t } from '../../../messages/en/admin-mail.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { StateFilter, useStateFilter } from '../state-filter.tsx';
import { MailRow } from './mail-row.tsx';
import libraryCss from '../../library/library.module.css';
import shellCss from '../../shell/shell.module.css';

/** The emails of the deployment, newest first, with their delivery status. */
export function AdminMailPage() {
  const state = useStateFilter(t.states);
  const list = usePagedList(['admin-mails', state ?? ''], (after) => listAdminMails(state, after));
  const isKept = list.items?.some(({ State }) => State === 'Kept') ?? false;
  const head = (
    <>
      {isKept ? (
        <Alert variant="outline" mt="md">
          {t.kept} <Link to="/outbox">{t.toOutbox}</Link>
        </Alert>
      ) : null}
      <StateFilter label={t.filter} all={t.all} states={t.states} />
    </>
  );
  return (
    <ListPage title={t.title} text={t.text} list={list} head={head} none={{ Icon: IconMail, text: t.none }}>
      {(mails) => (
        <ul className={`${libraryCss.placeList} ${shellCss.sectionTitle}`}>
          {mails.map((mail) => (
            <MailRow key={mail.MailId} mail={mail} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

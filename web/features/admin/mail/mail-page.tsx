import { Alert } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listAdminMails } from '../../../api/admin/mail.ts';
import { hasOutbox } from '../../../api/outbox.ts';
import { mailMessages as t } from '../../../messages/en/admin/mail.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { StateFilter, useStateFilter } from '../state-filter.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { MAIL_COLUMNS, retryOf } from './mail-columns.tsx';

/** The emails of the deployment, newest first, with their delivery status. */
export function AdminMailPage() {
  const state = useStateFilter(t.states);
  const list = usePagedList(['admin-mails', state ?? ''], (after) => listAdminMails(state, after));
  const { data: isKept = false } = useQuery({ queryKey: ['outbox', 'exists'], queryFn: hasOutbox });
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
        <DataTable
          label={t.title}
          items={mails}
          idOf={({ MailId }) => MailId}
          columns={MAIL_COLUMNS}
          renderActions={retryOf}
        />
      )}
    </ListPage>
  );
}

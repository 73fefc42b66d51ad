import { Button, TextInput } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { listVerifications, startVerification } from '../../../api/admin/audit.ts';
import { auditMessages as t } from '../../../messages/en/admin/audit.ts';
import { Empty } from '../../../ui/empty.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { ShellPage } from '../../shell/shell-page.tsx';
import { FailedMessage } from '../../visits/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { VERIFICATION_COLUMNS } from './verification-columns.tsx';
import { CODE_HINTS } from '../../../ui/input-hints.ts';
import { MoreButton, nextPageOf } from '../../../ui/more-button.tsx';
import auditCss from './audit.module.css';
import pageCss from '../../../ui/page.module.css';
import ownTasksCss from '../../own-tasks/own-tasks.module.css';
import shellCss from '../../shell/shell.module.css';

const KEY = ['admin-verifications'];
/** Polling interval of a running verification. */
const POLL_MS = 2_000;

/** Starts verifications of the activity log and lists their results. */
export function AdminVerificationsPage() {
  const query = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) => listVerifications(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ after }) => after,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ body }) => body.some(({ State }) => State === 'Processing')) ? POLL_MS : false,
  });
  const all = query.data?.pages.flatMap(({ body }) => body);
  if (all === undefined && query.error !== null) {
    return <FailedMessage error={query.error} retry={() => void query.refetch()} />;
  }
  return (
    <ShellPage title={t.title} text={t.proves}>
      <p className={shellCss.shellText}>{t.provesNot}</p>
      <Start />
      <h2 className={ownTasksCss.groupTitle}>{t.earlier}</h2>
      {all?.length === 0 ? <Empty Icon={IconShieldCheck} text={t.none} /> : null}
      {all === undefined || all.length === 0 ? null : (
        <DataTable label={t.earlier} items={all} idOf={({ JobId }) => JobId} columns={VERIFICATION_COLUMNS} />
      )}
      <MoreButton mt="md" next={nextPageOf(query)} />
    </ShellPage>
  );
}

function Start() {
  const [noted, setNoted] = useState('');
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => startVerification(noted.trim()),
    onSuccess: () => {
      setNoted('');
      showNotice({ kind: 'done', text: t.started });
      return queries.invalidateQueries({ queryKey: KEY });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form onSubmit={submit} className={`${pageCss.card} ${auditCss.auditStart}`}>
      <TextInput
        {...CODE_HINTS}
        label={t.noted}
        description={t.notedAbout}
        value={noted}
        onChange={({ currentTarget }) => setNoted(currentTarget.value)}
      />
      <ProblemAlert error={error} />
      <div>
        <Button type="submit" loading={isPending}>
          {t.start}
        </Button>
      </div>
    </form>
  );
}

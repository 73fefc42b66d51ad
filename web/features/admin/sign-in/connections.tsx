import { Button, Skeleton } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../../formatters.ts';
import { listConnections } from '../../../api/admin/sign-in.ts';
import type { NewScimConnection, ScimConnection } from '../../../api/answers.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { Empty } from '../../../ui/empty.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Confirm } from '../../sharing/confirm.tsx';
import { type Column, DataTable, OpenCell } from '../../../ui/table/data-table.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { ConnectionToken } from './connection-token.tsx';
import { Section } from './section.tsx';
import { useConnectionActions } from './use-connection-actions.ts';

const t = adminSignInMessages.scim;

type Asked =
  | { kind: 'add' }
  | { kind: 'edit' | 'renew' | 'remove'; connection: ScimConnection }
  | { kind: 'token'; connection: NewScimConnection };

/** The directories that manage people by SCIM, and the dialogs about them. */
export function Connections() {
  const { data, error } = useQuery({ queryKey: ['scim-connections'], queryFn: listConnections });
  const [asked, ask] = useState<Asked | null>(null);
  const { pause, renew, remove } = useConnectionActions((connection) => ask({ kind: 'token', connection }));
  const add = <Button onClick={() => ask({ kind: 'add' })}>{t.add}</Button>;
  return (
    <Section title={t.title} text={t.text} action={data?.length === 0 ? null : add}>
      <ProblemAlert error={error ?? pause.error ?? renew.error ?? remove.error} />
      {data === undefined && error === null ? <Skeleton height={120} mt="sm" radius="lg" /> : null}
      {data?.length === 0 ? (
        <Empty Icon={IconAddressBook} text={t.none}>
          {add}
        </Empty>
      ) : null}
      {data === undefined || data.length === 0 ? null : (
        <ConnectionTable connections={data} ask={ask} onPause={pause.mutate} />
      )}
      {asked === null ? null : <AskedDialog asked={asked} ask={ask} onRenew={renew.mutate} onRemove={remove.mutate} />}
    </Section>
  );
}

type TableProps = {
  connections: ScimConnection[];
  ask: (asked: Asked) => void;
  onPause: (connection: ScimConnection) => void;
};

function ConnectionTable({ connections, ask, onPause }: TableProps) {
  return (
    <DataTable
      label={t.title}
      items={connections}
      idOf={({ ConnectionId }) => ConnectionId}
      columns={columnsOf((connection) => ask({ kind: 'edit', connection }))}
      renderActions={(connection) => (
        <RowActions
          name={connection.Name}
          actions={[
            { label: t.edit, run: () => ask({ kind: 'edit', connection }) },
            { label: t.renew, run: () => ask({ kind: 'renew', connection }) },
            { label: connection.IsPaused ? t.resume : t.pause, run: () => onPause(connection) },
            { label: t.remove, run: () => ask({ kind: 'remove', connection }) },
          ]}
        />
      )}
    />
  );
}

const columnsOf = (onOpen: (connection: ScimConnection) => void): Column<ScimConnection>[] => [
  {
    label: t.columns.name,
    isMain: true,
    cell: (connection) => <OpenCell onOpen={() => onOpen(connection)}>{connection.Name}</OpenCell>,
  },
  { label: t.columns.state, cell: ({ IsPaused }) => (IsPaused ? t.paused : t.active) },
  { label: t.columns.people, isNumber: true, cell: ({ PeopleCount }) => formatNumber(PeopleCount) },
  { label: t.columns.groups, isNumber: true, cell: ({ GroupCount }) => formatNumber(GroupCount) },
  {
    label: t.columns.used,
    cell: ({ LastUsed }) => (LastUsed === null ? t.never : <RelativeTime iso={LastUsed} />),
  },
];

type AskedProps = {
  asked: Asked;
  ask: (asked: Asked | null) => void;
  onRenew: (connection: ScimConnection) => void;
  onRemove: (connection: ScimConnection) => void;
};

function AskedDialog({ asked, ask, onRenew, onRemove }: AskedProps) {
  const close = () => ask(null);
  if (asked.kind === 'token') return <ConnectionToken connection={asked.connection} onClose={close} />;
  if (asked.kind === 'add' || asked.kind === 'edit') {
    return (
      <ConnectionDialog
        connection={asked.kind === 'add' ? null : asked.connection}
        onCreated={(connection) => ask({ kind: 'token', connection })}
        onClose={close}
      />
    );
  }
  const { kind, connection } = asked;
  const { Name, PeopleCount, GroupCount } = connection;
  const { title, action } = kind === 'renew' ? t.renewal : t.removal;
  return (
    <Confirm
      title={title(Name)}
      action={action}
      onConfirm={() => (kind === 'renew' ? onRenew : onRemove)(connection)}
      onClose={close}
    >
      {kind === 'renew' ? t.renewal.text : t.removal.text(PeopleCount, GroupCount)}
    </Confirm>
  );
}

import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeploymentToken } from '../../../api/answers.ts';
import { listAllTokens } from '../../../api/tokens.ts';
import { adminTokensMessages } from '../../../messages/en/admin/tokens.ts';
import { formatDate } from '../../../ui/format.ts';
import { Person } from '../../../ui/person/person.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { describeScopes } from '../../tokens/limit-fields.tsx';
import { PreviousSecret } from '../../tokens/previous-secret.tsx';
import { RevokeToken } from '../../tokens/revoke-token.tsx';
import { RotateToken } from '../../tokens/rotate-token.tsx';
import { PersonFilter } from '../person-filter.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { useFilter } from '../../shell/use-filter.ts';
import { CreateForPerson } from './create-for-person.tsx';
import adminCss from '../admin.module.css';
import tableCss from '../../../ui/table/table.module.css';
import sharingCss from '../../sharing/sharing.module.css';

const t = adminTokensMessages;

type Asking = { token: DeploymentToken; action: 'rotate' | 'revoke' } | 'create';

/** The API tokens of the deployment, or of one person. They are created, rotated and revoked here. */
export function AdminTokensPage() {
  const [filter, change] = useFilter<{ userId: string }>();
  const [asked, ask] = useState<Asking | null>(null);
  const { userId } = filter;
  const list = usePagedList(['tokens', 'deployment', userId ?? ''], (after) => listAllTokens(filter, after));
  const head = (
    <Head userId={userId} onChange={(chosen) => change({ userId: chosen })} onCreate={() => ask('create')} />
  );
  const none = { Icon: IconKey, text: userId === undefined ? t.none : t.noneMatches };
  const close = () => ask(null);
  return (
    <>
      <ListPage title={t.title} text={t.text} list={list} none={none} head={head}>
        {(tokens) => (
          <DataTable
            label={t.title}
            items={tokens}
            idOf={({ TokenId }) => TokenId}
            columns={COLUMNS}
            renderActions={(token) => (
              <RowActions
                name={token.Name}
                actions={[
                  { label: t.rotate, run: () => ask({ token, action: 'rotate' }) },
                  { label: t.revoke, run: () => ask({ token, action: 'revoke' }) },
                ]}
              />
            )}
          />
        )}
      </ListPage>
      {asked === null ? null : <Asked asked={asked} onClose={close} />}
    </>
  );
}

function Asked({ asked, onClose }: { asked: Asking; onClose: () => void }) {
  if (asked === 'create') return <CreateForPerson onClose={onClose} />;
  const { token, action } = asked;
  if (action === 'rotate') return <RotateToken token={token} onClose={onClose} />;
  return <RevokeToken token={token} userId={token.User.UserId} onClose={onClose} />;
}

type HeadProps = {
  userId: string | undefined;
  onChange: (userId: string | undefined) => void;
  onCreate: () => void;
};

function Head({ userId, onChange, onCreate }: HeadProps) {
  return (
    <section className={tableCss.filters} aria-label={t.filter}>
      <PersonFilter label={t.person} hint={t.personHint} userId={userId} onChange={onChange} />
      <div className={adminCss.adminEnd}>
        <Button leftSection={<IconKey size={18} aria-hidden />} onClick={onCreate}>
          {t.own.create}
        </Button>
      </div>
    </section>
  );
}

const COLUMNS: Column<DeploymentToken>[] = [
  {
    label: t.columns.name,
    isMain: true,
    cell: ({ Name, IsSync, ...token }) => (
      <>
        {Name} {IsSync ? <span className={sharingCss.mark}>{t.sync}</span> : null}
        <PreviousSecret token={token} />
      </>
    ),
  },
  { label: t.person, cell: ({ User }) => <Person person={User} /> },
  { label: t.columns.createdBy, cell: ({ CreatedBy }) => <Person person={CreatedBy} /> },
  { label: t.limits.access, cell: describeScopes },
  {
    label: t.columns.expires,
    cell: ({ ExpiresOn }) => (ExpiresOn === null ? t.columns.never : formatDate(ExpiresOn)),
  },
  { label: t.columns.created, cell: ({ DateCreated }) => <RelativeTime iso={DateCreated} /> },
  {
    label: t.columns.used,
    cell: ({ LastUsed, LastAddress }) =>
      LastUsed === null ? (
        t.columns.never
      ) : (
        <>
          <RelativeTime key={LastUsed} iso={LastUsed} />
          {LastAddress === null ? null : <> {t.from(LastAddress)}</>}
        </>
      ),
  },
];

import { Button, Skeleton } from '@mantine/core';
import { IconId } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listProviders } from '../../../api/admin/sign-in.ts';
import type { IdentityProvider } from '../../../api/answers.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { Empty } from '../../../ui/empty.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { AddressesDialog } from './addresses.tsx';
import { providerColumns } from './provider-columns.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { ProviderRemoval } from './provider-removal.tsx';
import { Section } from './section.tsx';
import { TestResult } from './test-result.tsx';
import { useProviderActions } from './use-provider-actions.ts';

const t = adminSignInMessages.providers;

export const providersQuery = { queryKey: ['identity-providers'], queryFn: listProviders };

type Asked = { kind: 'add' } | { kind: 'edit' | 'addresses' | 'remove'; provider: IdentityProvider };

/** The identity providers, and the dialogs about them. */
export function Providers() {
  const { data, error } = useQuery(providersQuery);
  const [asked, ask] = useState<Asked | null>(null);
  const { test, change } = useProviderActions();
  const add = <Button onClick={() => ask({ kind: 'add' })}>{t.add}</Button>;
  const close = () => ask(null);
  return (
    <Section title={t.title} text={t.text} action={data?.length === 0 ? null : add}>
      <ProblemAlert error={error ?? change.error} known={({ status }) => (status === 409 ? t.lastWay : null)} />
      {data === undefined && error === null ? <Skeleton height={120} mt="sm" radius="lg" /> : null}
      {data?.length === 0 ? (
        <Empty Icon={IconId} text={t.none}>
          {add}
        </Empty>
      ) : null}
      {data === undefined || data.length === 0 ? null : (
        <ProviderTable providers={data} ask={ask} onTest={test.mutate} onSwitch={change.mutate} />
      )}
      {asked === null ? null : <AskedDialog asked={asked} ask={ask} onTest={test.mutate} onClose={close} />}
      <TestResult
        providers={data ?? []}
        test={test}
        onEnable={(provider) => change.mutate({ provider, isEnabled: true })}
      />
    </Section>
  );
}

type TableProps = {
  providers: IdentityProvider[];
  ask: (asked: Asked) => void;
  onTest: (provider: IdentityProvider) => void;
  onSwitch: (wanted: { provider: IdentityProvider; isEnabled: boolean }) => void;
};

function ProviderTable({ providers, ask, onTest, onSwitch }: TableProps) {
  return (
    <DataTable
      label={t.title}
      items={providers}
      idOf={({ ProviderId }) => ProviderId}
      columns={providerColumns((provider) => ask({ kind: 'edit', provider }))}
      renderActions={(provider) => (
        <RowActions
          name={provider.Name}
          actions={[
            { label: t.edit, run: () => ask({ kind: 'edit', provider }) },
            { label: t.test, run: () => onTest(provider) },
            {
              label: provider.IsEnabled ? t.disable : t.enable,
              run: () => onSwitch({ provider, isEnabled: !provider.IsEnabled }),
            },
            { label: t.remove, run: () => ask({ kind: 'remove', provider }) },
          ]}
        />
      )}
    />
  );
}

type AskedProps = {
  asked: Asked;
  ask: (asked: Asked) => void;
  onTest: (provider: IdentityProvider) => void;
  onClose: () => void;
};

function AskedDialog({ asked, ask, onTest, onClose }: AskedProps) {
  if (asked.kind === 'add') {
    return (
      <ProviderDialog provider={null} onSaved={(provider) => ask({ kind: 'addresses', provider })} onClose={onClose} />
    );
  }
  const { kind, provider } = asked;
  if (kind === 'remove') return <ProviderRemoval provider={provider} onClose={onClose} />;
  if (kind === 'addresses') {
    const test = () => {
      onClose();
      onTest(provider);
    };
    return <AddressesDialog provider={provider} onTest={test} onClose={onClose} />;
  }
  const saved = ({ Name }: IdentityProvider) => {
    showNotice({ kind: 'done', text: t.saved(Name) });
    onClose();
  };
  return <ProviderDialog provider={provider} onSaved={saved} onClose={onClose} />;
}

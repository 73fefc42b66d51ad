import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSettings } from '../../../api/admin/settings.ts';
import { settingsMessages as t } from '../../../messages/en/admin/settings.ts';
import { ShellPage } from '../../shell/shell-page.tsx';
import { FailedMessage } from '../../visits/states.tsx';
import type { SettingKey } from './find-settings.ts';
import { SettingSearch } from './setting-search.tsx';
import { SettingsForm } from './settings-fields.tsx';

/** The settings of the deployment. */
export function AdminSettingsPage() {
  const [marked, mark] = useState<SettingKey | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: ['settings'], queryFn: getSettings });
  if (data === undefined && error !== null) return <FailedMessage error={error} retry={() => void refetch()} />;
  return (
    <ShellPage title={t.title} text={t.text}>
      {data === undefined ? (
        <Skeleton height={400} mt="lg" radius="lg" />
      ) : (
        <>
          <SettingSearch onFind={mark} />
          <SettingsForm settings={data} marked={marked} />
        </>
      )}
    </ShellPage>
  );
}

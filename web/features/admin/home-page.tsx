import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getOverview } from '../../api/admin/status.ts';
import { overviewMessages } from '../../messages/en/admin/overview.ts';
import { ShellPage } from '../shell/shell-page.tsx';
import { FailedMessage } from '../visits/states.tsx';
import { ActivityChart } from './overview/activity-chart.tsx';
import { Figures } from './overview/figures.tsx';

/** The start page for site admins: the overview. */
export function AdminHomePage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['admin-overview'],
    queryFn: getOverview,
    refetchInterval: 60_000,
  });
  if (data === undefined && error !== null) return <FailedMessage error={error} retry={() => void refetch()} />;
  return (
    <ShellPage title={overviewMessages.title}>
      {data === undefined ? <Skeleton height={360} mt="lg" radius="lg" /> : <Figures overview={data} />}
      {data === undefined ? null : <ActivityChart days={data.Activity} />}
    </ShellPage>
  );
}

import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getHealth } from '../../../api/admin/status.ts';
import type { HealthFinding } from '../../../api/answers.ts';
import { healthMessages as t } from '../../../messages/en/admin/health.ts';
import { formatTime } from '../../../ui/format.ts';
import { ShellPage } from '../../shell/shell-page.tsx';
import { FailedMessage } from '../../visits/states.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import tableCss from '../../../ui/table/table.module.css';
import sharingCss from '../../sharing/sharing.module.css';
import adminCss from '../admin.module.css';

/** The health checks, run when the page is opened. */
export function AdminHealthPage() {
  const { data, error, refetch, isFetching } = useQuery({ queryKey: ['health'], queryFn: getHealth, staleTime: 0 });
  if (data === undefined && error !== null) return <FailedMessage error={error} retry={() => void refetch()} />;
  const count = (state: HealthFinding['State']) => data?.Findings.filter(({ State }) => State === state).length ?? 0;
  return (
    <ShellPage title={t.title} text={t.text}>
      {data === undefined ? (
        <Skeleton height={360} mt="lg" radius="lg" />
      ) : (
        <>
          <div className={adminCss.adminHead}>
            <p role="status">
              {t.sum(count('failed'), count('warning'))}{' '}
              <small>
                {t.checked} {formatTime(data.DateChecked)}
              </small>
            </p>
            <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
              {t.again}
            </Button>
          </div>
          <DataTable label={t.title} items={data.Findings} idOf={({ Check }) => Check} columns={COLUMNS} />
        </>
      )}
    </ShellPage>
  );
}

const COLORS = {
  ok: 'var(--carrel-success)',
  hint: 'var(--mantine-color-dimmed)',
  warning: 'var(--carrel-warning)',
  failed: 'var(--mantine-color-error)',
};
const ICONS = { ok: IconCircleCheck, hint: IconInfoCircle, warning: IconAlertTriangle, failed: IconCircleX };

const COLUMNS: Column<HealthFinding>[] = [
  {
    label: t.columns.check,
    isMain: true,
    cell: ({ Check, State, Detail }) => {
      const Icon = ICONS[State];
      return (
        <span className={tableCss.item}>
          <Icon size={22} stroke={1.75} color={COLORS[State]} aria-hidden />
          <span>
            {t.check(Check)}
            <small>{Detail}</small>
          </span>
        </span>
      );
    },
  },
  {
    label: t.columns.state,
    cell: ({ State }) => (
      <span className={State === 'failed' ? `${sharingCss.mark} ${sharingCss.isLoud}` : sharingCss.mark}>
        {t.states[State]}
      </span>
    ),
  },
];

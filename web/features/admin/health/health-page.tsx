import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getHealth } from '../../../api/admin-health.ts';
import type { HealthFinding } from '../../../api/answers.ts';
import { healthTexts as said } from '../../../texts/en/admin-health.ts';
import { printTime } from '../../../ui/format.ts';
import { ShellPage } from '../../shell/shell-page.tsx';
import { FailedMessage } from '../../visits/states.tsx';
import '../../library/library.css';
import '../../sharing/sharing.css';

/** What the service needs and what it can use, looked at when the page is opened. */
export function AdminHealthPage() {
  const { data, error, refetch, isFetching } = useQuery({ queryKey: ['health'], queryFn: getHealth, staleTime: 0 });
  if (data === undefined && error !== null) return <FailedMessage error={error} retry={() => void refetch()} />;
  const count = (state: HealthFinding['State']) => data?.Findings.filter(({ State }) => State === state).length ?? 0;
  return (
    <ShellPage title={said.title} text={said.text}>
      {data === undefined ? (
        <Skeleton height={360} mt="lg" radius="lg" />
      ) : (
        <>
          <div className="admin-head">
            <p role="status">
              {said.sum(count('failed'), count('warning'))}{' '}
              <small>
                {said.checked} {printTime(data.DateChecked)}
              </small>
            </p>
            <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
              {said.again}
            </Button>
          </div>
          <ul className="place-list">
            {data.Findings.map((finding) => (
              <FindingRow key={finding.Check} finding={finding} />
            ))}
          </ul>
        </>
      )}
    </ShellPage>
  );
}

const ICONS = { ok: IconCircleCheck, hint: IconInfoCircle, warning: IconAlertTriangle, failed: IconCircleX };

function FindingRow({ finding: { Check, State, Detail } }: { finding: HealthFinding }) {
  const Icon = ICONS[State];
  return (
    <li className="place-row">
      <Icon size={24} stroke={1.75} aria-hidden />
      <span className="place-what">
        {said.check(Check)}
        <small>{Detail}</small>
      </span>
      <span className={State === 'failed' ? 'mark is-loud' : 'mark'}>{said.states[State]}</span>
    </li>
  );
}

import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type LinkFilter, countLinks, revokeShares } from '../../../api/admin/links.ts';
import type { ShareRevocation, RevokeSharesResult } from '../../../api/answers.ts';
import { adminLinksMessages } from '../../../messages/en/admin/links.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { describeFailure } from '../../library/actions/run-all.ts';
import { Confirm } from '../../sharing/confirm.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { JobProgress } from '../background/job-progress.tsx';
import { useBackgroundJob } from '../background/use-background-job.ts';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import css from './links.module.css';

const t = adminLinksMessages;

type Props = { filter: LinkFilter; chosen: number[]; onClear: () => void; children: ReactNode };

/** The list with the buttons that revoke the selected links, or all matching ones, after a dialog with their number. */
export function Revocation({ filter, chosen, onClear, children }: Props) {
  const [asked, ask] = useState<Asked | null>(null);
  const { running, cancel, revoke, error } = useRevocation(filter);
  return (
    <>
      {running === null ? null : <JobProgress label={t.running} done={running.done} onCancel={() => void cancel()} />}
      <ProblemAlert error={error} />
      <div className={css.choiceBar}>
        <Button variant="default" size="sm" disabled={running !== null} onClick={() => ask('matching')}>
          {t.revokeMatching}
        </Button>
      </div>
      {children}
      <SelectionBar
        count={chosen.length}
        isBusy={running !== null}
        actions={[{ label: t.revokeSelected(chosen.length), run: () => ask('chosen') }]}
        onClear={onClear}
      />
      {asked === null ? null : (
        <RevokeDialog asked={asked} filter={filter} chosen={chosen} onClose={() => ask(null)} onConfirm={revoke} />
      )}
    </>
  );
}

type Asked = 'chosen' | 'matching';
type QuestionProps = {
  asked: Asked;
  filter: LinkFilter;
  chosen: number[];
  onClose: () => void;
  onConfirm: (which: ShareRevocation) => void;
};

function RevokeDialog({ asked, filter, chosen, onClose, onConfirm }: QuestionProps) {
  if (asked === 'matching') {
    return <ConfirmMatching filter={filter} onClose={onClose} onConfirm={() => onConfirm({ All: true })} />;
  }
  return (
    <Confirm
      title={t.confirm(chosen.length)}
      action={t.revoke}
      onClose={onClose}
      onConfirm={() => onConfirm({ ShareIds: chosen })}
    >
      {t.confirmText}
    </Confirm>
  );
}

type MatchingProps = { filter: LinkFilter; onClose: () => void; onConfirm: () => void };

function ConfirmMatching({ filter, onClose, onConfirm }: MatchingProps) {
  // The current number, including later pages.
  const { data, error } = useQuery({
    queryKey: ['all-shares-count', JSON.stringify(filter)],
    queryFn: () => countLinks(filter),
    gcTime: 0,
    staleTime: 0,
  });
  const count = data?.Count;
  const title = count === undefined ? t.counting : count === 0 ? t.confirmNone : t.confirm(count);
  return (
    <Confirm
      title={title}
      action={t.revoke}
      isReady={count !== undefined && count > 0}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <ProblemAlert error={error} />
      {Object.keys(filter).length === 0 ? <p>{t.confirmAll}</p> : null}
      {t.confirmText}
    </Confirm>
  );
}

function useRevocation(filter: LinkFilter) {
  const queries = useQueryClient();
  const { begin, running, cancel, result, error } = useBackgroundJob<RevokeSharesResult>('revoke-shares');
  const count = result?.SharesRevoked;
  useEffect(() => {
    if (count === undefined) return;
    showNotice({ kind: 'done', text: t.done(count) });
    void queries.invalidateQueries({ queryKey: ['all-shares'] });
  }, [count, queries]);
  const revoke = (which: ShareRevocation) => {
    void begin(() => revokeShares(filter, which)).catch((failed: Error) =>
      showNotice({ kind: 'failed', text: describeFailure(failed) }),
    );
  };
  return { running, cancel, revoke, error };
}

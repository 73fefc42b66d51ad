import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnShare } from '../../api/answers.ts';
import { ApiError } from '../../api/client.ts';
import { listOwnShares, withdraw } from '../../api/sharing.ts';
import { libraryTexts } from '../../texts/en/library.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { runAll, whyNot } from '../library/run-all.ts';
import { showNotice } from '../shell/notice-list.ts';
import { Confirm } from './confirm.tsx';

const said = sharingTexts.mine;

/** Asks whether to withdraw a link. */
export function WithdrawOne({ link, name, onClose }: { link: OwnShare; name: string; onClose: () => void }) {
  const withdrawLinks = useWithdraw();
  return (
    <Confirm
      title={said.confirm(1)}
      action={said.withdraw}
      onClose={onClose}
      onConfirm={() => void withdrawLinks([link])}
    >
      {said.confirmOne(name)}
    </Confirm>
  );
}

/** Withdraws all that one has shared, after a question that says how much that is. */
export function WithdrawAll() {
  const [isAsked, ask] = useState(false);
  return (
    <div className="own-links-bar">
      <Button variant="default" size="sm" onClick={() => ask(true)}>
        {said.withdrawAll}
      </Button>
      {isAsked ? <ConfirmAll onClose={() => ask(false)} /> : null}
    </div>
  );
}

function ConfirmAll({ onClose }: { onClose: () => void }) {
  const withdrawLinks = useWithdraw();
  // As they are now, those of later pages too.
  const { data, error } = useQuery({ queryKey: ['all-own-shares'], queryFn: listAll, gcTime: 0, staleTime: 0 });
  return (
    <Confirm
      title={data === undefined ? said.counting : said.confirm(data.length)}
      action={said.withdrawAll}
      isReady={data !== undefined && data.length > 0}
      onClose={onClose}
      onConfirm={() => void withdrawLinks(data ?? [])}
    >
      <ProblemAlert error={error} />
      {said.confirmAll}
    </Confirm>
  );
}

async function listAll(): Promise<OwnShare[]> {
  const all: OwnShare[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listOwnShares>> = await listOwnShares(after);
    all.push(...page.body.filter(({ Abilities }) => Abilities.Revoke));
    ({ after } = page);
  } while (after !== null);
  return all;
}

// What somebody else has withdrawn meanwhile is as it was to be.
async function withdrawn(link: OwnShare): Promise<void> {
  await withdraw(link).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  });
}

function useWithdraw(): (links: OwnShare[]) => Promise<void> {
  const queries = useQueryClient();
  return async (links) => {
    const { done, failed, noticeId } = await runAll(links, withdrawn);
    void queries.invalidateQueries({ queryKey: ['own-shares'] });
    const [first] = failed;
    if (done.length > 0) showNotice({ kind: 'done', text: said.withdrawn(done.length) }, noticeId);
    if (first === undefined) return;
    const text = libraryTexts.failed(failed.length, links.length, whyNot(first.error));
    showNotice({ kind: 'failed', text }, done.length > 0 ? undefined : noticeId);
  };
}

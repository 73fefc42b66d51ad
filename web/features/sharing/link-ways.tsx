import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnShare } from '../../api/answers.ts';
import { notifyAgain } from '../../api/sharing.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { whyNot } from '../library/run-all.ts';
import { showNotice } from '../shell/notice-list.ts';
import { ChangeEnd } from './change-end.tsx';
import { copyAndTell } from './copy-and-tell.ts';
import { WithdrawOne } from './withdraw.tsx';

const said = sharingTexts.mine;
const look = { size: 'sm', variant: 'default' } as const;

/** What one can do with a link of one's own, now. */
export function LinkWays({ link, name }: { link: OwnShare; name: string }) {
  const [asked, ask] = useState<'end' | 'withdraw' | null>(null);
  const again = useNotifyAgain(link);
  const { Abilities, Links, Status, AccessCodeRequired } = link;
  const close = () => ask(null);
  return (
    <div className="browser-actions">
      {Status === 'Active' && !AccessCodeRequired && !link.IsInTrash ? (
        <Button {...look} aria-label={said.copyLinkOf(name)} onClick={() => void copyAndTell(Links.WebUri)}>
          {sharingTexts.copy}
        </Button>
      ) : null}
      {Abilities.ChangeExpiry ? (
        <Button {...look} aria-label={said.changeOf(name)} onClick={() => ask('end')}>
          {said.change}
        </Button>
      ) : null}
      {Abilities.Notify ? (
        <Button {...look} aria-label={said.againOf(name)} loading={again.isPending} onClick={() => again.mutate()}>
          {said.again}
        </Button>
      ) : null}
      {Abilities.Revoke ? (
        <Button
          {...look}
          color="red"
          variant="subtle"
          aria-label={said.withdrawOf(name)}
          onClick={() => ask('withdraw')}
        >
          {said.withdraw}
        </Button>
      ) : null}
      {asked === 'end' ? <ChangeEnd link={link} name={name} onClose={close} /> : null}
      {asked === 'withdraw' ? <WithdrawOne link={link} name={name} onClose={close} /> : null}
    </div>
  );
}

function useNotifyAgain(link: OwnShare) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => notifyAgain(link),
    onSuccess: () => showNotice({ kind: 'done', text: said.mailed(link.Recipients.length) }),
    onError: (error) => {
      showNotice({ kind: 'failed', text: whyNot(error) });
      void queries.invalidateQueries({ queryKey: ['own-shares'] });
    },
  });
}

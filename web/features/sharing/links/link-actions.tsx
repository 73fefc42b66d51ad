import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnShare } from '../../../api/answers.ts';
import { resendShare } from '../../../api/sharing.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { describeFailure } from '../../library/actions/run-all.ts';
import { showNotice } from '../../shell/notice-list.ts';
import { ChangeExpiration } from './change-expiration.tsx';
import { copyLinkWithNotice } from '../copy-link.ts';
import { RevokeLink } from './revoke-links.tsx';
import css from '../../library/library.module.css';

const t = sharingMessages.mine;
const look = { size: 'sm', variant: 'default' } as const;

/** The actions for a link of the person. */
export function LinkActions({ link, name }: { link: OwnShare; name: string }) {
  const [asked, ask] = useState<'end' | 'revoke' | null>(null);
  const again = useNotifyAgain(link);
  const { Abilities, Links, Status, AccessCodeRequired } = link;
  const close = () => ask(null);
  return (
    <div className={css.browserActions}>
      {Status === 'Active' && !AccessCodeRequired && !link.IsInTrash ? (
        <Button {...look} aria-label={t.copyLinkOf(name)} onClick={() => void copyLinkWithNotice(Links.WebUri)}>
          {sharingMessages.copy}
        </Button>
      ) : null}
      {Abilities.ChangeExpiry ? (
        <Button {...look} aria-label={t.changeOf(name)} onClick={() => ask('end')}>
          {t.change}
        </Button>
      ) : null}
      {Abilities.Notify ? (
        <Button {...look} aria-label={t.againOf(name)} loading={again.isPending} onClick={() => again.mutate()}>
          {t.again}
        </Button>
      ) : null}
      {Abilities.Revoke ? (
        <Button {...look} color="red" variant="subtle" aria-label={t.revokeOf(name)} onClick={() => ask('revoke')}>
          {t.revoke}
        </Button>
      ) : null}
      {asked === 'end' ? <ChangeExpiration link={link} name={name} onClose={close} /> : null}
      {asked === 'revoke' ? <RevokeLink link={link} name={name} onClose={close} /> : null}
    </div>
  );
}

function useNotifyAgain(link: OwnShare) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => resendShare(link),
    onSuccess: () => showNotice({ kind: 'done', text: t.mailed(link.Recipients.length) }),
    onError: (error) => {
      showNotice({ kind: 'failed', text: describeFailure(error) });
      void queries.invalidateQueries({ queryKey: ['own-shares'] });
    },
  });
}

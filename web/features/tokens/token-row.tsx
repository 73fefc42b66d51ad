import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Token } from '../../api/answers.ts';
import { revokeToken } from '../../api/tokens.ts';
import { adminTokensMessages } from '../../messages/en/admin-tokens.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { describeFailure } from '../library/actions/run-all.ts';
import { Confirm } from '../sharing/confirm.tsx';
import { showNotice } from '../shell/notice-list.ts';
import libraryCss from '../library/library.module.css';
import sharingCss from '../sharing/sharing.module.css';

const t = adminTokensMessages;

type Props = {
  token: Token;
  userId: number;
  /** Shown beside the name. */
  children?: ReactNode;
};

/** A token: its name, when and by whom it was created, when it was last used, and a button that revokes it. */
export function TokenRow({ token, userId, children }: Props) {
  const { Name, DateCreated, CreatedBy, LastUsed, IsSync } = token;
  const [isAsked, ask] = useState(false);
  const revoke = useRevoke(userId, token);
  return (
    <li className={libraryCss.placeRow}>
      <IconKey size={26} stroke={1.5} aria-hidden />
      <span className={libraryCss.placeWhat}>
        {Name} {IsSync ? <span className={sharingCss.mark}>{t.sync}</span> : null} {children}
        <small>
          {t.created} <RelativeTime iso={DateCreated} />
          {CreatedBy.UserId === userId ? '' : ` ${t.createdBy(CreatedBy.Name)}`},{' '}
          {LastUsed === null ? (
            t.neverUsed
          ) : (
            <>
              {t.used} <RelativeTime key={LastUsed} iso={LastUsed} />
            </>
          )}
        </small>
      </span>
      <Button variant="default" size="sm" aria-label={t.revokeOf(Name)} onClick={() => ask(true)}>
        {t.revoke}
      </Button>
      {isAsked ? (
        <Confirm title={t.confirm(Name)} action={t.revoke} onClose={() => ask(false)} onConfirm={() => void revoke()}>
          {t.confirmText}
        </Confirm>
      ) : null}
    </li>
  );
}

function useRevoke(userId: number, { TokenId, Name }: Token): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    revokeToken(userId, TokenId).then(
      () => {
        showNotice({ kind: 'done', text: t.revoked(Name) });
        return queries.invalidateQueries({ queryKey: ['tokens'] });
      },
      (error: Error) => showNotice({ kind: 'failed', text: describeFailure(error) }),
    );
}

import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Token } from '../../api/answers.ts';
import { revokeToken } from '../../api/tokens.ts';
import { adminTokensTexts } from '../../texts/en/admin-tokens.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { whyNot } from '../library/run-all.ts';
import { Confirm } from '../sharing/confirm.tsx';
import { showNotice } from '../shell/notice-list.ts';

const said = adminTokensTexts;

type Props = {
  token: Token;
  userId: number;
  /** Beside its name. */
  children?: ReactNode;
};

/** A token: what it is for, when it was made and used, and how to end it. */
export function TokenRow({ token, userId, children }: Props) {
  const { Name, DateCreated, LastUsed } = token;
  const [isAsked, ask] = useState(false);
  const revoke = useRevoke(userId, token);
  return (
    <li className="place-row">
      <IconKey size={26} stroke={1.5} aria-hidden />
      <span className="place-what">
        {Name} {children}
        <small>
          {said.made} <RelativeTime iso={DateCreated} />,{' '}
          {LastUsed === null ? (
            said.neverUsed
          ) : (
            <>
              {said.used} <RelativeTime key={LastUsed} iso={LastUsed} />
            </>
          )}
        </small>
      </span>
      <Button variant="default" size="sm" aria-label={said.revokeOf(Name)} onClick={() => ask(true)}>
        {said.revoke}
      </Button>
      {isAsked ? (
        <Confirm
          title={said.confirm(Name)}
          action={said.revoke}
          onClose={() => ask(false)}
          onConfirm={() => void revoke()}
        >
          {said.confirmText}
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
        showNotice({ kind: 'done', text: said.revoked(Name) });
        return queries.invalidateQueries({ queryKey: ['tokens'] });
      },
      (error: Error) => showNotice({ kind: 'failed', text: whyNot(error) }),
    );
}

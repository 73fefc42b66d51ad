import { useQueryClient } from '@tanstack/react-query';
import type { Token } from '../../api/answers.ts';
import { revokeToken } from '../../api/tokens.ts';
import { adminTokensMessages } from '../../messages/en/admin/tokens.ts';
import { describeFailure } from '../library/actions/run-all.ts';
import { Confirm } from '../sharing/confirm.tsx';
import { showNotice } from '../shell/notice-list.ts';

const t = adminTokensMessages;

type Props = { token: Pick<Token, 'TokenId' | 'Name'>; userId: number; onClose: () => void };

/** Revokes a token of the person after a confirmation. */
export function RevokeToken({ token, userId, onClose }: Props) {
  const revoke = useRevoke(userId, token);
  return (
    <Confirm title={t.confirm(token.Name)} action={t.revoke} onClose={onClose} onConfirm={() => void revoke()}>
      {t.confirmText}
    </Confirm>
  );
}

function useRevoke(userId: number, { TokenId, Name }: Props['token']): () => Promise<unknown> {
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

import { Skeleton, Stack } from '@mantine/core';
import { listTokens } from '../../api/tokens.ts';
import { adminTokensMessages } from '../../messages/en/admin/tokens.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { usePagedList } from '../shell/list-page.tsx';
import { useMe } from '../shell/use-me.ts';
import { TokenRow } from '../tokens/token-row.tsx';
import { CreateToken } from './create-token.tsx';
import libraryCss from '../library/library.module.css';
import accountCss from './account.module.css';

const t = adminTokensMessages.own;

/** Lists the API tokens of the signed-in person, and creates and revokes them. */
export function OwnTokens() {
  const { UserId } = useMe();
  const { items, error, next } = usePagedList(['tokens', 'own'], (after) => listTokens(UserId, after));
  if (items === undefined) return error === null ? <Skeleton height={60} /> : <ProblemAlert error={error} />;
  return (
    <Stack>
      <p className={accountCss.accountHint}>{t.text}</p>
      {items.length === 0 ? <p className={accountCss.accountHint}>{t.none}</p> : null}
      <ul className={libraryCss.placeList}>
        {items.map((token) => (
          <TokenRow key={token.TokenId} token={token} userId={UserId} />
        ))}
      </ul>
      <MoreButton next={next} />
      <CreateToken userId={UserId} />
    </Stack>
  );
}

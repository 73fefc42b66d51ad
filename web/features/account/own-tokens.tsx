import { Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { ApiError } from '../../api/client.ts';
import { listTokens, makeToken } from '../../api/tokens.ts';
import { adminTokensTexts } from '../../texts/en/admin-tokens.ts';
import { appTexts } from '../../texts/en/app.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { copyText } from '../sharing/copy-text.ts';
import { usePagedList } from '../shell/list-page.tsx';
import { useMe } from '../shell/use-me.ts';
import { TokenRow } from '../tokens/token-row.tsx';

const said = adminTokensTexts.own;

/** One's API tokens: making one, which is shown this once, and ending them. */
export function OwnTokens() {
  const { UserId } = useMe();
  const { items, error, more, isFetchingMore } = usePagedList(['tokens', 'own'], (after) => listTokens(UserId, after));
  if (items === undefined) return error === null ? <Skeleton height={60} /> : <ProblemAlert error={error} />;
  return (
    <Stack>
      <p className="account-hint">{said.text}</p>
      {items.length === 0 ? <p className="account-hint">{said.none}</p> : null}
      <ul className="place-list">
        {items.map((token) => (
          <TokenRow key={token.TokenId} token={token} userId={UserId} />
        ))}
      </ul>
      {more === null ? null : (
        <div>
          <Button variant="default" loading={isFetchingMore} onClick={more}>
            {appTexts.list.more}
          </Button>
        </div>
      )}
      <MakeToken userId={UserId} />
    </Stack>
  );
}

function MakeToken({ userId }: { userId: number }) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: () => makeToken(userId, name.trim()),
    onSuccess: () => {
      setName('');
      return queries.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form className="make-token" onSubmit={submit}>
      <TextInput
        label={said.name}
        value={name}
        required
        withAsterisk={false}
        maxLength={100}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={make.isPending}>
        {said.make}
      </Button>
      <ProblemAlert error={make.error} known={badName} />
      {make.data === undefined ? null : <MadeToken token={make.data.Token} onClose={make.reset} />}
    </form>
  );
}

const badName = ({ status }: ApiError) => (status === 400 ? said.badName : null);

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const foot = (
    <>
      <Button variant="default" onClick={() => void copyText(token).then(setCopied)}>
        {said.copy}
      </Button>
      <Button onClick={onClose}>{said.done}</Button>
    </>
  );
  return (
    <Dialog title={said.madeTitle} onClose={onClose} foot={foot}>
      <p>{said.madeText}</p>
      <TextInput label={said.label} value={token} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      <p role="status">{isCopied === null ? '' : isCopied ? said.copied : said.notCopied}</p>
    </Dialog>
  );
}

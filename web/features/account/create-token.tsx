import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { ApiError } from '../../api/client.ts';
import { type WantedToken, createToken } from '../../api/tokens.ts';
import { adminTokensMessages } from '../../messages/en/admin/tokens.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { CreatedToken } from './created-token.tsx';
import { LimitFields } from '../tokens/limit-fields.tsx';
import { NAME_HINTS } from '../../ui/input-hints.ts';
import css from './account.module.css';

const t = adminTokensMessages.own;

const EMPTY: WantedToken = { name: '', isSync: false, scopes: null, expiresOn: null };

type Props = {
  userId: number;
  /** After the new token was shown. */
  onDone?: () => void;
};

/** Creates an API token. */
export function CreateToken({ userId, onDone }: Props) {
  const [wanted, setWanted] = useState(EMPTY);
  const change = (part: Partial<WantedToken>) => setWanted({ ...wanted, ...part });
  const create = useCreate(userId, () => setWanted(EMPTY));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    create.mutate(wanted);
  };
  return (
    <form className={css.createToken} onSubmit={submit}>
      <TokenFields wanted={wanted} onChange={change} />
      <ProblemAlert error={create.error} known={refusalText} />
      <Button type="submit" loading={create.isPending} disabled={wanted.scopes?.length === 0}>
        {t.create}
      </Button>
      {create.data === undefined ? null : <CreatedToken token={create.data.Token} onClose={onDone ?? create.reset} />}
    </form>
  );
}

function TokenFields({ wanted, onChange }: { wanted: WantedToken; onChange: (part: Partial<WantedToken>) => void }) {
  return (
    <>
      <TextInput
        {...NAME_HINTS}
        label={t.name}
        value={wanted.name}
        required
        withAsterisk={false}
        maxLength={100}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Checkbox
        label={t.sync}
        description={t.syncHint}
        checked={wanted.isSync}
        onChange={({ currentTarget }) => onChange({ isSync: currentTarget.checked })}
      />
      <LimitFields scopes={wanted.scopes} expiresOn={wanted.expiresOn} onChange={onChange} />
    </>
  );
}

function useCreate(userId: number, onCreated: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wanted: WantedToken) => createToken(userId, wanted),
    onSuccess: () => {
      onCreated();
      return queries.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
}

function refusalText({ status }: ApiError): string | null {
  return status === 400 ? t.badName : null;
}

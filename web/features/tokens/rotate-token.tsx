import { NativeSelect, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Token } from '../../api/answers.ts';
import { rotateToken } from '../../api/tokens.ts';
import { adminTokensMessages } from '../../messages/en/admin/tokens.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { CreatedToken } from '../account/created-token.tsx';

const t = adminTokensMessages.rotation;

/** A day is enough to update programs one after the other. */
const USUAL_HOURS = '24';

const OVERLAPS = Object.entries(t.overlaps).map(([value, label]) => ({ value, label }));

type Props = { token: Pick<Token, 'TokenId' | 'Name'>; onClose: () => void };

/** Gives a token a new secret and shows it once. */
export function RotateToken({ token: { TokenId, Name }, onClose }: Props) {
  const [hours, setHours] = useState(USUAL_HOURS);
  const queries = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => rotateToken(TokenId, Number(hours)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['tokens'] }),
  });
  if (rotate.data !== undefined) {
    const { Token: secret, PreviousValidUntil: until } = rotate.data;
    const note = until === null ? t.ended : t.until(formatTime(until));
    return <CreatedToken title={t.doneTitle} token={secret} note={note} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={t.title(Name)}
      submit={t.action}
      isBusy={rotate.isPending}
      onSubmit={() => rotate.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <p>{t.text}</p>
        <NativeSelect
          label={t.overlap}
          data={OVERLAPS}
          value={hours}
          onChange={({ currentTarget }) => setHours(currentTarget.value)}
        />
        <ProblemAlert error={rotate.error} />
      </Stack>
    </FormDialog>
  );
}

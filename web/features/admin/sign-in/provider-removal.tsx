import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteProvider } from '../../../api/admin/sign-in.ts';
import type { IdentityProvider } from '../../../api/answers.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { describeFailure } from '../../library/actions/run-all.ts';
import { Confirm } from '../../sharing/confirm.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { ApiError } from '../../../api/client.ts';

const t = adminSignInMessages.removal;

type Props = { provider: IdentityProvider; onClose: () => void };

/** Confirms the deletion of a provider, with the effect on its people. */
export function ProviderRemoval({ provider: { ProviderId, Name, PeopleCount }, onClose }: Props) {
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: () => deleteProvider(ProviderId),
    onSuccess: () => showNotice({ kind: 'done', text: t.done(Name) }),
    onError: (error) => showNotice({ kind: 'failed', text: refusalText(error) }),
    onSettled: () => {
      for (const key of ['identity-providers', 'sign-in']) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
  return (
    <Confirm title={t.title(Name)} action={t.action} onConfirm={() => removal.mutate()} onClose={onClose}>
      <Stack gap="sm">
        <p>{t.text(PeopleCount)}</p>
        {PeopleCount === 0 ? null : <p>{t.others}</p>}
      </Stack>
    </Confirm>
  );
}

function refusalText(error: Error): string {
  const isLast = error instanceof ApiError && error.status === 409;
  return isLast ? adminSignInMessages.providers.lastWay : describeFailure(error);
}

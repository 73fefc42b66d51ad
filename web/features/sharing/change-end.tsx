import { Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnShare, SharingRules } from '../../api/answers.ts';
import { changeExpiry, getSharingRules } from '../../api/sharing.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { UntilField } from './until-field.tsx';
import { shareErrors } from './use-share.ts';
import { type Until, dayFrom, expiryOf, firstWish } from './wish.ts';

const said = sharingTexts.mine;

type Props = { link: OwnShare; name: string; onClose: () => void };

/** Asks until when a link is good from now on. */
export function ChangeEnd(props: Props) {
  const { data, error } = useQuery({ queryKey: ['sharing-rules'], queryFn: getSharingRules });
  if (data !== undefined) return <EndForm {...props} rules={data} />;
  return (
    <Dialog title={said.changeOf(props.name)} onClose={props.onClose} foot={null}>
      {error === null ? <Skeleton height={80} /> : <ProblemAlert error={error} />}
    </Dialog>
  );
}

function EndForm({ link, name, rules, onClose }: Props & { rules: SharingRules }) {
  const queries = useQueryClient();
  const [until, setUntil] = useState(() => presentEnd(link, rules));
  const change = useMutation({
    mutationFn: () => changeExpiry(link, expiryOf(until)),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['own-shares'] });
      showNotice({ kind: 'done', text: said.changed });
      onClose();
    },
  });
  const errors = shareErrors(change.error);
  return (
    <FormDialog
      title={said.changeOf(name)}
      submit={said.save}
      isBusy={change.isPending}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <UntilField until={until} rules={rules} error={errors?.until} onChange={setUntil} />
        <ProblemAlert error={errors === null ? change.error : null} />
      </Stack>
    </FormDialog>
  );
}

// What it is now, where that can be chosen; for one that has expired, as for a new one.
function presentEnd({ ExpiresOn, Status }: OwnShare, rules: SharingRules): Until {
  if (Status === 'Expired') return firstWish(rules).until;
  if (ExpiresOn !== null) return { date: dayFrom(new Date(ExpiresOn), 0) };
  return rules.MaxLinkExpirationDays === null ? 'never' : firstWish(rules).until;
}

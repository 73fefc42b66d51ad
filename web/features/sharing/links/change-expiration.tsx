import { Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnShare, SharingRules } from '../../../api/answers.ts';
import { changeExpiry, getSharingRules } from '../../../api/sharing.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { ExpirationField } from '../expiration-field.tsx';
import { shareErrors } from '../use-share.ts';
import { type Expiration, dayFrom, toExpiryRequest, initialDraft } from '../share-draft.ts';

const t = sharingMessages.mine;

type Props = { link: OwnShare; name: string; onClose: () => void };

/** Changes when a link expires. */
export function ChangeExpiration(props: Props) {
  const { data, error } = useQuery({ queryKey: ['sharing-rules'], queryFn: getSharingRules });
  if (data !== undefined) return <ExpirationForm {...props} rules={data} />;
  return (
    <Dialog title={t.changeOf(props.name)} onClose={props.onClose} foot={null}>
      {error === null ? <Skeleton height={80} /> : <ProblemAlert error={error} />}
    </Dialog>
  );
}

function ExpirationForm({ link, name, rules, onClose }: Props & { rules: SharingRules }) {
  const queries = useQueryClient();
  const [expiration, setExpiration] = useState(() => currentExpiration(link, rules));
  const change = useMutation({
    mutationFn: () => changeExpiry(link, toExpiryRequest(expiration)),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['own-shares'] });
      showNotice({ kind: 'done', text: t.changed });
      onClose();
    },
  });
  const errors = shareErrors(change.error);
  return (
    <FormDialog
      title={t.changeOf(name)}
      submit={t.save}
      isBusy={change.isPending}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <ExpirationField expiration={expiration} rules={rules} error={errors?.expiration} onChange={setExpiration} />
        <ProblemAlert error={errors === null ? change.error : null} />
      </Stack>
    </FormDialog>
  );
}

// The current expiration if it can be selected. Expired links start with the default.
function currentExpiration({ ExpiresOn, Status }: OwnShare, rules: SharingRules): Expiration {
  if (Status === 'Expired') return initialDraft(rules).expiration;
  if (ExpiresOn !== null) return { date: dayFrom(new Date(ExpiresOn), 0) };
  return rules.MaxLinkExpirationDays === null ? 'never' : initialDraft(rules).expiration;
}

import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { changePerson } from '../../../api/admin/people.ts';
import type { ListedAccount } from '../../../api/answers.ts';
import type { ApiError } from '../../../api/client.ts';
import { changedOf } from '../../../changed-of.ts';
import { adminPeopleMessages } from '../../../messages/en/admin/people.ts';
import { appMessages } from '../../../messages/en/app.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { Account } from './account.tsx';
import { type Named, PersonFields, personErrors } from './person-fields.tsx';

const t = adminPeopleMessages;

type Props = { person: ListedAccount; onRemove: () => void; onClose: () => void };

/** The account of one person, and the fields that can be changed. */
export function PersonDialog({ person, onRemove, onClose }: Props) {
  const form = useId();
  const [before] = useState(() => namedOf(person));
  const [wanted, setWanted] = useState(before);
  const change = changedOf(before, wanted);
  const saving = useSave(person, onClose);
  const errors = personErrors(saving.error);
  const canSave = Object.keys(change).length > 0 && wanted.Name.trim() !== '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    saving.mutate(change);
  };
  const foot = (
    <>
      <Button variant="subtle" color="gray" mr="auto" onClick={onRemove}>
        {t.remove}
      </Button>
      <Button variant="default" onClick={onClose}>
        {appMessages.dialog.cancel}
      </Button>
      <Button type="submit" form={form} loading={saving.isPending} disabled={!canSave}>
        {t.save}
      </Button>
    </>
  );
  return (
    <Dialog title={person.Name} onClose={onClose} foot={foot}>
      <form id={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          <Account person={person} />
          <PersonFields person={wanted} errors={errors} onChange={setWanted} managedBy={person.ManagedBy} />
          <ProblemAlert
            error={errors === null ? saving.error : null}
            known={(error) => whyNotSaved(error, change.IsSiteAdmin === false)}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

const namedOf = ({ Name, Email, IsSiteAdmin }: ListedAccount): Named => ({ Name, Email, IsSiteAdmin });

function useSave({ UserId }: ListedAccount, onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<Named>) => changePerson(UserId, change),
    onSuccess: ({ Name }) => {
      for (const key of ['users', 'people', 'me']) void queries.invalidateQueries({ queryKey: [key] });
      showNotice({ kind: 'done', text: t.saved(Name) });
      onClose();
    },
  });
}

// The error about the last site admin takes precedence over the one about the address.
function whyNotSaved({ status, message }: ApiError, isDemoted: boolean): string | null {
  if (status === 404) return t.gone;
  if (status !== 409) return null;
  return isDemoted && message.includes('site admin') ? t.lastAdmin : t.taken;
}

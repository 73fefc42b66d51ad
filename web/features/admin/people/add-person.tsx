import { NativeSelect, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type NewPerson, addPerson } from '../../../api/admin/people.ts';
import { adminPeopleMessages } from '../../../messages/en/admin/people.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { PersonFields, personErrors } from './person-fields.tsx';

const t = adminPeopleMessages;

const NOBODY = { Name: '', Email: '', IsSiteAdmin: false };

/** Creates an account, by invitation or with a password that the site admin sets. */
export function AddPerson({ onClose }: { onClose: () => void }) {
  const [person, setPerson] = useState(NOBODY);
  const [password, setPassword] = useState<string | null>(null);
  const adding = useAdd(onClose);
  const errors = personErrors(adding.error);
  return (
    <FormDialog
      title={t.add}
      submit={password === null ? t.invite : t.addWithPassword}
      isBusy={adding.isPending}
      isBegun={person !== NOBODY || (password ?? '') !== ''}
      canSubmit={person.Name.trim() !== '' && person.Email.trim() !== '' && password !== ''}
      onSubmit={() => adding.mutate({ ...person, ...(password === null ? {} : { Password: password }) })}
      onClose={onClose}
    >
      <Stack gap="md">
        <PersonFields person={person} errors={errors} onChange={setPerson} />
        <Entry password={password} error={errors?.Password} onChange={setPassword} />
        <ProblemAlert
          error={errors === null ? adding.error : null}
          known={({ status }) => (status === 409 ? t.taken : null)}
        />
      </Stack>
    </FormDialog>
  );
}

type EntryProps = {
  /** Null for an invitation. */
  password: string | null;
  error: string | undefined;
  onChange: (password: string | null) => void;
};

function Entry({ password, error, onChange }: EntryProps) {
  const { entry, byInvitation, byPassword, password: label } = t.fields;
  return (
    <>
      <NativeSelect
        label={entry}
        data={[
          { value: 'invitation', label: byInvitation },
          { value: 'password', label: byPassword },
        ]}
        value={password === null ? 'invitation' : 'password'}
        onChange={({ currentTarget }) => onChange(currentTarget.value === 'invitation' ? null : '')}
      />
      {password === null ? null : (
        <PasswordInput
          label={label}
          autoComplete="new-password"
          enterKeyHint="done"
          value={password}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </>
  );
}

function useAdd(onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (person: NewPerson) => addPerson(person),
    onSuccess: ({ Name, Email }, { Password }) => {
      for (const key of ['users', 'people']) void queries.invalidateQueries({ queryKey: [key] });
      showNotice({ kind: 'done', text: Password === undefined ? t.invited(Email) : t.added(Name) });
      onClose();
    },
  });
}

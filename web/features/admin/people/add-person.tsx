import { Button, NativeSelect, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { type NewPerson, addPerson } from '../../../api/admin/people.ts';
import { adminPeopleMessages } from '../../../messages/en/admin/people.ts';
import { appMessages } from '../../../messages/en/app.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import { PersonFields, personErrors } from './person-fields.tsx';

const t = adminPeopleMessages;

/** Creates an account, by invitation or with a password that the site admin sets. */
export function AddPerson({ onClose }: { onClose: () => void }) {
  const form = useId();
  const [person, setPerson] = useState({ Name: '', Email: '', IsSiteAdmin: false });
  const [password, setPassword] = useState<string | null>(null);
  const adding = useAdd(onClose);
  const errors = personErrors(adding.error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    adding.mutate({ ...person, ...(password === null ? {} : { Password: password }) });
  };
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        {appMessages.dialog.cancel}
      </Button>
      <Button
        type="submit"
        form={form}
        loading={adding.isPending}
        disabled={person.Name.trim() === '' || person.Email.trim() === '' || password === ''}
      >
        {password === null ? t.invite : t.addWithPassword}
      </Button>
    </>
  );
  return (
    <Dialog title={t.add} isBegun={person.Name !== '' || person.Email !== ''} onClose={onClose} foot={foot}>
      <form id={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          <PersonFields person={person} errors={errors} onChange={setPerson} />
          <Entry password={password} error={errors?.Password} onChange={setPassword} />
          <ProblemAlert
            error={errors === null ? adding.error : null}
            known={({ status }) => (status === 409 ? t.taken : null)}
          />
        </Stack>
      </form>
    </Dialog>
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

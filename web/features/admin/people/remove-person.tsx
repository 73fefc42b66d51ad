import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removePerson } from '../../../api/admin/people.ts';
import type { User } from '../../../api/answers.ts';
import type { ApiError } from '../../../api/client.ts';
import { adminPeopleMessages } from '../../../messages/en/admin/people.ts';
import { appMessages } from '../../../messages/en/app.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { SuggestField } from '../../sharing/people/suggest-field.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import permissionsCss from '../../permissions/permissions.module.css';
import shellCss from '../../shell/shell.module.css';

const t = adminPeopleMessages.removal;

type Heir = { id: number; name: string };

/** Confirms the deletion of an account, and asks for the new owner of its library. */
export function RemovePerson({ person, onClose }: { person: User; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [heir, setHeir] = useState<Heir | null>(null);
  const removal = useRemoval(person, onClose);
  const isOpen = heir === null && typed.trim() !== '';
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        {appMessages.dialog.cancel}
      </Button>
      <Button color="red.9" disabled={isOpen} loading={removal.isPending} onClick={() => removal.mutate(heir)}>
        {t.action}
      </Button>
    </>
  );
  return (
    <Dialog title={t.title(person.Name)} onClose={onClose} foot={foot}>
      <Stack gap="md">
        <p className={shellCss.shellText}>{t.text}</p>
        <HeirField
          typed={typed}
          person={person}
          onChange={(text, chosen) => {
            setTyped(text);
            setHeir(chosen);
          }}
        />
        <p className={permissionsCss.accessAll} role="status">
          {isOpen ? t.nobody : heir === null ? t.trash : t.goesTo(heir.name)}
        </p>
        <ProblemAlert error={removal.error} known={whyNotRemoved} />
      </Stack>
    </Dialog>
  );
}

type HeirProps = { typed: string; person: User; onChange: (typed: string, heir: Heir | null) => void };

function HeirField({ typed, person, onChange }: HeirProps) {
  return (
    <SuggestField
      label={t.library}
      hint={t.hint}
      error={undefined}
      typed={typed}
      onType={(text) => onChange(text, null)}
      onPick={({ id, name }) => onChange(name, { id, name })}
      without={[`user-${person.UserId}`]}
      options={{ withSelf: true }}
    />
  );
}

function useRemoval({ UserId, Name }: User, onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (heir: Heir | null) => removePerson(UserId, heir?.id ?? null),
    onSuccess: () => {
      for (const key of ['users', 'people', 'libraries', 'me']) void queries.invalidateQueries({ queryKey: [key] });
      showNotice({ kind: 'done', text: t.done(Name) });
      onClose();
    },
  });
}

function whyNotRemoved({ status }: ApiError): string | null {
  if (status === 409) return adminPeopleMessages.lastAdmin;
  return status === 404 ? adminPeopleMessages.gone : null;
}

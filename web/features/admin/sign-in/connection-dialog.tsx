import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeConnection, createConnection } from '../../../api/admin/sign-in.ts';
import type { NewScimConnection, ScimConnection } from '../../../api/answers.ts';
import { changedOf } from '../../../changed-of.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { NAME_HINTS } from '../../../ui/input-hints.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { showNotice } from '../../shell/notice-list.ts';

const t = adminSignInMessages.scim;

type Props = {
  /** Null for a new one. */
  connection: ScimConnection | null;
  onCreated: (connection: NewScimConnection) => void;
  onClose: () => void;
};

type Wanted = { Name: string; InvitesPeople: boolean; ManagesExisting: boolean };

/** The name of a directory, and its options for managing people. */
export function ConnectionDialog({ connection, onCreated, onClose }: Props) {
  const [before] = useState<Wanted>(() => ({
    Name: connection?.Name ?? '',
    InvitesPeople: connection?.InvitesPeople ?? true,
    ManagesExisting: connection?.ManagesExisting ?? false,
  }));
  const [wanted, setWanted] = useState(before);
  const change = changedOf(before, wanted);
  const saving = useSave({ connection, onCreated, onClose });
  return (
    <FormDialog
      title={connection === null ? t.add : t.editTitle(connection.Name)}
      submit={connection === null ? t.create : t.save}
      isBusy={saving.isPending}
      canSubmit={wanted.Name.trim() !== '' && (connection === null || Object.keys(change).length > 0)}
      onSubmit={() => saving.mutate({ wanted, change })}
      onClose={onClose}
    >
      <Stack gap="md">
        <Fields wanted={wanted} onChange={setWanted} />
        <ProblemAlert error={saving.error} known={({ status }) => (status === 409 ? t.taken : null)} />
      </Stack>
    </FormDialog>
  );
}

function Fields({ wanted, onChange }: { wanted: Wanted; onChange: (wanted: Wanted) => void }) {
  return (
    <>
      <TextInput
        {...NAME_HINTS}
        label={t.name}
        description={t.nameHint}
        maxLength={199}
        value={wanted.Name}
        onChange={({ currentTarget }) => onChange({ ...wanted, Name: currentTarget.value })}
      />
      <Checkbox
        label={t.invites}
        description={t.invitesHint}
        checked={wanted.InvitesPeople}
        onChange={({ currentTarget }) => onChange({ ...wanted, InvitesPeople: currentTarget.checked })}
      />
      <Checkbox
        label={t.manages}
        description={t.managesHint}
        checked={wanted.ManagesExisting}
        onChange={({ currentTarget }) => onChange({ ...wanted, ManagesExisting: currentTarget.checked })}
      />
    </>
  );
}

function useSave({ connection, onCreated, onClose }: Props) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ wanted, change }: { wanted: Wanted; change: Partial<Wanted> }) => {
      if (connection === null) {
        onCreated(await createConnection(wanted));
        return;
      }
      const { Name } = await changeConnection(connection.ConnectionId, change);
      showNotice({ kind: 'done', text: t.saved(Name) });
      onClose();
    },
    onSuccess: () => {
      for (const key of ['scim-connections', 'users', 'groups', 'account']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
    },
  });
}

import { Button, Group, TextInput } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { createFolder } from '../../../api/library.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { problemText } from '../../../ui/problem-text.ts';
import { refreshLists } from '../actions/outcome.ts';
import type { Target } from '../actions/use-actions.ts';
import { NAME_HINTS } from '../../../ui/input-hints.ts';

const t = libraryMessages.place;
const names = libraryMessages.name;

type Props = { target: Target; onMade: (target: Target) => void };

/** Creates a folder in the chosen target, which becomes the target. */
export function NewFolder(props: Props) {
  const [isAsking, setAsking] = useState(false);
  if (isAsking) return <FolderForm {...props} />;
  return (
    <Button
      variant="subtle"
      mr="auto"
      leftSection={<IconFolderPlus size={18} aria-hidden />}
      onClick={() => setAsking(true)}
    >
      {t.newFolder}
    </Button>
  );
}

function FolderForm({ target, onMade }: Props) {
  const [name, setName] = useState('');
  const { mutate, isPending, error } = useCreation(target, onMade);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate(name);
  };
  const why = error === null ? null : problemText(error, ({ status }) => (status === 409 ? names.taken : null));
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="start">
        <TextInput
          {...NAME_HINTS}
          aria-label={names.folder}
          placeholder={names.folder}
          maxLength={199}
          ref={field}
          value={name}
          error={why}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isPending} disabled={name.trim() === ''}>
          {t.create}
        </Button>
      </Group>
    </form>
  );
}

function useCreation(target: Target, onMade: Props['onMade']) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => createFolder(target, name),
    onSuccess: ({ FolderId: id, FolderName: name }) => {
      void refreshLists(queries);
      onMade({ kind: 'folder', id, name });
    },
  });
}

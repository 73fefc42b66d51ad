import { Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TagType } from '../../api/answers.ts';
import { setFolderTagTypes } from '../../api/tags.ts';
import { tagMessages } from '../../messages/en/tags.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { refreshTags } from './refresh-tags.ts';
import { TagChoice, type TagDraft } from './tag-choice.tsx';
import { defaultOf, shownTag } from './tag-text.ts';
import { tagTypesQuery } from './tag-types-of.ts';

const t = tagMessages.folder;

type Props = { folder: { id: number; name: string }; libraryId: number; onClose: () => void };

/** Selects the tags of a folder and their defaults there. */
export function FolderTagsDialog({ folder, libraryId, onClose }: Props) {
  const types = useQuery(tagTypesQuery({ kind: 'library', id: libraryId }));
  const own = useQuery(tagTypesQuery({ kind: 'folder', id: folder.id }));
  // By the tag types that the folder uses. '': the default of the library applies.
  const [changed, setChanged] = useState<TagDraft | null>(null);
  const draft = changed ?? draftOf(own.data ?? [], types.data ?? []);
  const save = useSave(folder.id, onClose);
  const isReady = types.data !== undefined && own.data !== undefined;
  return (
    <FormDialog
      title={t.title(folder.name)}
      submit={t.save}
      isBusy={save.isPending}
      canSubmit={isReady && types.data.length > 0}
      onSubmit={() => save.mutate(draft)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text c="dimmed">{types.data?.length === 0 ? t.none : t.text}</Text>
        <ProblemAlert error={types.error ?? own.error} />
        {isReady ? null : <Skeleton height={80} />}
        {isReady
          ? types.data.map((type) => <Default key={type.TagTypeId} type={type} draft={draft} onChange={setChanged} />)
          : null}
        <ProblemAlert error={save.error} known={({ status }) => (status === 400 ? tagMessages.wrong : null)} />
      </Stack>
    </FormDialog>
  );
}

type DefaultProps = { type: TagType; draft: TagDraft; onChange: (draft: TagDraft) => void };

function Default({ type, ...more }: DefaultProps) {
  const ofLibrary = defaultOf(type.Constraints);
  return (
    <TagChoice
      {...{ type, ...more }}
      label={t.usual(type.TagTypeName)}
      description={ofLibrary === null ? undefined : t.ofLibrary(shownTag(type.DataTypeName, ofLibrary))}
    />
  );
}

// The folder's list has the defaults that apply there, so a default equal to the library's needs no entry of the folder.
function draftOf(own: TagType[], types: TagType[]): TagDraft {
  const ofLibrary = new Map(types.map(({ TagTypeId, Constraints }) => [TagTypeId, defaultOf(Constraints)]));
  return new Map(
    own.map(({ TagTypeId, Constraints }) => {
      const usual = defaultOf(Constraints);
      return [TagTypeId, usual === null || usual === ofLibrary.get(TagTypeId) ? '' : usual];
    }),
  );
}

function useSave(folderId: number, onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (draft: TagDraft) =>
      setFolderTagTypes(
        folderId,
        [...draft].map(([id, usual]) => ({ id, usual })),
      ),
    onSuccess: () => {
      refreshTags(queries);
      showNotice({ kind: 'done', text: t.saved });
      onClose();
    },
  });
}

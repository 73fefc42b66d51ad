import { Button, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { TagType } from '../../api/answers.ts';
import type { ApiError } from '../../api/client.ts';
import { type WantedTagType, changeTagType, createTagType } from '../../api/tags.ts';
import { changedOf } from '../../changed-of.ts';
import { appMessages } from '../../messages/en/app.ts';
import { tagMessages } from '../../messages/en/tags.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { refreshTags } from './refresh-tags.ts';
import { defaultOf } from './tag-text.ts';
import { TagValueField } from './tag-value-field.tsx';
import { NAME_HINTS } from '../../ui/input-hints.ts';
import css from './tags.module.css';

const t = tagMessages.types;
const KINDS = ['String', 'Numeric', 'Date'] as const;
const options = KINDS.map((value) => ({ value, label: tagMessages.kinds[value] }));

type Props = {
  library: { id: number };
  /** Null: a new one. */
  type: TagType | null;
  onDone: () => void;
};

/** The fields of a tag: a new one below the list, or the row of an existing one. Its kind never changes. */
export function TagTypeForm({ library, type, onDone }: Props) {
  const [before] = useState<WantedTagType>(() => draftOf(type));
  const [wanted, setWanted] = useState(before);
  const save = useSave(library.id, type, onDone);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate({ before, wanted });
  };
  return (
    <form onSubmit={submit} noValidate className={type === null ? css.newType : css.typeWhat}>
      <Stack gap="sm">
        {type === null ? (
          <Title order={3} size="h6">
            {t.new}
          </Title>
        ) : null}
        <Fields type={type} wanted={wanted} onChange={(change) => setWanted({ ...wanted, ...change })} />
        <ProblemAlert error={save.error} known={refusalText} />
        <Group gap="xs">
          <Button type="submit" size="sm" loading={save.isPending} disabled={wanted.name.trim() === ''}>
            {type === null ? t.add : t.save}
          </Button>
          {type === null ? null : (
            <Button variant="default" size="sm" onClick={onDone}>
              {appMessages.dialog.cancel}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

type FieldsProps = { type: TagType | null; wanted: WantedTagType; onChange: (change: Partial<WantedTagType>) => void };

function Fields({ type, wanted, onChange }: FieldsProps) {
  const name = useRef<HTMLInputElement>(null);
  const isEdited = type !== null;
  // The button that opened the row is gone.
  useEffect(() => {
    if (isEdited) name.current?.focus();
  }, [isEdited]);
  return (
    <div className={css.fields}>
      <TextInput
        {...NAME_HINTS}
        label={tagMessages.name}
        ref={name}
        value={wanted.name}
        maxLength={199}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      {type === null ? (
        <NativeSelect
          label={tagMessages.kind}
          data={options}
          value={wanted.kind}
          onChange={({ currentTarget }) => {
            onChange({ kind: KINDS.find((kind) => kind === currentTarget.value) ?? 'String', usual: '' });
          }}
        />
      ) : null}
      <TagValueField
        type={{ id: type?.TagTypeId ?? null, kind: wanted.kind }}
        label={tagMessages.usual}
        description={tagMessages.usualText}
        value={wanted.usual}
        onChange={(usual) => onChange({ usual })}
      />
    </div>
  );
}

function draftOf(type: TagType | null): WantedTagType {
  if (type === null) return { name: '', kind: 'String', usual: '' };
  const { TagTypeName: name, DataTypeName: kind, Constraints } = type;
  return { name, kind, usual: defaultOf(Constraints) ?? '' };
}

function useSave(libraryId: number, type: TagType | null, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ before, wanted }: { before: WantedTagType; wanted: WantedTagType }) =>
      type === null
        ? createTagType(libraryId, wanted)
        : changeTagType(libraryId, type.TagTypeId, changedOf(before, wanted)),
    onSuccess: ({ TagTypeName }) => {
      refreshTags(queries);
      showNotice({ kind: 'done', text: (type === null ? t.added : t.saved)(TagTypeName) });
      onDone();
    },
  });
}

function refusalText({ status }: ApiError): string | null {
  if (status === 409) return tagMessages.taken;
  if (status === 403) return tagMessages.noRight;
  return status === 400 ? tagMessages.wrong : null;
}

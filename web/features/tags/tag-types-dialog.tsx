import { ActionIcon, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, useEffect, useRef, useState } from 'react';
import type { TagType } from '../../api/answers.ts';
import { deleteTagType } from '../../api/tags.ts';
import { appMessages } from '../../messages/en/app.ts';
import { tagMessages } from '../../messages/en/tags.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { defaultOf, shownTag } from './tag-text.ts';
import { TagTypeForm } from './tag-type-form.tsx';
import { refreshTags } from './refresh-tags.ts';
import { tagTypesQuery } from './tag-types-of.ts';
import css from './tags.module.css';

const t = tagMessages.types;

export type LibraryTarget = { id: number; name: string };

/** The row that is being changed, and how. */
type Open = { id: number; way: 'edit' | 'remove' } | null;

/** Adds, changes and deletes the tags of a library. Each change is saved at once. */
export function TagTypesDialog({ library, onClose }: { library: LibraryTarget; onClose: () => void }) {
  const { data, error } = useQuery(tagTypesQuery({ kind: 'library', id: library.id }));
  const [open, setOpen] = useState<Open>(null);
  const foot = (
    <Button variant="default" onClick={onClose}>
      {t.done}
    </Button>
  );
  return (
    <Dialog title={t.title(library.name)} onClose={onClose} foot={foot}>
      <Text c="dimmed" mb="sm">
        {data?.length === 0 ? t.none : t.text}
      </Text>
      <ProblemAlert error={error} />
      {data === undefined && error === null ? <Skeleton height={80} /> : null}
      <ul aria-label={t.list}>
        {data?.map((type) => (
          <li key={type.TagTypeId} className={css.type}>
            <Row
              library={library}
              type={type}
              way={open?.id === type.TagTypeId ? open.way : null}
              onOpen={(way) => setOpen(way === null ? null : { id: type.TagTypeId, way })}
            />
          </li>
        ))}
      </ul>
      {data === undefined ? null : (
        <TagTypeForm key={data.length} library={library} type={null} onDone={() => undefined} />
      )}
    </Dialog>
  );
}

type RowProps = {
  library: LibraryTarget;
  type: TagType;
  way: 'edit' | 'remove' | null;
  onOpen: (way: 'edit' | 'remove' | null) => void;
};

function Row({ library, type, way, onOpen }: RowProps) {
  const edit = useFocusAfter(way);
  const close = () => onOpen(null);
  if (way === 'edit') return <TagTypeForm library={library} type={type} onDone={close} />;
  if (way === 'remove') return <Removal library={library} type={type} onClose={close} />;
  const { TagTypeName, DataTypeName, Constraints } = type;
  const usual = defaultOf(Constraints);
  const shown = usual === null ? null : shownTag(DataTypeName, usual);
  return (
    <>
      <span className={css.typeWhat}>
        {TagTypeName}
        <small>{t.facts(tagMessages.kinds[DataTypeName], shown)}</small>
      </span>
      <Way label={t.edit(TagTypeName)} Icon={IconPencil} buttonRef={edit} go={() => onOpen('edit')} />
      <Way label={t.remove(TagTypeName)} Icon={IconTrash} go={() => onOpen('remove')} />
    </>
  );
}

// The button that had the focus is gone while a row is being changed.
function useFocusAfter(way: string | null): Ref<HTMLButtonElement> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && way === null) button.current?.focus();
    wasOpen.current = way !== null;
  }, [way]);
  return button;
}

type WayProps = { label: string; Icon: typeof IconPencil; buttonRef?: Ref<HTMLButtonElement>; go: () => void };

function Way({ label, Icon, buttonRef, go }: WayProps) {
  return (
    <ActionIcon
      ref={buttonRef ?? null}
      variant="subtle"
      color="gray"
      size={44}
      aria-label={label}
      title={label}
      onClick={go}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}

type RemovalProps = { library: LibraryTarget; type: TagType; onClose: () => void };

// The question is in the row, because a dialog never opens another one.
function Removal({ library, type: { TagTypeId, TagTypeName }, onClose }: RemovalProps) {
  const queries = useQueryClient();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const removal = useMutation({
    mutationFn: () => deleteTagType(library.id, TagTypeId),
    onSuccess: () => {
      refreshTags(queries);
      showNotice({ kind: 'done', text: t.removed(TagTypeName) });
    },
  });
  return (
    <Stack gap="xs" className={css.typeWhat}>
      <Text>{t.sure(TagTypeName)}</Text>
      <ProblemAlert error={removal.error} known={({ status }) => (status === 403 ? tagMessages.noRight : null)} />
      <Group gap="xs">
        <Button color="red.9" size="sm" loading={removal.isPending} onClick={() => removal.mutate()}>
          {t.confirm}
        </Button>
        <Button variant="default" size="sm" ref={keep} onClick={onClose}>
          {appMessages.dialog.cancel}
        </Button>
      </Group>
    </Stack>
  );
}

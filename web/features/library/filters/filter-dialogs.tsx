/** Dialogs of filters whose values don't fit a menu. Loaded when one is opened. */
import { NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { TagType } from '../../../api/answers.ts';
import { ApiError } from '../../../api/client.ts';
import { listDocuments } from '../../../api/library.ts';
import { filterMessages as t } from '../../../messages/en/filters.ts';
import { tagSearchMessages } from '../../../messages/en/tags.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { SuggestField } from '../../sharing/people/suggest-field.tsx';
import { TagValueField } from '../../tags/tag-value-field.tsx';
import { ownTypes, tagTypesOf } from '../../tags/tag-types-of.ts';
import { useBrowsing } from '../browser-context.ts';
import { type Filters, parametersOf, textOfDays } from './filters.ts';
import type { FilterControl } from './use-filters.ts';

type Props = { control: FilterControl; onClose: () => void };

export function FilterDialog({ asked, ...props }: Props & { asked: 'person' | 'days' | 'tag' }) {
  if (asked === 'person') return <PersonDialog {...props} />;
  return asked === 'days' ? <DaysDialog {...props} /> : <TagDialog {...props} />;
}

function PersonDialog({ control, onClose }: Props) {
  const [typed, type] = useState('');
  return (
    <Dialog title={t.person.title} onClose={onClose}>
      <SuggestField
        label={t.person.label}
        hint={t.person.hint}
        error={undefined}
        typed={typed}
        onType={type}
        onPick={({ id }) => {
          onClose();
          control.change({ by: String(id) });
        }}
        without={[]}
        options={{ withSelf: true, picksFirst: true }}
        isFirst
      />
    </Dialog>
  );
}

function DaysDialog({ control: { filters, change }, onClose }: Props) {
  const [days, setDays] = useState(typeof filters.date === 'object' && filters.date !== null ? filters.date : NO_DAYS);
  const { from, to } = days;
  const isReversed = from !== '' && to !== '' && from > to;
  const submit = () => {
    onClose();
    change({ date: textOfDays(days) });
  };
  return (
    <FormDialog
      title={t.days.title}
      submit={t.apply}
      isBusy={false}
      canSubmit={(from !== '' || to !== '') && !isReversed}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        type="date"
        label={t.days.from}
        value={from}
        onChange={({ currentTarget }) => setDays({ from: currentTarget.value, to })}
        mb="sm"
      />
      <TextInput
        type="date"
        label={t.days.to}
        error={isReversed ? t.days.wrong : undefined}
        value={to}
        onChange={({ currentTarget }) => setDays({ from, to: currentTarget.value })}
      />
    </FormDialog>
  );
}

const NO_DAYS = { from: '', to: '' };

function TagDialog({ control: { filters, change }, onClose }: Props) {
  const { place } = useBrowsing();
  const [query] = useQueries({ queries: tagTypesOf(place) });
  const [tag, setTag] = useState(filters.tag ?? { tagTypeId: 0, value: '' });
  const types = ownTypes(query?.data);
  const type = types.find(({ TagTypeId }) => TagTypeId === tag.tagTypeId) ?? types[0];
  const chosen = { tagTypeId: type?.TagTypeId ?? 0, value: tag.value };
  const save = useCheckedTag(chosen, () => {
    onClose();
    change({ tag: `${chosen.tagTypeId}:${chosen.value.trim()}` });
  });
  const isRefused = save.error instanceof ApiError && save.error.status === 400;
  return (
    <FormDialog
      title={t.tags.title}
      submit={t.apply}
      isBusy={save.isPending}
      canSubmit={type !== undefined && tag.value.trim() !== ''}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {query?.isPending === true ? <Skeleton height={120} /> : null}
      {query?.isPending !== true && types.length === 0 ? t.tags.none : null}
      {type === undefined ? null : (
        <TagFields types={types} type={type} value={tag.value} isRefused={isRefused} onChange={setTag} />
      )}
      <ProblemAlert error={isRefused ? null : (save.error ?? query?.error ?? null)} />
    </FormDialog>
  );
}

type Tag = NonNullable<Filters['tag']>;
type FieldsProps = {
  types: TagType[];
  type: TagType;
  value: string;
  isRefused: boolean;
  onChange: (tag: Tag) => void;
};

function TagFields({ types, type: { TagTypeId: id, DataTypeName: kind }, value, isRefused, onChange }: FieldsProps) {
  return (
    <>
      <NativeSelect
        label={t.tags.tag}
        data={types.map(({ TagTypeId, TagTypeName }) => ({ value: String(TagTypeId), label: TagTypeName }))}
        value={String(id)}
        onChange={({ currentTarget }) => onChange({ tagTypeId: Number(currentTarget.value), value: '' })}
        mb="sm"
      />
      <TagValueField
        key={id}
        type={{ id, kind }}
        label={t.tags.value}
        error={isRefused ? tagSearchMessages.wrong[kind] : undefined}
        value={value}
        onChange={(changed) => onChange({ tagTypeId: id, value: changed })}
      />
    </>
  );
}

// The server knows which values fit a tag, so it gets the question before the list does.
function useCheckedTag(tag: Tag, onSuccess: () => void) {
  const { id } = useBrowsing().container;
  const more = parametersOf({ kinds: [], by: null, date: null, tag: { ...tag, value: tag.value.trim() } });
  return useMutation({
    mutationFn: () => listDocuments(id, { orderBy: 'name', filter: '', more }, { skip: 0, top: 1 }),
    onSuccess,
  });
}

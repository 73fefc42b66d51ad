import { Button, Skeleton, Stack, TextInput, Title } from '@mantine/core';
import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { DocumentTag, Place, TagType } from '../../api/answers.ts';
import type { ContainerKey } from '../../api/keys.ts';
import { listTagTypes, setTags } from '../../api/library.ts';
import { tagsQuery } from '../../queries.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { dayOfTag, defaultOf, tagOfDay } from './tag-text.ts';
import css from './document.module.css';

const t = libraryMessages.tags;

type Field = { id: number; name: string; kind: TagType['DataTypeName']; value: string; usual: string | null };

/** The tags of a document, each in a field of its type. Hidden if the library has no tags. */
export function Tags({ documentId, place }: { documentId: number; place: Place }) {
  const [types] = useQueries({ queries: tagTypesQueries(place) });
  const tags = useQuery(tagsQuery(documentId));
  if (tags.data === undefined) {
    return tags.error === null ? <Skeleton height={60} mb="lg" /> : <ProblemAlert error={tags.error} />;
  }
  if (types?.isFetched === false) return <Skeleton height={60} mb="lg" />;
  const fields = fieldsOf(types?.data ?? [], tags.data);
  if (fields.length === 0) return null;
  return (
    <section className={css.tags}>
      <Title order={2} size="h5" mb="xs">
        {t.title}
      </Title>
      {/* The fields depend on the tag types. */}
      {place.Abilities.SetTags && types?.data !== undefined ? (
        <TagForm key={JSON.stringify(tags.data)} documentId={documentId} fields={fields} />
      ) : (
        <TagList fields={fields} />
      )}
    </section>
  );
}

/** The query for the tag types of a document. None if the person can read only the document itself. */
export function tagTypesQueries(place: Place) {
  const at = containerOf(place);
  return at === null ? [] : [queryOptions({ queryKey: ['tag-types', at], queryFn: () => listTagTypes(at) })];
}

// Any folder of a library lists the library's tag types.
function containerOf({ LibraryId, LibraryName, Path }: Place): ContainerKey | null {
  if (LibraryName !== null) return { kind: 'library', id: LibraryId };
  const folder = Path.at(-1);
  return folder === undefined ? null : { kind: 'folder', id: folder.FolderId };
}

function fieldsOf(types: TagType[], tags: DocumentTag[]): Field[] {
  const valueOf = (id: number) => tags.find(({ TagTypeId }) => TagTypeId === id)?.Tags[0] ?? '';
  const known = types
    .filter(({ FlavorName }) => FlavorName === 'Simple')
    .map(({ TagTypeId: id, TagTypeName: name, DataTypeName: kind, Constraints }) => {
      return { id, name, kind, value: valueOf(id), usual: defaultOf(Constraints) };
    });
  // Types that are not listed keep their values, because saving replaces all tags.
  const others = tags
    .filter(({ TagTypeId }) => !types.some((type) => type.TagTypeId === TagTypeId))
    .map(({ TagTypeId: id, TagTypeName: name, Tags: [value = ''] }) => {
      return { id, name, kind: 'String' as const, value, usual: null };
    });
  return [...known, ...others];
}

function TagForm({ documentId, fields }: { documentId: number; fields: Field[] }) {
  const [values, setValues] = useState(new Map(fields.map(({ id, value }) => [id, value])));
  const save = useSave(documentId);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(values);
  };
  const isChanged = fields.some(({ id, value }) => values.get(id) !== value);
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {fields.map((field) => (
          <TagField
            key={field.id}
            field={field}
            value={values.get(field.id) ?? ''}
            onChange={(value) => setValues(new Map(values).set(field.id, value))}
          />
        ))}
        <ProblemAlert error={save.error} known={({ status }) => (status === 400 ? t.wrong : null)} />
        {isChanged ? (
          <div>
            <Button type="submit" size="sm" loading={save.isPending}>
              {t.save}
            </Button>
          </div>
        ) : null}
      </Stack>
    </form>
  );
}

function useSave(documentId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: Map<number, string>) =>
      setTags(
        documentId,
        [...values].map(([TagTypeId, Value]) => ({ TagTypeId, Value })),
      ),
    onSuccess: (tags) => {
      queries.setQueryData(['tags', documentId], tags);
      showNotice({ kind: 'done', text: t.saved });
    },
  });
}

type FieldProps = { field: Field; value: string; onChange: (value: string) => void };

function TagField({ field: { name, kind, usual }, value, onChange }: FieldProps) {
  const isDay = kind === 'Date';
  const shown = usual === null ? undefined : t.usual(isDay ? dayOfTag(usual) : usual);
  return (
    <TextInput
      label={name}
      {...(shown === undefined ? {} : { description: shown })}
      type={isDay ? 'date' : 'text'}
      {...(kind === 'Numeric' ? { inputMode: 'decimal' as const } : {})}
      value={isDay ? dayOfTag(value) : value}
      onChange={({ currentTarget }) => onChange(isDay ? tagOfDay(currentTarget.value) : currentTarget.value)}
    />
  );
}

function TagList({ fields }: { fields: Field[] }) {
  return (
    <dl className={css.facts}>
      {fields.map(({ id, name, kind, value }) => (
        <div key={id} className={css.fact}>
          <dt>{name}</dt>
          <dd>{(kind === 'Date' ? dayOfTag(value) : value) || t.none}</dd>
        </div>
      ))}
    </dl>
  );
}

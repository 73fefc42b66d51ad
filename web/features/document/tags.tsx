import { Button, Group, Skeleton, Stack, Title } from '@mantine/core';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { DocumentTag, Place, TagType } from '../../api/answers.ts';
import { changeTags } from '../../api/tags.ts';
import { keepDraft, keptDraft } from '../../drafts.ts';
import { tagsQuery } from '../../queries.ts';
import { TagValueField } from '../tags/tag-value-field.tsx';
import { tagTypesOf } from '../tags/tag-types-of.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { tagSearchMessages } from '../../messages/en/tags.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { fieldErrors } from '../sharing/field-errors.ts';
import { showNotice } from '../shell/notice-list.ts';
import { defaultOf, shownTag } from '../tags/tag-text.ts';
import css from './document.module.css';

const t = libraryMessages.tags;

type Field = { id: number; name: string; kind: TagType['DataTypeName']; value: string; usual: string | null };

/** The tags of a document, each in a field of its type. Hidden if the library has no tags. */
export function Tags({ documentId, place }: { documentId: number; place: Place }) {
  const [types] = useQueries({ queries: tagTypesOf(place) });
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
        <TagForm key={documentId} documentId={documentId} fields={fields} />
      ) : (
        <TagList fields={fields} />
      )}
    </section>
  );
}

function fieldsOf(types: TagType[], tags: DocumentTag[]): Field[] {
  const valueOf = (id: number) => tags.find(({ TagTypeId }) => TagTypeId === id)?.Tags[0] ?? '';
  const known = types
    .filter(({ FlavorName }) => FlavorName === 'Simple')
    .map(({ TagTypeId: id, TagTypeName: name, DataTypeName: kind, Constraints }) => {
      return { id, name, kind, value: valueOf(id), usual: defaultOf(Constraints) };
    });
  const others = tags
    .filter(({ TagTypeId }) => !types.some((type) => type.TagTypeId === TagTypeId))
    .map(({ TagTypeId: id, TagTypeName: name, Tags: [value = ''] }) => {
      return { id, name, kind: 'String' as const, value, usual: null };
    });
  return [...known, ...others];
}

function TagForm({ documentId, fields }: { documentId: number; fields: Field[] }) {
  const { changes, change, drop } = useChanges(documentId, fields);
  const save = useSave(documentId, drop);
  const refused = refusedIn(save);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(changes);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {fields.map((field) => (
          <TagValueField
            key={field.id}
            type={field}
            label={field.name}
            description={field.usual === null ? undefined : t.usual(shownTag(field.kind, field.usual))}
            error={refused.has(field.id) ? <span role="alert">{tagSearchMessages.wrong[field.kind]}</span> : undefined}
            value={changes.get(field.id) ?? field.value}
            onChange={(value) => change(field.id, value)}
          />
        ))}
        {refused.size > 0 ? null : <ProblemAlert error={save.error} />}
        {changes.size > 0 ? (
          <Group gap="xs">
            <Button type="submit" size="sm" loading={save.isPending}>
              {t.save}
            </Button>
            <Button variant="subtle" size="sm" disabled={save.isPending} onClick={() => drop(changes)}>
              {t.discard}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  );
}

type Changes = ReadonlyMap<number, string>;

// Only what differs is sent, so that people can change different tags of a document at once. The tab keeps it until it is saved.
function useChanges(documentId: number, fields: Field[]) {
  const key = `tags.${documentId}`;
  const [typed, setTyped] = useState(() => new Map(JSON.parse(keptDraft(key) ?? '[]') as [number, string][]));
  const changes: Changes = new Map([...typed].filter(([id, value]) => fields.some(isOther(id, value))));
  const text = changes.size === 0 ? null : JSON.stringify([...changes]);
  useEffect(() => keepDraft(key, text), [key, text]);
  const change = (id: number, value: string) => setTyped((now) => new Map(now).set(id, value));
  // Not what was typed since these were sent.
  const drop = (done: Changes) => setTyped((now) => new Map([...now].filter(([id, value]) => done.get(id) !== value)));
  return { changes, change, drop };
}

const isOther = (changed: number, wanted: string) => (field: Field) => field.id === changed && field.value !== wanted;

function useSave(documentId: number, onSaved: (saved: Changes) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: Changes) =>
      changeTags(
        documentId,
        [...changes].map(([TagTypeId, Value]) => ({ TagTypeId, Value })),
      ),
    onSuccess: (tags, saved) => {
      queries.setQueryData(['tags', documentId], tags);
      onSaved(saved);
      showNotice({ kind: 'done', text: t.saved });
    },
  });
}

// The tags whose values the server refused. It names each by its index among those that were sent.
function refusedIn({ error, variables: sent }: ReturnType<typeof useSave>): ReadonlySet<number> {
  const ids = [...(sent ?? new Map<number, string>()).keys()];
  const wrong = fieldErrors(error, (index) => (/^\d+$/.test(index) ? index : null)) ?? {};
  return new Set(ids.filter((_, index) => wrong[String(index)] !== undefined));
}

function TagList({ fields }: { fields: Field[] }) {
  return (
    <dl className={css.facts}>
      {fields.map(({ id, name, kind, value }) => (
        <div key={id} className={css.fact}>
          <dt>{name}</dt>
          <dd>{shownTag(kind, value) || t.none}</dd>
        </div>
      ))}
    </dl>
  );
}

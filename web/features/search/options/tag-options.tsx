/** Tags with values in the search options. If the place begins with a library, its tags and their values are suggested. */
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { TagType } from '../../../api/answers.ts';
import { optionMessages as t } from '../../../messages/en/search/options.ts';
import { librariesQuery } from '../../../queries.ts';
import { SEARCH_HINTS } from '../../../ui/input-hints.ts';
import { ownTypes, tagTypesQuery } from '../../tags/tag-types-of.ts';
import { TagValueField } from '../../tags/tag-value-field.tsx';
import type { TagOption } from './options.ts';
import css from './options.module.css';

type Props = { place: string; tags: TagOption[]; onChange: (tags: TagOption[]) => void };

export function TagOptions({ place, tags, onChange }: Props) {
  const list = useId();
  const libraryId = useLibrary(place);
  const { data } = useQuery({ ...tagTypesQuery({ kind: 'library', id: libraryId ?? 0 }), enabled: libraryId !== null });
  const types = libraryId === null ? [] : ownTypes(data);
  return (
    <fieldset className={css.tags}>
      <legend>{t.tags}</legend>
      <datalist id={list}>
        {types.map(({ TagTypeId, TagTypeName }) => (
          <option key={TagTypeId} value={TagTypeName}>
            {TagTypeName}
          </option>
        ))}
      </datalist>
      {tags.map((tag, at) => (
        <TagRow
          // oxlint-disable-next-line react/no-array-index-key -- tags have no identity, and are added at the end
          key={at}
          number={at + 1}
          tag={tag}
          names={list}
          types={types}
          onChange={(changed) => onChange(tags.map((one, n) => (n === at ? { ...one, ...changed } : one)))}
          onRemove={() => onChange(tags.filter((_, n) => n !== at))}
        />
      ))}
      <div className={css.tagTools}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => onChange([...tags, { name: '', value: '' }])}
        >
          {t.addTag}
        </Button>
        {libraryId === null ? null : <ByTags libraryId={libraryId} />}
      </div>
    </fieldset>
  );
}

function ByTags({ libraryId }: { libraryId: number }) {
  return (
    <Link to="/libraries/$id/search" params={{ id: String(libraryId) }} search={{}} className={css.byTags}>
      {t.byTags}
    </Link>
  );
}

type RowProps = {
  number: number;
  tag: TagOption;
  /** The id of the list of names. */
  names: string;
  types: TagType[];
  onChange: (changed: Partial<TagOption>) => void;
  onRemove: () => void;
};

function TagRow({ number, tag: { name, value }, names, types, onChange, onRemove }: RowProps) {
  const type = types.find(({ TagTypeName }) => TagTypeName.toLowerCase() === name.trim().toLowerCase());
  return (
    <div className={css.tag}>
      <TextInput
        {...SEARCH_HINTS}
        label={t.tagName(number)}
        list={names}
        value={name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TagValueField
        type={type === undefined ? undefined : { id: type.TagTypeId, kind: type.DataTypeName }}
        label={t.tagValue(number)}
        placeholder={t.anyValue}
        value={value}
        onChange={(changed) => onChange({ value: changed })}
      />
      <ActionIcon
        variant="subtle"
        size={36}
        aria-label={t.removeTag(number)}
        title={t.removeTag(number)}
        onClick={onRemove}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}

// The library whose name the path begins with.
function useLibrary(place: string): number | null {
  const { data } = useQuery(librariesQuery);
  const [first = ''] = place.split(/[/\\]/u);
  const name = first.trim().toLowerCase();
  return data?.find(({ LibraryName }) => name !== '' && LibraryName.toLowerCase() === name)?.LibraryId ?? null;
}

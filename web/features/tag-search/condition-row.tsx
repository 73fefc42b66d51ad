import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { TagType } from '../../api/answers.ts';
import type { TagCriterion } from '../../api/keys.ts';
import { listTagValues } from '../../api/tag-search.ts';
import { tagSearchMessages as t } from '../../messages/en/tag-search.ts';
import { dayOfTag, tagOfDay } from '../document/tag-text.ts';
import css from './tag-search.module.css';

type Props = {
  number: number;
  criterion: TagCriterion;
  /** Tags that no other condition uses. */
  types: TagType[];
  error: string | undefined;
  /** The server has no such value of this type. */
  isRefused: boolean;
  onChange: (changed: Partial<TagCriterion>) => void;
  onRemove: (() => void) | null;
};

/** One condition: a tag and its value in a field of its type. */
export function ConditionRow({ number, criterion, types, error, isRefused, onChange, onRemove }: Props) {
  const type = types.find(({ TagTypeId }) => TagTypeId === criterion.tagTypeId);
  const options = types.map(({ TagTypeId, TagTypeName }) => ({ value: String(TagTypeId), label: TagTypeName }));
  return (
    <fieldset className={css.condition}>
      <legend className={css.conditionLegend}>{t.condition(number)}</legend>
      <NativeSelect
        label={t.tag}
        data={[{ value: '0', label: t.choose }, ...options]}
        value={String(type?.TagTypeId ?? 0)}
        onChange={({ currentTarget }) => onChange({ tagTypeId: Number(currentTarget.value), value: '' })}
      />
      <ValueField
        key={criterion.tagTypeId}
        type={type}
        value={criterion.value}
        error={error ?? (isRefused ? t.wrong[type?.DataTypeName ?? 'String'] : undefined)}
        onChange={(value) => onChange({ value })}
      />
      {onRemove === null ? null : (
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={t.remove(number)}
          title={t.remove(number)}
          onClick={onRemove}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      )}
    </fieldset>
  );
}

type ValueProps = {
  type: TagType | undefined;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

// Suggests existing values. Other values can be typed.
function ValueField({ type, value, error, onChange }: ValueProps) {
  const list = useId();
  const kind = type?.DataTypeName;
  const isDay = kind === 'Date';
  const { data } = useQuery({
    queryKey: ['tag-values', type?.TagTypeId],
    queryFn: () => listTagValues(type?.TagTypeId ?? 0),
    enabled: type !== undefined && !isDay,
  });
  return (
    <div>
      <TextInput
        label={t.value}
        error={error}
        type={isDay ? 'date' : 'text'}
        {...(kind === 'Numeric' ? { inputMode: 'decimal' as const } : {})}
        {...(data === undefined ? {} : { list })}
        autoComplete="off"
        value={isDay ? dayOfTag(value) : value}
        onChange={({ currentTarget }) => onChange(isDay ? tagOfDay(currentTarget.value) : currentTarget.value)}
      />
      {data === undefined ? null : (
        <datalist id={list}>
          {data.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </datalist>
      )}
    </div>
  );
}

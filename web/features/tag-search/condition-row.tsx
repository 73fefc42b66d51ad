import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { TagType } from '../../api/answers.ts';
import type { TagCriterion } from '../../api/keys.ts';
import { tagSearchMessages as t } from '../../messages/en/tags.ts';
import { TagValueField } from '../tags/tag-value-field.tsx';
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
      <TagValueField
        key={criterion.tagTypeId}
        type={type === undefined ? undefined : { id: type.TagTypeId, kind: type.DataTypeName }}
        label={t.value}
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

import { Checkbox, Stack } from '@mantine/core';
import type { TagType } from '../../api/answers.ts';
import { TagValueField } from './tag-value-field.tsx';

/** Values by the tag types that were chosen. '': none. */
export type TagDraft = ReadonlyMap<number, string>;

type Props = {
  type: TagType;
  draft: TagDraft;
  label: string;
  description?: string | undefined;
  onChange: (draft: TagDraft) => void;
};

/** A tag type that can be chosen, and then has a value. `label`: of the value. */
export function TagChoice({ type: { TagTypeId: id, ...type }, draft, label, description, onChange }: Props) {
  const value = draft.get(id);
  const without = () => new Map([...draft].filter(([each]) => each !== id));
  return (
    <Stack gap="xs">
      <Checkbox
        label={type.TagTypeName}
        checked={value !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? new Map(draft).set(id, '') : without())}
      />
      {value === undefined ? null : (
        <TagValueField
          type={{ id, kind: type.DataTypeName }}
          label={label}
          description={description}
          value={value}
          onChange={(changed) => onChange(new Map(draft).set(id, changed))}
        />
      )}
    </Stack>
  );
}

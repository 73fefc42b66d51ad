import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { listTagValues } from '../../api/search.ts';
import { dayOfTag, tagOfDay } from './tag-text.ts';

type Props = {
  /** The tag type. It has no `id` yet while it is being created. */
  type: { id: number | null; kind: 'String' | 'Numeric' | 'Date' } | undefined;
  label: string;
  description?: string | undefined;
  placeholder?: string;
  error?: ReactNode;
  value: string;
  onChange: (value: string) => void;
};

/** The field of a tag value. It suggests existing values, and others can be typed. */
export function TagValueField({ type, value, onChange, ...field }: Props) {
  const list = useId();
  const isDay = type?.kind === 'Date';
  const id = type?.id ?? null;
  const { data } = useQuery({
    queryKey: ['tag-values', id],
    queryFn: () => listTagValues(id ?? 0),
    enabled: id !== null && !isDay,
  });
  return (
    <div>
      <TextInput
        {...field}
        type={isDay ? 'date' : 'text'}
        {...(type?.kind === 'Numeric' ? { inputMode: 'decimal' as const } : {})}
        {...(data === undefined ? {} : { list })}
        autoComplete="off"
        enterKeyHint="done"
        maxLength={199}
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

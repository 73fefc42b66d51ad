import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useDebounced } from '../../ui/use-debounced.ts';

/** While somebody types the list stays. */
const TYPING_MS = 300;

type Props = { label: string; hint?: string; value: string; onChange: (value: string) => void };

/** A text by which a list is narrowed down, when it has been typed. */
export function TypedFilter({ label, hint, value, onChange }: Props) {
  const [typed, type] = useState(value);
  const settled = useDebounced(typed, TYPING_MS);
  useEffect(() => {
    if (settled.trim() !== value) onChange(settled.trim());
    // Only what is typed changes the list; when that is emptied from elsewhere the field is made anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  return (
    <TextInput
      label={label}
      description={hint}
      value={typed}
      maxLength={255}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}

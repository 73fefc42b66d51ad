import { TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useDebounced } from '../use-debounced.ts';
import { useTyped } from './use-typed.ts';
import { SEARCH_HINTS } from '../input-hints.ts';

/** The list stays while a person types. */
const TYPING_MS = 300;

type Props = { label: string; hint?: string; value: string; onChange: (value: string) => void };

/** A text filter, applied after a pause in typing. */
export function TypedFilter({ label, hint, value, onChange }: Props) {
  const [typed, type] = useTyped(value);
  const settled = useDebounced(typed, TYPING_MS);
  useEffect(() => {
    if (settled.trim() !== value) onChange(settled.trim());
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing changes the list
  }, [settled]);
  return (
    <TextInput
      {...SEARCH_HINTS}
      label={label}
      description={hint}
      value={typed}
      maxLength={255}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}

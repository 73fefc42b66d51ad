import { TextInput } from '@mantine/core';

type Field = { label: string; value: string; onChange: (value: string) => void };

/** A code of the authenticator app. */
export function CodeField({ label, value, onChange }: Field) {
  return (
    <TextInput
      label={label}
      required
      withAsterisk={false}
      size="md"
      maxLength={20}
      inputMode="numeric"
      autoComplete="one-time-code"
      enterKeyHint="go"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

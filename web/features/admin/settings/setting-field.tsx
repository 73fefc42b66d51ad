import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { settingsMessages } from '../../../messages/en/admin/settings.ts';
import { settingId } from './find-settings.ts';
import { FIELDS, type FieldInput, type FieldPath } from './settings-form.ts';
import css from './settings.module.css';

type Props = {
  path: FieldPath;
  input: FieldInput;
  /** The error from the server. */
  refusal: string | undefined;
  onChange: (input: FieldInput) => void;
  /** Whether it was searched for. */
  isMarked: boolean;
  /** At the end of a text field. */
  end?: ReactNode;
};

const INPUT_MODES = {
  number: 'numeric',
  size: 'decimal',
  list: 'text',
  text: 'text',
  choice: 'text',
  flag: 'text',
} as const;

/** The field of one setting, with its description. */
export function SettingField({ path, input, refusal, onChange, isMarked, end }: Props) {
  const t = settingsMessages.fields[path];
  const { label, about } = t;
  const kind = FIELDS[path];
  // Prefers the page's own message, because the server's message mentions patterns.
  const error = refusal === undefined || !('wrong' in t) ? refusal : t.wrong;
  const id = settingId(path);
  const mark = isMarked ? css.isMarked : '';
  const described = about === '' ? {} : { description: about };
  if (typeof input === 'boolean') {
    return (
      <Checkbox
        id={id}
        className={mark}
        label={label}
        {...described}
        error={error}
        checked={input}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  }
  return (
    <TextInput
      id={id}
      label={label}
      {...described}
      error={error}
      className={`${kind === 'number' || kind === 'size' ? css.settingsNumber : css.settingsText} ${mark}`}
      inputMode={INPUT_MODES[kind]}
      autoComplete="off"
      enterKeyHint="done"
      rightSection={end}
      rightSectionWidth={end === undefined ? undefined : 52}
      value={input}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** The field of a setting with a few values; `choices` has their names. */
export function ChoiceField({ path, input, onChange, isMarked, choices }: Props & { choices: Record<string, string> }) {
  const { label, about } = settingsMessages.fields[path];
  return (
    <NativeSelect
      id={settingId(path)}
      label={label}
      description={about}
      className={`${css.settingsText} ${isMarked ? css.isMarked : ''}`}
      data={Object.entries(choices).map(([value, name]) => ({ value, label: name }))}
      value={String(input)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

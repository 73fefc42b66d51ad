import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SEARCH_HINTS } from '../../ui/input-hints.ts';
import css from './admin.module.css';

type Props = { label: string; typed: string; onType: (typed: string) => void; children?: ReactNode };

/** A search field above a list, with the buttons beside it. */
export function FindField({ label, typed, onType, children }: Props) {
  return (
    <div className={css.adminFind}>
      <TextInput
        {...SEARCH_HINTS}
        type="search"
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      {children}
    </div>
  );
}

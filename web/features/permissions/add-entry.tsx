import { useState } from 'react';
import { permissionMessages } from '../../messages/en/permissions.ts';
import { SuggestField } from '../sharing/people/suggest-field.tsx';
import { type DraftEntry, entryFor } from './draft.ts';

const t = permissionMessages.add;

type Props = { without: string[]; onAdd: (entry: DraftEntry) => void };

/** Finds a person or group by typing. */
export function AddEntry({ without, onAdd }: Props) {
  const [typed, setTyped] = useState('');
  return (
    <SuggestField
      label={t.label}
      hint={t.hint}
      error={undefined}
      typed={typed}
      onType={setTyped}
      onPick={(suggestion) => {
        setTyped('');
        onAdd(entryFor(suggestion));
      }}
      without={without}
      options={{ withGroups: true, withSelf: true }}
    />
  );
}

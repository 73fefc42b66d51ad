import { useState } from 'react';
import { permissionTexts } from '../../texts/en/permissions.ts';
import { SuggestField } from '../sharing/suggest-field.tsx';
import { type DraftEntry, entryFor } from './draft.ts';
import '../sharing/sharing.css';

const said = permissionTexts.add;

type Props = { without: string[]; onAdd: (entry: DraftEntry) => void };

/** Finds a person or group by typing. */
export function AddSomebody({ without, onAdd }: Props) {
  const [typed, setTyped] = useState('');
  return (
    <SuggestField
      label={said.label}
      hint={said.hint}
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

import { useState } from 'react';
import { permissionTexts } from '../../texts/en/permissions.ts';
import { SuggestField } from '../sharing/suggest-field.tsx';
import { useMe } from '../shell/use-me.ts';
import { type DraftEntry, entryFor } from './draft.ts';
import '../sharing/sharing.css';

const said = permissionTexts.add;

type Props = { without: string[]; onAdd: (entry: DraftEntry) => void };

/** Finds a person by typing, and a group where one may see these. */
export function AddSomebody({ without, onAdd }: Props) {
  const { IsSiteAdmin } = useMe();
  const [typed, setTyped] = useState('');
  return (
    <SuggestField
      label={said.label}
      hint={IsSiteAdmin ? said.groups : said.people}
      error={undefined}
      typed={typed}
      onType={setTyped}
      onPick={(suggestion) => {
        setTyped('');
        onAdd(entryFor(suggestion));
      }}
      without={without}
      options={{ withGroups: IsSiteAdmin, withSelf: true }}
    />
  );
}

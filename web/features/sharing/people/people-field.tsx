import { CloseButton } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { addressesIn } from './addresses.ts';
import { SuggestField } from './suggest-field.tsx';
import css from '../sharing.module.css';

const t = sharingMessages.people;

type Props = {
  people: string[];
  error: string | undefined;
  onChange: (people: string[]) => void;
  /** Receives whether the field has text that is not yet an address. */
  onTyping: (isTyping: boolean) => void;
};

/** Email addresses without duplicates: typed, selected or pasted. Leaving the field adds the typed text. */
export function PeopleField({ people, error, onChange, onTyping }: Props) {
  const [typed, setTyped] = useState('');
  const type = (text: string) => {
    setTyped(text);
    onTyping(text.trim() !== '');
  };
  const add = (text: string) => {
    type('');
    const fresh = addressesIn(text).filter((address) => !people.includes(address));
    if (fresh.length > 0) onChange([...people, ...fresh]);
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && typed === '') onChange(people.slice(0, -1));
    if (event.key !== 'Enter' || typed.trim() === '') return;
    event.preventDefault();
    add(typed);
  };
  return (
    <SuggestField
      {...{ label: t.label, hint: t.hint, error, typed }}
      // A separator ends an address.
      onType={(text) => (/[,;\n]|@\S+\s/.test(text) ? add(text) : type(text))}
      onPick={({ address }) => add(address ?? '')}
      without={people}
      onKey={keyDown}
      onLeave={() => add(typed)}
    >
      {people.map((address) => (
        <Person
          key={address}
          address={address}
          onRemove={() => onChange(people.filter((other) => other !== address))}
        />
      ))}
    </SuggestField>
  );
}

function Person({ address, onRemove }: { address: string; onRemove: () => void }) {
  return (
    <span className={css.person}>
      <span>{address}</span>
      <CloseButton size="sm" aria-label={t.remove(address)} onClick={onRemove} />
    </span>
  );
}

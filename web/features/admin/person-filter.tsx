import { CloseButton, Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getUser } from '../../api/admin/links.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { SuggestField } from '../sharing/people/suggest-field.tsx';
import css from '../sharing/sharing.module.css';

type Props = {
  label: string;
  hint: string;
  userId: string | undefined;
  onChange: (userId: string | undefined) => void;
};

/** Filters a list by a person. */
export function PersonFilter({ label, hint, userId, onChange }: Props) {
  const [typed, type] = useState('');
  if (userId !== undefined) return <Chosen label={label} userId={userId} onRemove={() => onChange(undefined)} />;
  return (
    <SuggestField
      label={label}
      hint={hint}
      error={undefined}
      typed={typed}
      onType={type}
      onPick={({ id }) => {
        type('');
        onChange(String(id));
      }}
      without={[]}
      options={{ withSelf: true }}
    />
  );
}

function Chosen({ label, userId, onRemove }: { label: string; userId: string; onRemove: () => void }) {
  const { data } = useQuery({ queryKey: ['user', userId], queryFn: () => getUser(userId) });
  const name = data?.Email ?? userId;
  return (
    <div role="group" aria-label={label}>
      <Input.Label component="div">{label}</Input.Label>
      <div className={css.people}>
        <span className={css.person}>
          <span>{name}</span>
          <CloseButton size={24} aria-label={sharingMessages.people.remove(name)} onClick={onRemove} />
        </span>
      </div>
    </div>
  );
}

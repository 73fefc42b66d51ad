import { CloseButton } from '@mantine/core';
import { IconMail, IconUsersGroup } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { shareDialogMessages } from '../../../messages/en/share-dialog.ts';
import { Avatar } from '../../../ui/person/avatar.tsx';
import { SuggestField } from '../people/suggest-field.tsx';
import { type Invitee, inviteeOf } from './invite-draft.ts';
import { type ChangeInvitees, type Typed, isAddress, useInvitees } from './use-invitees.ts';
import css from '../sharing.module.css';

const t = shareDialogMessages.people;

type Props = Typed & { invitees: Invitee[]; hint: string; error: string | undefined; onChange: ChangeInvitees };

/** Colleagues, groups and addresses: selected, typed or pasted. The address of a colleague becomes the colleague. */
export function InviteField({ invitees, hint, error, typed, setTyped, onChange }: Props) {
  const { isUnknown, type, addTyped, addInvitee } = useInvitees({ typed, setTyped }, onChange);
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && typed === '') onChange((before) => before.slice(0, -1));
    if (event.key !== 'Enter' || typed.trim() === '') return;
    event.preventDefault();
    addTyped(typed);
  };
  return (
    <SuggestField
      isFirst
      {...{ label: t.label, hint, typed }}
      error={error ?? (isUnknown ? t.chooseOne : undefined)}
      // A separator ends an address.
      onType={(text) => (/@.*[,;\n]|@\S+\s/.test(text) ? addTyped(text) : type(text))}
      onPick={(suggestion) => addInvitee(inviteeOf(suggestion))}
      without={invitees.map(({ key }) => key)}
      options={{ withGroups: true, picksFirst: true }}
      onKey={keyDown}
      onMiss={() => addTyped(typed)}
      onLeave={() => (isAddress(typed) ? addTyped(typed) : undefined)}
    >
      {invitees.map((invitee) => (
        <Chip
          key={invitee.key}
          invitee={invitee}
          onRemove={() => onChange((before) => before.filter(({ key }) => key !== invitee.key))}
        />
      ))}
    </SuggestField>
  );
}

function Chip({ invitee, onRemove }: { invitee: Invitee; onRemove: () => void }) {
  const { kind, name } = invitee;
  return (
    <span className={css.person}>
      {kind === 'user' ? <Avatar name={name} of={invitee.id} size={18} /> : null}
      {kind === 'group' ? <IconUsersGroup size={16} stroke={1.75} aria-hidden /> : null}
      {kind === 'address' ? <IconMail size={16} stroke={1.75} aria-hidden /> : null}
      <span>{name}</span>
      {kind === 'address' ? <small>{t.outside}</small> : null}
      <CloseButton size="sm" aria-label={t.remove(name)} onClick={onRemove} />
    </span>
  );
}

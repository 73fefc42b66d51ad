import type { Person as PersonData } from '../../api/answers.ts';
import { personMessages } from '../../messages/en/person.ts';
import { Avatar } from './avatar.tsx';
import { PersonCard } from './person-card.tsx';
import { useHoverCard } from './use-hover-card.ts';
import css from './person.module.css';

const t = personMessages;

type Props = {
  person: PersonData;
  /** Of the avatar, in CSS pixels; 0: only the name. */
  size?: number;
};

/**
 * A person: avatar and name. Pointing, tapping or moving the focus there shows a card with address, role and groups; nothing
 * is requested before that.
 */
export function Person({ person, size = 24 }: Props) {
  const { isOpen, id, wrapper, button, card } = useHoverCard();
  return (
    <span className={css.person} {...wrapper}>
      <button type="button" className={css.personButton} {...button}>
        <PersonLook person={person} size={size} />
      </button>
      {isOpen ? (
        <span className={css.card} {...card} id={id} role="tooltip" popover="manual">
          <PersonCard person={person} />
        </span>
      ) : null}
    </span>
  );
}

/** The same without a card, for places that are a button or link themselves. */
export function PersonLook({ person: { UserId, Name, PictureUri, IsDeleted }, size = 24 }: Props) {
  return (
    <span className={css.look}>
      {size === 0 ? null : <Avatar name={Name} of={UserId} picture={PictureUri} size={size} />}
      <span className={css.name}>{IsDeleted ? t.deleted(Name) : Name}</span>
    </span>
  );
}

/** A person, or somebody without an account by address. */
export function PersonOrAddress({
  person,
  address,
  size = 24,
}: {
  person: PersonData | null;
  address: string;
  size?: number;
}) {
  if (person !== null) return <Person person={person} size={size} />;
  return (
    <span className={css.look}>
      {size === 0 ? null : <Avatar name={address} of={address} size={size} />}
      <span className={css.name}>{address}</span>
    </span>
  );
}

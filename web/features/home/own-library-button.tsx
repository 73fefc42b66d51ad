import { homeMessages } from '../../messages/en/home.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { useMe } from '../shell/use-me.ts';

/** Leads to the person's own library, where everybody can upload. */
export function OwnLibraryButton() {
  const { PersonalLibraryId } = useMe();
  return (
    <LinkButton to="/libraries/$id" params={{ id: String(PersonalLibraryId) }}>
      {homeMessages.toMine}
    </LinkButton>
  );
}

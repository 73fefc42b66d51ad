import { Button } from '@mantine/core';
import { IconUser, IconUserPlus, IconUserShield, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { listPeople } from '../../../api/admin/people.ts';
import type { User } from '../../../api/answers.ts';
import { adminPeopleMessages } from '../../../messages/en/admin-people.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { FindField } from '../find-field.tsx';
import { AddPerson } from './add-person.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { RemovePerson } from './remove-person.tsx';
import libraryCss from '../../library/library.module.css';
import sharingCss from '../../sharing/sharing.module.css';

const t = adminPeopleMessages;
const TYPING_MS = 200;

/** The dialog about a person. */
type Asked = { kind: 'add' } | { kind: 'person' | 'remove'; person: User };

/** All people of the deployment, found by name or address, page by page. */
export function PeoplePage() {
  const [typed, setTyped] = useState('');
  const [asked, ask] = useState<Asked | null>(null);
  const query = useDebounced(typed.trim(), TYPING_MS);
  const list = usePagedList(['users', query], (after) => listPeople(query, after));
  const close = () => ask(null);
  const head = (
    <FindField label={t.find} typed={typed} onType={setTyped}>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => ask({ kind: 'add' })}>
        {t.add}
      </Button>
    </FindField>
  );
  return (
    <>
      <ListPage title={t.title} text={t.text} list={list} none={{ Icon: IconUsers, text: t.none }} head={head}>
        {(people) => (
          <ul className={libraryCss.placeList}>
            {people.map((person) => (
              <li key={person.UserId}>
                <PersonRow person={person} onOpen={() => ask({ kind: 'person', person })} />
              </li>
            ))}
          </ul>
        )}
      </ListPage>
      {asked?.kind === 'add' ? <AddPerson onClose={close} /> : null}
      {asked?.kind === 'person' ? (
        <PersonDialog
          person={asked.person}
          onRemove={() => ask({ kind: 'remove', person: asked.person })}
          onClose={close}
        />
      ) : null}
      {asked?.kind === 'remove' ? <RemovePerson person={asked.person} onClose={close} /> : null}
    </>
  );
}

function PersonRow({ person: { Name, Email, IsSiteAdmin }, onOpen }: { person: User; onOpen: () => void }) {
  const Icon = IsSiteAdmin ? IconUserShield : IconUser;
  return (
    <button type="button" className={libraryCss.placeRow} onClick={onOpen}>
      <Icon size={26} stroke={1.5} aria-hidden />
      <span className={libraryCss.placeWhat}>
        {Name}
        <small>{Email}</small>
      </span>
      {IsSiteAdmin ? <span className={sharingCss.mark}>{t.siteAdmin}</span> : null}
    </button>
  );
}

import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Person } from '../../../api/answers.ts';
import { listDocuments } from '../../../api/library.ts';
import { filterMessages as t } from '../../../messages/en/filters.ts';
import { PersonLook } from '../../../ui/person/person.tsx';
import { useMe } from '../../shell/use-me.ts';
import { useBrowsing } from '../browser-context.ts';

const NEWEST = { orderBy: 'date desc', filter: '', more: { expand: 'modifiedBy' } };
const PAGE = { skip: 0, top: 50 };
const MAX_PEOPLE = 6;

/** The people who modified the newest documents of the folder. */
export function PeopleItems({ onChoose }: { onChoose: (userId: number) => void }) {
  const { UserId } = useMe();
  const { id } = useBrowsing().container;
  const { data } = useQuery({
    queryKey: ['contributors', id],
    queryFn: ({ signal }) => listDocuments(id, NEWEST, PAGE, signal),
  });
  const people = new Map<number, Person>();
  for (const { ModifiedBy } of data?.rows ?? []) {
    if (ModifiedBy && ModifiedBy.UserId !== UserId) people.set(ModifiedBy.UserId, ModifiedBy);
  }
  if (people.size === 0) return null;
  return (
    <>
      <Menu.Label>{t.recentPeople}</Menu.Label>
      {[...people.values()].slice(0, MAX_PEOPLE).map((person) => (
        <Menu.Item key={person.UserId} onClick={() => onChoose(person.UserId)}>
          <PersonLook person={person} size={22} />
        </Menu.Item>
      ))}
    </>
  );
}

import type { ListedAccount } from '../../../api/answers.ts';
import { adminPeopleMessages } from '../../../messages/en/admin/people.ts';
import { Avatar } from '../../../ui/person/avatar.tsx';
import { formatDate } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import sharingCss from '../../sharing/sharing.module.css';
import { type Column, DataTable, OpenCell } from '../../../ui/table/data-table.tsx';
import { useSelection } from '../../../ui/table/use-selection.ts';
import { BulkBar } from './bulk-bar.tsx';

const t = adminPeopleMessages.table;

type Props = {
  people: ListedAccount[];
  /** Of the list: another filter starts without a selection. */
  filterKey: string;
  onOpen: (person: ListedAccount) => void;
};

/** One row per person: name, role, state and last activity; actions for the selected ones. */
export function PeopleTable({ people, filterKey, onOpen }: Props) {
  const selection = useSelection(filterKey);
  const chosen = people.filter(({ UserId }) => selection.chosen.has(UserId));
  return (
    <>
      <DataTable
        label={adminPeopleMessages.title}
        items={people}
        idOf={({ UserId }) => UserId}
        columns={columnsOf(onOpen)}
        selection={{ ...selection, nameOf: ({ Name }) => Name }}
      />
      <BulkBar people={chosen} onDone={selection.clear} />
    </>
  );
}

function columnsOf(onOpen: Props['onOpen']): Column<ListedAccount>[] {
  return [
    { label: t.person, isMain: true, cell: (person) => <Who person={person} onOpen={() => onOpen(person)} /> },
    {
      label: t.role,
      cell: ({ IsSiteAdmin }) =>
        IsSiteAdmin ? <span className={sharingCss.mark}>{adminPeopleMessages.siteAdmin}</span> : t.member,
    },
    { label: t.state, cell: ({ State }) => t.states[State] },
    { label: adminPeopleMessages.account.managedBy, cell: ({ ManagedBy }) => ManagedBy ?? t.siteAdmins },
    {
      label: t.factor,
      cell: ({ HasSecondFactor, SecondFactorDue }) => {
        if (HasSecondFactor) return t.factors.On;
        return SecondFactorDue === null ? t.factors.Off : t.due(t.factors.Missing, formatDate(SecondFactorDue));
      },
    },
    {
      label: t.lastSeen,
      cell: ({ LastSeen }) => (LastSeen === null ? adminPeopleMessages.account.never : <RelativeTime iso={LastSeen} />),
    },
  ];
}

function Who({ person: { UserId, Name, Email, PictureUri }, onOpen }: { person: ListedAccount; onOpen: () => void }) {
  return (
    <OpenCell onOpen={onOpen}>
      <Avatar name={Name} of={UserId} picture={PictureUri} size={32} />
      <span>
        {Name}
        <small>{Email}</small>
      </span>
    </OpenCell>
  );
}

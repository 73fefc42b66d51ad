import type { LoggedActivity } from '../../../api/answers.ts';
import { auditMessages as t } from '../../../messages/en/admin/audit.ts';
import { formatList } from '../../../formatters.ts';
import { formatTime } from '../../../ui/format.ts';
import { Person } from '../../../ui/person/person.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';

/** Item, event, person and exact time of an entry of the activity log. */
export const LOG_COLUMNS: Column<LoggedActivity>[] = [
  {
    label: t.columns.item,
    isMain: true,
    cell: ({ ContentName, Reason }) => (
      <>
        {ContentName}
        {Reason === null ? null : <small>{Reason}</small>}
      </>
    ),
  },
  {
    label: t.columns.activity,
    cell: ({ ActivityItemType, Changes, OfPerson }) => (
      <>
        {t.log.sentence(ActivityItemType)}
        {OfPerson === null ? null : <small>{t.log.accountOf(OfPerson.Name)}</small>}
        {Changes === null || Changes.length === 0 ? null : (
          <small>{formatList(Changes.map((change) => t.log.changes[change]))}</small>
        )}
      </>
    ),
  },
  { label: t.columns.person, cell: (row) => <Who row={row} /> },
  {
    label: t.columns.time,
    cell: ({ ActivityDate }) => <time dateTime={ActivityDate}>{formatTime(ActivityDate)}</time>,
  },
];

const WITHOUT_ACCOUNT: Record<string, string> = { 'Share By Link User': t.log.visitor, System: t.log.service };

function Who({ row: { Person: person, UserName } }: { row: LoggedActivity }) {
  return person === null ? (WITHOUT_ACCOUNT[UserName] ?? UserName) : <Person person={person} />;
}

import type { UserImportResult } from '../../../api/answers.ts';
import { adminPeopleMessages } from '../../../messages/en/admin/people.ts';
import sharingCss from '../../sharing/sharing.module.css';
import adminCss from '../admin.module.css';
import type { Column } from '../../../ui/table/data-table.tsx';

const t = adminPeopleMessages.import;

type Line = UserImportResult['Lines'][number];

/** How many people are added, exist, or have errors. */
export function ImportSummary({ lines }: { lines: Line[] }) {
  const count = (outcome: Line['Outcome']) => lines.filter(({ Outcome }) => Outcome === outcome).length;
  return <p role="status">{t.summary(count('Added'), count('Exists'), count('Invalid'))}</p>;
}

/** The columns of the lines; `isDone`: they were imported. */
export function importColumns(isDone: boolean): Column<Line>[] {
  return [
    { label: t.columns.line, isNumber: true, cell: ({ Line: line }) => line },
    {
      label: t.columns.person,
      isMain: true,
      cell: ({ Name, Email }) => (
        <>
          {Name}
          <small>{Email}</small>
        </>
      ),
    },
    {
      label: t.columns.role,
      cell: ({ IsSiteAdmin }) =>
        IsSiteAdmin ? (
          <span className={sharingCss.mark}>{adminPeopleMessages.siteAdmin}</span>
        ) : (
          adminPeopleMessages.table.member
        ),
    },
    { label: t.columns.groups, isText: true, cell: ({ Groups }) => Groups.join(', ') },
    { label: t.columns.outcome, isText: true, cell: (line) => <OutcomeText line={line} isDone={isDone} /> },
  ];
}

function OutcomeText({ line: { Outcome: outcome, Errors }, isDone }: { line: Line; isDone: boolean }) {
  if (outcome === 'Invalid') return <span className={adminCss.adminError}>{Errors.join(' ')}</span>;
  return outcome === 'Added' && isDone ? t.added : t.outcomes[outcome];
}

import type { DeploymentJob } from '../../../api/answers.ts';
import { jobMessages as t } from '../../../messages/en/admin/jobs.ts';
import { Person } from '../../../ui/person/person.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import sharingCss from '../../sharing/sharing.module.css';
import type { Column } from '../../../ui/table/data-table.tsx';
import adminCss from '../admin.module.css';

/** Kind, creator, state and time of a job that a person started. */
export const STARTED_COLUMNS: Column<DeploymentJob>[] = [
  {
    label: t.columns.job,
    isMain: true,
    cell: ({ JobType, Error }) => (
      <>
        {t.kind(JobType)}
        {Error === null ? null : <small className={adminCss.adminError}>{t.error(Error)}</small>}
      </>
    ),
  },
  { label: t.columns.creator, cell: ({ CreatorPerson }) => <Person person={CreatorPerson} /> },
  {
    label: t.columns.state,
    cell: ({ State }) => (
      <span className={State === 'Failed' ? `${sharingCss.mark} ${sharingCss.isLoud}` : sharingCss.mark}>
        {t.startedStates[State]}
      </span>
    ),
  },
  { label: t.columns.date, cell: ({ DateEnded, DateCreated }) => <RelativeTime iso={DateEnded ?? DateCreated} /> },
];

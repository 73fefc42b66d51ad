import { IconStack2 } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { listDeploymentJobs, listQueue } from '../../../api/admin/jobs.ts';
import { jobMessages as t } from '../../../messages/en/admin/jobs.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { StateFilter, useStateFilter } from '../state-filter.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { QUEUE_COLUMNS, retryOf } from './queue-columns.tsx';
import { STARTED_COLUMNS } from './started-columns.tsx';
import ownTasksCss from '../../own-tasks/own-tasks.module.css';

/** Background work: the queue, and the jobs that people started. */
export function AdminJobsPage() {
  const { view } = useSearch({ strict: false });
  return view === 'begun' ? <Begun /> : <Queue />;
}

function Queue() {
  const state = useStateFilter(t.states);
  const list = usePagedList(['admin-queue', state ?? ''], (after) => listQueue(state, after));
  const head = (
    <>
      <Views />
      <StateFilter label={t.filter} all={t.all} states={t.states} />
    </>
  );
  return (
    <ListPage title={t.title} text={t.text} list={list} head={head} none={{ Icon: IconStack2, text: t.none }}>
      {(jobs) => (
        <DataTable
          label={t.queue}
          items={jobs}
          idOf={({ QueuedJobId }) => QueuedJobId}
          columns={QUEUE_COLUMNS}
          renderActions={retryOf}
        />
      )}
    </ListPage>
  );
}

function Begun() {
  const list = usePagedList(['admin-jobs'], listDeploymentJobs);
  const none = { Icon: IconStack2, text: t.startedNone };
  return (
    <ListPage title={t.title} text={t.text} list={list} head={<Views />} none={none}>
      {(jobs) => <DataTable label={t.started} items={jobs} idOf={({ JobId }) => JobId} columns={STARTED_COLUMNS} />}
    </ListPage>
  );
}

// In the address, so that the back button returns to it.
function Views() {
  const current = { className: ownTasksCss.isCurrent, 'aria-current': 'page' } as const;
  const { view } = useSearch({ strict: false });
  return (
    <nav className={ownTasksCss.views} aria-label={t.views}>
      <Link to="/admin/jobs" search={{}} activeProps={{}} {...(view === 'begun' ? {} : current)}>
        {t.queue}
      </Link>
      <Link to="/admin/jobs" search={{ view: 'begun' }} activeProps={{}} {...(view === 'begun' ? current : {})}>
        {t.started}
      </Link>
    </nav>
  );
}

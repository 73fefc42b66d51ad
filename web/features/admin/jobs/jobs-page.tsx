import { IconStack2 } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { listDeploymentJobs, listQueue } from '../../../api/admin-jobs.ts';
import { jobTexts as said } from '../../../texts/en/admin-jobs.ts';
import { ListPage, usePagedList } from '../../shell/list-page.tsx';
import { StateFilter, useStateFilter } from '../state-filter.tsx';
import { BegunRow } from './begun-row.tsx';
import { QueueRow } from './queue-row.tsx';
import '../../library/library.css';
import '../../own-tasks/own-tasks.css';
import '../../sharing/sharing.css';

/** Background work: the queue, and what people have begun. */
export function AdminJobsPage() {
  const { view } = useSearch({ strict: false });
  return view === 'begun' ? <Begun /> : <Queue />;
}

function Queue() {
  const state = useStateFilter(said.states);
  const list = usePagedList(['admin-queue', state ?? ''], (after) => listQueue(state, after));
  const head = (
    <>
      <Views />
      <StateFilter label={said.filter} all={said.all} states={said.states} />
    </>
  );
  return (
    <ListPage title={said.title} text={said.text} list={list} head={head} none={{ Icon: IconStack2, text: said.none }}>
      {(jobs) => (
        <ul className="place-list section-title">
          {jobs.map((job) => (
            <QueueRow key={job.QueuedJobId} job={job} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function Begun() {
  const list = usePagedList(['admin-jobs'], listDeploymentJobs);
  const none = { Icon: IconStack2, text: said.begunNone };
  return (
    <ListPage title={said.title} text={said.text} list={list} head={<Views />} none={none}>
      {(jobs) => (
        <ul className="place-list section-title">
          {jobs.map((job) => (
            <BegunRow key={job.JobId} job={job} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

// In the address, so that one comes back to it.
function Views() {
  const current = { className: 'is-current', 'aria-current': 'page' } as const;
  const { view } = useSearch({ strict: false });
  return (
    <nav className="views" aria-label={said.views}>
      <Link to="/admin/jobs" search={{}} activeProps={{}} {...(view === 'begun' ? {} : current)}>
        {said.queue}
      </Link>
      <Link to="/admin/jobs" search={{ view: 'begun' }} activeProps={{}} {...(view === 'begun' ? current : {})}>
        {said.begun}
      </Link>
    </nav>
  );
}

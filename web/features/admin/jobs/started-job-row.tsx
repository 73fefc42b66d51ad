import type { DeploymentJob } from '../../../api/answers.ts';
import { jobMessages as t } from '../../../messages/en/admin-jobs.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';

/** A job that a person started, and its state. */
export function StartedJobRow({ job }: { job: DeploymentJob }) {
  const { JobType, State, Creator, DateCreated, DateEnded, Error } = job;
  return (
    <li className="place-row">
      <span className="place-what">
        {t.kind(JobType)}
        <small>
          {t.by(Creator)}, <RelativeTime iso={DateEnded ?? DateCreated} />
        </small>
        {Error === null ? null : <small className="admin-error">{t.error(Error)}</small>}
      </span>
      <span className={State === 'Failed' ? 'mark is-loud' : 'mark'}>{t.startedStates[State]}</span>
    </li>
  );
}

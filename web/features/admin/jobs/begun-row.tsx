import type { DeploymentJob } from '../../../api/answers.ts';
import { jobTexts as said } from '../../../texts/en/admin-jobs.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';

/** A job that somebody has begun: what, who, and what became of it. */
export function BegunRow({ job }: { job: DeploymentJob }) {
  const { JobType, State, Creator, DateCreated, DateEnded, Error } = job;
  return (
    <li className="place-row">
      <span className="place-what">
        {said.kind(JobType)}
        <small>
          {said.by(Creator)}, <RelativeTime iso={DateEnded ?? DateCreated} />
        </small>
        {Error === null ? null : <small className="admin-error">{said.error(Error)}</small>}
      </span>
      <span className={State === 'Failed' ? 'mark is-loud' : 'mark'}>{said.begunStates[State]}</span>
    </li>
  );
}

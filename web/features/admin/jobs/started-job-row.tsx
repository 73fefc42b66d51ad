import type { DeploymentJob } from '../../../api/answers.ts';
import { jobMessages as t } from '../../../messages/en/admin-jobs.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import adminCss from '../admin.module.css';
import libraryCss from '../../library/library.module.css';
import sharingCss from '../../sharing/sharing.module.css';

/** A job that a person started, and its state. */
export function StartedJobRow({ job }: { job: DeploymentJob }) {
  const { JobType, State, Creator, DateCreated, DateEnded, Error } = job;
  return (
    <li className={libraryCss.placeRow}>
      <span className={libraryCss.placeWhat}>
        {t.kind(JobType)}
        <small>
          {t.by(Creator)}, <RelativeTime iso={DateEnded ?? DateCreated} />
        </small>
        {Error === null ? null : <small className={adminCss.adminError}>{t.error(Error)}</small>}
      </span>
      <span className={State === 'Failed' ? `${sharingCss.mark} ${sharingCss.isLoud}` : sharingCss.mark}>
        {t.startedStates[State]}
      </span>
    </li>
  );
}

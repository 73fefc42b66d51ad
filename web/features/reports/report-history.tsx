import { Skeleton, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AsyncJob } from '../../api/answers.ts';
import { listJobs } from '../../api/reports.ts';
import { reportMessages } from '../../messages/en/reports.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { usePagedList } from '../shell/list-page.tsx';
import { formatPeriod } from './bars.ts';
import libraryCss from '../library/library.module.css';
import shellCss from '../shell/shell.module.css';

const t = reportMessages.history;

/** The person's existing reports. */
export function ReportHistory() {
  const { items, error, next } = usePagedList(['jobs'], listJobs);
  const reports = items?.filter(({ JobType }) => JobType.endsWith('-report'));
  return (
    <section>
      <Title order={2} size="h4" className={shellCss.sectionTitle}>
        {t.title}
      </Title>
      <ProblemAlert error={error} />
      {reports === undefined && error === null ? <Skeleton height={80} /> : null}
      {reports?.length === 0 && next.load === null ? <p>{t.none}</p> : null}
      <ul className={libraryCss.placeList}>
        {reports?.map((job) => (
          <li key={job.JobId}>
            <Row job={job} />
          </li>
        ))}
      </ul>
      <MoreButton next={next} mt="md" />
    </section>
  );
}

function Row({ job }: { job: AsyncJob }) {
  const { JobId, JobType, DateCreated, About } = job;
  return (
    <Link
      to="."
      search={(before) => ({ ...before, job: String(JobId) })}
      className={libraryCss.placeRow}
      activeProps={{ 'aria-current': 'true' }}
      activeOptions={{ includeSearch: true, exact: true }}
    >
      <span className={libraryCss.placeWhat}>
        {reportMessages.about(About?.Name ?? null, reportMessages.kindOf[JobType] ?? JobType)}
        <small>
          {About === null ? '' : `${formatRange(About)} · `}
          <RelativeTime iso={DateCreated} /> · {stateOf(job)}
        </small>
      </span>
    </Link>
  );
}

const BEGINNING = '1970-01-01';

function formatRange({ From, To }: NonNullable<AsyncJob['About']>): string {
  const [from, to] = [From.slice(0, 10), To.slice(0, 10)];
  if (from === BEGINNING) return reportMessages.upTo(formatPeriod(to, 'Day'));
  return reportMessages.between(formatPeriod(from, 'Day'), formatPeriod(to, 'Day'));
}

function stateOf(job: AsyncJob): string {
  if (!('IsComplete' in job)) return t.creating;
  return job.Error === undefined ? t.ready : t.failed;
}

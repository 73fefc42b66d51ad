import { Button, Skeleton, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AsyncJob } from '../../api/answers.ts';
import { listJobs } from '../../api/reports.ts';
import { appTexts } from '../../texts/en/app.ts';
import { reportTexts } from '../../texts/en/reports.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { usePagedList } from '../shell/list-page.tsx';
import { printPeriod } from './bars.ts';

const said = reportTexts.history;

/** One's own reports that are kept, to come back to. */
export function ReportHistory() {
  const { items, error, more, isFetchingMore } = usePagedList(['jobs'], listJobs);
  const reports = items?.filter(({ JobType }) => JobType.endsWith('-report'));
  return (
    <section>
      <Title order={2} size="h4" className="section-title">
        {said.title}
      </Title>
      <ProblemAlert error={error} />
      {reports === undefined && error === null ? <Skeleton height={80} /> : null}
      {reports?.length === 0 && more === null ? <p>{said.none}</p> : null}
      <ul className="place-list">
        {reports?.map((job) => (
          <li key={job.JobId}>
            <Row job={job} />
          </li>
        ))}
      </ul>
      {more === null ? null : (
        <Button variant="default" mt="md" loading={isFetchingMore} onClick={more}>
          {appTexts.list.more}
        </Button>
      )}
    </section>
  );
}

function Row({ job }: { job: AsyncJob }) {
  const { JobId, JobType, DateCreated, About } = job;
  return (
    <Link
      to="."
      search={(before) => ({ ...before, job: String(JobId) })}
      className="place-row"
      activeProps={{ 'aria-current': 'true' }}
      activeOptions={{ includeSearch: true, exact: true }}
    >
      <span className="place-what">
        {reportTexts.about(About?.Name ?? null, reportTexts.kindOf[JobType] ?? JobType)}
        <small>
          {About === null ? '' : `${printRange(About)} · `}
          <RelativeTime iso={DateCreated} /> · {stateOf(job)}
        </small>
      </span>
    </Link>
  );
}

const BEGINNING = '1970-01-01';

function printRange({ From, To }: NonNullable<AsyncJob['About']>): string {
  const [from, to] = [From.slice(0, 10), To.slice(0, 10)];
  if (from === BEGINNING) return reportTexts.upTo(printPeriod(to, 'Day'));
  return reportTexts.between(printPeriod(from, 'Day'), printPeriod(to, 'Day'));
}

function stateOf(job: AsyncJob): string {
  if (!('IsComplete' in job)) return said.making;
  return job.Error === undefined ? said.ready : said.failed;
}

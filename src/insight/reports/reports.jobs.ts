/** The work of reports. After a crash a report is made again: its stored bytes have no row and are swept. */
import type { Deps } from '../../platform/deps.ts';
import { abortable } from '../../platform/abortable.ts';
import { StoreUnavailableError } from '../../platform/blobs/store.ts';
import type { JsonTree } from '../../core/async-jobs/async-jobs.queries.ts';
import type { AsyncJob } from '../../core/async-jobs/async-jobs.steps.ts';
import { storeFiles } from '../../core/async-jobs/files.steps.ts';
import type { JobKind } from '../../core/async-jobs/kinds.ts';
import type { RunningJob } from '../../core/async-jobs/work.queries.ts';
import { defineAsyncJob, jobStep } from '../../core/async-jobs/work.ts';
import {
  type ActivityFilter,
  type ActivityRow,
  type Names,
  findDenied,
  nextActivities,
} from '../report-rows/activity-rows.queries.ts';
import { ACTIVITY_LAYOUT, type Layout, TASK_LAYOUT, USER_LAYOUT } from '../report-rows/layouts.ts';
import { JobIsOver, pagesFor } from '../report-rows/pages.ts';
import type { ActivityParameters, TaskParameters } from './parameters.ts';
import { storeReport } from '../report-rows/store-report.ts';
import { ACTIVITY_COUNTS, type CountedBy, TASK_COUNTS, countRows, newTally, summarize } from './summary.ts';
import { nextTasks } from '../report-rows/task-rows.queries.ts';

export const userReportJob = defineActivityReport('user-admin-report', USER_LAYOUT, (userId) => ({ userId }));

export const documentReportJob = defineActivityReport('document-activity-report', ACTIVITY_LAYOUT, (documentId) => {
  return { documentId };
});

export const libraryReportJob = defineActivityReport('library-activity-report', ACTIVITY_LAYOUT, (libraryId) => {
  return { libraryId };
});

export const taskReportJob = defineAsyncJob<TaskParameters>('task-report', async (deps, job) => {
  const { deploymentId, parameters } = job;
  const statuses = parameters.statuses === '' ? [] : parameters.statuses.split(',');
  const filter = { ...parameters, deploymentId, statuses };
  const pages = pagesFor(deps, job, 0, (after, limit) => nextTasks(deps.sql, filter, after, limit));
  return makeReport(deps, job, TASK_LAYOUT, pages, TASK_COUNTS);
});

function defineActivityReport(
  kind: JobKind,
  layout: Layout<ActivityRow>,
  subject: (id: number) => ActivityFilter['of'],
): AsyncJob<ActivityParameters> {
  return defineAsyncJob<ActivityParameters>(kind, async (deps, job) => {
    const { subjectId, from, ...parameters } = job.parameters;
    const { deploymentId } = job;
    const denied = await findDeniedTo(deps, job);
    const filter = { ...parameters, from, deploymentId, of: subject(subjectId), denied };
    const names: Names = new Map();
    const pages = pagesFor(deps, job, { at: from, activityId: 0 }, (after, limit) =>
      nextActivities(deps.sql, filter, names, after, limit),
    );
    return makeReport(deps, job, layout, pages, ACTIVITY_COUNTS);
  });
}

async function findDeniedTo(deps: Deps, job: RunningJob<ActivityParameters>) {
  if (!job.parameters.leavesOutDenied) return { folderIds: [], documentIds: [] };
  const { deploymentId, createdBy: userId } = job;
  return findDenied(deps.sql, { deploymentId, userId, isSiteAdmin: false, now: deps.clock() });
}

async function makeReport<Row>(
  deps: Deps,
  job: RunningJob<{ timeZone?: string }>,
  layout: Layout<Row>,
  pages: AsyncIterable<Row[]>,
  counts: CountedBy<Row>,
): Promise<JsonTree | undefined> {
  try {
    const tally = newTally();
    const { deploymentId, jobId, stopping } = job;
    const whileRunning = stopping === undefined ? pages : abortable(pages, stopping);
    const { files, rows } = await storeReport(
      deps.blobs,
      layout,
      countRows(whileRunning, counts, tally, job.parameters.timeZone),
    );
    // A finished report is stored even if the worker is stopping.
    const kept = await jobStep(deps, { deploymentId, jobId }, {}, async (tx, progress) => {
      await storeFiles(tx, job, files);
      return progress;
    });
    if (kept !== undefined) return { rows, summary: summarize(tally) };
    for (const { key } of Object.values(files)) await deps.blobs.remove(key);
    return undefined;
  } catch (error) {
    if (error instanceof JobIsOver) return undefined;
    // A StoreUnavailableError is a Problem for clients, which would end the job; this error is retried.
    throw error instanceof StoreUnavailableError
      ? new Error('The content store is not available.', { cause: error })
      : error;
  }
}

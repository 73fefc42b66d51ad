/** Starts reports (docs/api/reports.md#reports). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { parseEmail } from '../../platform/values/email.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { type AsyncJob, startAsyncJob } from '../../core/async-jobs/async-jobs.steps.ts';
import type { ActivityParameters, TaskParameters } from './parameters.ts';
import { readRange, readReportZone } from '../report-rows/range.ts';
import type { AccessSubject } from './reports.access.ts';
import { taskReportJob } from './reports.jobs.ts';
import { type ActivityReportQuery, TASK_STATUSES, type TaskReportQuery } from './reports.schema.ts';
import { findUserIdByEmail } from '../report-rows/task-rows.queries.ts';

/** One of the activity reports; `maxDays`: docs/api/reports.md#reports. */
export type ActivityReport = { access: AccessSubject; job: AsyncJob<ActivityParameters>; maxDays?: number };

const MAX_TASK_DAYS = 90;

/** Statuses as clients name them, and the states of the rows. */
const STATES = { open: ['Open'], completed: ['Approved', 'Denied'], cancelled: ['Cancelled'], expired: ['Expired'] };

/** Starts a report of a user, document or library, and returns the job's id. 400, 404, 403. */
export async function startActivityReport(
  deps: Deps,
  actor: Actor,
  { access, job, maxDays }: ActivityReport,
  id: number,
  wanted: Static<typeof ActivityReportQuery>,
): Promise<number> {
  const range = readRange(wanted, actor.now, maxDays);
  return creation(deps.sql, actor, async (tx) => {
    const subject = await access(tx, actor, id);
    return start(tx, actor, job, subject.name, {
      ...range,
      subjectId: subject.id,
      subjectName: subject.name,
      timeZone: readReportZone(wanted),
      includeSyncs: wanted.includeSyncs === true,
      leavesOutDenied: !actor.isSiteAdmin,
      fileName: wanted.fileName ?? null,
    });
  });
}

/** Starts a report of tasks, and returns the job's id. 400. */
export async function startTaskReport(
  deps: Deps,
  actor: Actor,
  wanted: Static<typeof TaskReportQuery>,
): Promise<number> {
  const common = { ...readRange(wanted, actor.now, MAX_TASK_DAYS), statuses: readStatuses(wanted.status ?? []).join() };
  const assignee = wanted.assignee === undefined ? null : readEmail(wanted.assignee, 'assignee');
  return creation(deps.sql, actor, async (tx) => {
    const creatorId = wanted.creator === undefined ? null : await readCreator(tx, actor, wanted.creator);
    return start(tx, actor, taskReportJob, 'Tasks', {
      ...common,
      asOf: actor.now.toISOString(),
      timeZone: readReportZone(wanted),
      creatorId,
      assignee,
      fileName: wanted.fileName ?? null,
    } satisfies TaskParameters);
  });
}

// The row has no place: requesting a report on a document is not activity of the document.
async function start<Parameters extends ActivityParameters | TaskParameters>(
  tx: Tx,
  actor: Actor,
  job: AsyncJob<Parameters>,
  contentName: string,
  parameters: Parameters,
): Promise<number> {
  const jobId = await startAsyncJob(tx, actor, job, parameters);
  const details = { report: job.kind, jobId, subjectId: 'subjectId' in parameters ? parameters.subjectId : null };
  await recordActivity(tx, actor, { type: 'ReportCreated', contentName, details });
  return jobId;
}

function readStatuses(wanted: string[]): string[] {
  const names = wanted.map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  const unknown = names.find((name) => !(TASK_STATUSES as readonly string[]).includes(name));
  if (unknown !== undefined) throw invalidParameter('status', `status must be one of ${TASK_STATUSES.join(', ')}.`);
  if (names.includes('all')) return [];
  return [...new Set(names)].flatMap((name) => STATES[name as keyof typeof STATES]);
}

function readEmail(text: string, parameter: string): string {
  const email = parseEmail(text);
  if (email === null) throw invalidParameter(parameter, `${parameter} must be an email address.`);
  return email;
}

async function readCreator(tx: Tx, actor: Actor, text: string): Promise<number> {
  const userId = await findUserIdByEmail(tx, actor.deploymentId, readEmail(text, 'creator'));
  if (userId === undefined) throw invalidParameter('creator', 'creator must be the address of a user.');
  return userId;
}

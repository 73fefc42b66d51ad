/** Access to reports, checked when a report is requested and again when it is fetched. */
import type { Db } from '../../platform/db/connection.ts';
import { Problem, forbidden, gone, notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { type AsyncJobRow, findAsyncJob } from '../../core/async-jobs/async-jobs.queries.ts';
import type { JobKind } from '../../core/async-jobs/kinds.ts';
import { findUser } from '../../people/users/users.queries.ts';
import { accessDocument, accessLibrary } from '../../library/tree/tree.access.ts';
import { REPORT_POLICY } from './insight.policy.ts';
import { isAnythingDenied } from '../report-rows/activity-rows.queries.ts';

export type Subject = { id: number; name: string };

/** The subject with a client's id, for its report: 404, and 403 without the right to the report. */
export type AccessSubject = (sql: Db, actor: Actor, id: number) => Promise<Subject>;

/** Site admins only, which the route checks. */
export const accessUserForReport: AccessSubject = async (sql, actor, id) => {
  const user = await findUser(sql, actor.deploymentId, id);
  if (user === undefined) throw notFound('user');
  return { id, name: user.email };
};

/** Site admins can request reports of all documents, including those in other people's personal libraries. */
export const accessDocumentForReport: AccessSubject = async (sql, actor, id) => {
  const { name } = await accessDocument(sql, actor, id, 'Report');
  return { id, name };
};

/** The same for libraries. */
export const accessLibraryForReport: AccessSubject = async (sql, actor, id) => {
  const { name } = await accessLibrary(sql, actor, id, 'Report');
  return { id, name };
};

const ACCESS = { document: accessDocumentForReport, library: accessLibraryForReport };

/**
 * The finished report for its result, or undefined while it is being made: 404, 410 once it is gone, 403 without the
 * right to it, 500 if it failed.
 */
export async function accessReport(
  sql: Db,
  actor: Actor,
  kind: JobKind,
  jobId: number,
): Promise<AsyncJobRow | undefined> {
  const job = await findAsyncJob(sql, actor, jobId);
  if (job === undefined || job.kind !== kind) throw notFound('report');
  if (job.isGone) throw gone('The report was deleted or has expired.');
  if (!actor.isSiteAdmin) await assertMayStillHave(sql, actor, job);
  if (job.state === 'failed') throw new Problem('/internal_error', job.error ?? 'The report failed.');
  return job.state === 'processing' ? undefined : job;
}

// Nobody can read items in the trash or purged items.
async function assertMayStillHave(sql: Db, actor: Actor, { kind, parameters, createdBy }: AsyncJobRow): Promise<void> {
  const subjectId = Number(parameters['subjectId']);
  const rule = REPORT_POLICY[kind];
  if (rule === undefined) throw forbidden('This report is for site admins.');
  await asRefusal(ACCESS[rule.of](sql, actor, subjectId));
  if (rule.leavesOutDenied === true && createdBy !== actor.userId && (await isAnythingDenied(sql, actor, subjectId))) {
    throw forbidden('This report may contain items that are denied to you. Request your own report.');
  }
}

async function asRefusal(access: Promise<Subject>): Promise<void> {
  await access.catch((error: unknown) => {
    const isGone = error instanceof Problem && error.status === 404;
    throw isGone ? forbidden('You can no longer read the subject of this report.') : error;
  });
}

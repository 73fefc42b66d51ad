import type { Db } from '../../platform/db/connection.ts';
import { countJobs } from '../../core/queue/queue.queries.ts';
import { readUsage } from '../../library/counts/counts.queries.ts';
import { ACCESS_AFTER_MS } from '../../work/tasks/tasks.steps.ts';
import type { Overview } from './overview.schema.ts';

const DAY_MS = 86_400_000;

/** All figures except activity, in concurrent statements. */
export async function countDeployment(sql: Db, deploymentId: number, now: Date): Promise<Omit<Overview, 'Activity'>> {
  const [usage, people, Links, FailedSignIns, Jobs, Mails, Tasks] = await Promise.all([
    readUsage(sql, deploymentId),
    countPeople(sql, deploymentId),
    countLinks(sql, deploymentId, now),
    countFailedSignIns(sql, deploymentId, new Date(now.getTime() - 7 * DAY_MS)),
    countJobs(sql, deploymentId),
    countMails(sql, deploymentId),
    countTasks(sql, deploymentId, now),
  ]);
  return { Documents: usage.documents, StorageBytes: usage.bytes, ...people, Links, FailedSignIns, Jobs, Mails, Tasks };
}

// Index: users_name.
async function countPeople(sql: Db, deploymentId: number): Promise<Pick<Overview, 'People' | 'SiteAdmins'>> {
  const [row] = await sql<Pick<Overview, 'People' | 'SiteAdmins'>[]>`
    select count(*) as "People", count(*) filter (where is_site_admin) as "SiteAdmins"
    from users where deployment_id = ${deploymentId} and deleted_at is null`;
  return row ?? { People: 0, SiteAdmins: 0 };
}

// Links of tasks are hidden. Index: shares_own.
async function countLinks(sql: Db, deploymentId: number, now: Date): Promise<Overview['Links']> {
  const [row] = await sql<Overview['Links'][]>`
    select count(*) as "Active",
      count(*) filter (where not access_code_required and password_hash is null) as "Unprotected",
      count(*) filter (where expires_at is null) as "WithoutEnd"
    from shares
    where deployment_id = ${deploymentId} and revoked_at is null and refused_at is null and task_id is null
      and (expires_at is null or expires_at > ${now})`;
  return row ?? { Active: 0, Unprotected: 0, WithoutEnd: 0 };
}

// Index: activity_failed_sign_ins.
async function countFailedSignIns(sql: Db, deploymentId: number, since: Date): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from activity
    where deployment_id = ${deploymentId} and activity_type = 'InvalidUserOrPassword' and occurred_at >= ${since}`;
  return row?.count ?? 0;
}

// Indexes: mails_queued, mails_failed.
async function countMails(sql: Db, deploymentId: number): Promise<Overview['Mails']> {
  const [row] = await sql<Overview['Mails'][]>`
    select (select count(*) from mails
        where deployment_id = ${deploymentId} and state = 'queued' and attempts > 0) as "Delayed",
      (select count(*) from mails where deployment_id = ${deploymentId} and state = 'failed') as "Failed"`;
  return row ?? { Delayed: 0, Failed: 0 };
}

// An open task past its due date has expired, even before the worker processes it. Indexes: tasks_due, tasks_ended.
async function countTasks(sql: Db, deploymentId: number, now: Date): Promise<Overview['Tasks']> {
  const since = new Date(now.getTime() - ACCESS_AFTER_MS);
  const [row] = await sql<Overview['Tasks'][]>`
    select count(*) filter (where status = 'Open' and due_at > ${now}) as "Open",
      count(*) filter (where status = 'Expired' or due_at <= ${now}) as "Overdue"
    from (
      select status, due_at from tasks where deployment_id = ${deploymentId} and status = 'Open' and due_at > ${since}
      union all
      select status, due_at from tasks
      where deployment_id = ${deploymentId} and status = 'Expired' and ended_at > ${since}
    ) t`;
  return row ?? { Open: 0, Overdue: 0 };
}

/**
 * The number of activity rows on each of the last 30 days, today last. Reads counted days from activity_days and counts
 * the others. Index: activity_time.
 */
export async function countActivity(sql: Db, deploymentId: number, now: Date): Promise<Overview['Activity']> {
  return sql<Overview['Activity']>`
    select to_char(day, 'YYYY-MM-DD') as "Day", coalesce(
      (select c.events from activity_days c where c.deployment_id = ${deploymentId} and c.day = days.day::date),
      (select count(*) from activity a where a.deployment_id = ${deploymentId}
        and a.occurred_at >= day at time zone 'UTC'
        and a.occurred_at < (day + interval '1 day') at time zone 'UTC')) as "Events"
    from generate_series(${now}::timestamptz at time zone 'UTC' - interval '29 days', ${now}::timestamptz at time zone 'UTC',
      interval '1 day') as moments (moment), date_trunc('day', moment) as days (day)
    order by day`;
}

/** Counts the activity of those of the last 30 days that ended before `until`; each day is counted once. */
export async function countPastDays(sql: Db, until: Date): Promise<void> {
  const days = await sql<{ day: string }[]>`
    select to_char(day, 'YYYY-MM-DD') as day
    from generate_series(date_trunc('day', ${until}::timestamptz at time zone 'UTC') - interval '30 days',
      date_trunc('day', ${until}::timestamptz at time zone 'UTC') - interval '1 day', interval '1 day') as days (day)
    where exists (
      select from deployments d
      where not exists (select from activity_days c where c.deployment_id = d.deployment_id and c.day = days.day::date))
    order by day`;
  for (const { day } of days) await countDay(sql, day);
}

// Index: activity_time.
async function countDay(sql: Db, day: string): Promise<void> {
  const from = new Date(`${day}T00:00:00Z`);
  await sql`
    insert into activity_days (deployment_id, day, events)
    select d.deployment_id, ${day}::date, coalesce(c.events, 0)
    from deployments d left join (
      select deployment_id, count(*) as events from activity
      where occurred_at >= ${from} and occurred_at < ${new Date(from.getTime() + DAY_MS)} group by deployment_id
    ) c using (deployment_id)
    on conflict do nothing`;
}

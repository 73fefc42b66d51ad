import type { Db, Fragment } from '../../platform/db/connection.ts';
import { VISITOR_ID, performerIn } from '../../core/activity/activity.queries.ts';
import type { ActivityType } from '../../core/activity/activity-types.ts';
import { type PersonRow, findPersons } from '../../core/persons/persons.queries.ts';
import { type Names, nameOf } from '../report-rows/activity-rows.queries.ts';

/** A row with its person. */
export type WithPerson<Row extends LogRow> = Omit<Row, 'userId' | 'visitorEmail'> & {
  userName: string;
  userId: number;
  /** Null for visitors and the service. */
  person: PersonRow | null;
};

export type LatestActivity = WithPerson<LogRow>;

/** A row of the log with the revision that was added, assigned, approved or denied; null for other rows. */
export type LogRow = {
  activityId: number;
  at: string;
  type: ActivityType;
  contentName: string;
  userId: number | null;
  visitorEmail: string | null;
  revisionNumber: number | null;
};

type LatestPage = { limit: number; after: [at: string, activityId: number] | null };

/**
 * The latest activity of a document, as in its report; one more than the page. Index: activity_document, read
 * backwards.
 */
export async function latestActivities(
  sql: Db,
  { deploymentId, documentId }: { deploymentId: number; documentId: number },
  { limit, after }: LatestPage,
): Promise<LatestActivity[]> {
  const rows = await sql<LogRow[]>`
    select ${logColumns(sql)}
    from activity a
    where a.deployment_id = ${deploymentId} and a.document_id = ${documentId} and a.activity_type <> 'DocumentSynced'
      ${after === null ? sql`` : sql`and (a.occurred_at, a.activity_id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`}
    order by a.occurred_at desc, a.activity_id desc
    limit ${limit + 1}`;
  return withPeople(sql, deploymentId, rows);
}

/** The columns of a row `a` of the log. */
export function logColumns(sql: Db): Fragment {
  const by = performerIn(sql);
  return sql`a.activity_id as "activityId", a.occurred_at as at, a.activity_type as type, a.content_name as "contentName",
    ${by.userId} as "userId", ${by.name} as "visitorEmail",
    case when a.activity_type = 'DocumentRevised' then (
      select r.revision_number from revisions r where r.deployment_id = a.deployment_id
        and r.revision_id = (a.details ->> 'revisionId')::bigint)
      else (a.details ->> 'revisionNumber')::integer end as "revisionNumber"`;
}

/** The rows with the names of their people, which are looked up once each. */
export async function withPeople<Row extends LogRow>(
  sql: Db,
  deploymentId: number,
  rows: Row[],
): Promise<WithPerson<Row>[]> {
  const people = await findPersons(
    sql,
    deploymentId,
    rows.map(({ userId }) => userId),
  );
  const names: Names = new Map([...people.values()].map(({ userId, email }) => [userId, email]));
  return rows.map(({ userId, visitorEmail, ...row }) => ({
    ...row,
    userName: nameOf(names, userId, visitorEmail),
    userId: userId ?? VISITOR_ID,
    person: people.get(userId ?? VISITOR_ID) ?? null,
  }));
}

import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { ActivityType } from '../../core/activity/activity-types.ts';
import { performerIn } from '../../core/activity/activity.queries.ts';
import { type PersonRow, findPersons } from '../../core/persons/persons.queries.ts';
import type { Range } from '../report-rows/range.ts';
import { type LogRow, type WithPerson, logColumns, withPeople } from './latest.queries.ts';

/** Null: not filtered. */
export type LogFilter = {
  deploymentId: number;
  userId: number | null;
  documentId: number | null;
  libraryId: number | null;
  types: ActivityType[] | null;
  /** Null: all of time. */
  range: Range | null;
};

/** The cursor: time and id of a row. */
export type LogKey = [at: string, activityId: number];

/** A row with the place that it is about. */
export type LoggedActivity = WithPerson<Omit<LoggedRow, 'ofUserId'>> & { ofPerson: PersonRow | null };
type LoggedRow = LogRow & {
  libraryId: number | null;
  folderId: number | null;
  documentId: number | null;
  /** Why it failed or was refused; null if nothing is recorded. */
  reason: string | null;
  /** The person whose account it is about, if somebody else did it. */
  ofUserId: number | null;
  /** The details of a change of an account; null for other activity. */
  change: Record<string, unknown> | null;
};

/** Rows that a page with a filter by type looks at: the rest of the log follows on later pages. */
export const MAX_LOOKED_AT = 10_000;

/**
 * The rows of the log that match, newest first, at most one more than `limit`, and the key that the next page continues at
 * if a filter by type ended this one early. Indexes: activity_user, activity_document, activity_library, read backwards; without
 * those filters the primary key, because ids grow with time.
 */
export async function listLog(
  sql: Db,
  filter: LogFilter,
  { limit, after }: { limit: number; after: LogKey | null },
): Promise<{ rows: LoggedActivity[]; continuesAt: LogKey | null }> {
  const { deploymentId, types } = filter;
  const matching = sql`from activity a where ${isWanted(sql, filter)} ${isAfter(sql, filter, after)} order by ${order(sql, filter)}`;
  const looked = types === null ? limit + 1 : MAX_LOOKED_AT;
  const rows = await sql<LoggedRow[]>`
    select * from (
      select ${logColumns(sql)}, a.library_id as "libraryId", a.folder_id as "folderId", a.document_id as "documentId",
        a.details ->> 'reason' as reason,
        nullif((a.details ->> 'ofUserId')::bigint, ${performerIn(sql).userId}) as "ofUserId",
        case when a.activity_type = 'UserChanged' then a.details end as change
      ${matching} limit ${looked}
    ) as looked_at
    ${types === null ? sql`` : sql`where type = any (${types}::text[])`}
    limit ${limit + 1}`;
  const isCut = types !== null && rows.length <= limit;
  const [last] = isCut
    ? await sql<{ at: string; activityId: number }[]>`
        select a.occurred_at as at, a.activity_id as "activityId" ${matching} offset ${looked - 1} limit 1`
    : [];
  const others = await findPersons(
    sql,
    deploymentId,
    rows.map(({ ofUserId }) => ofUserId),
  );
  const withOthers = rows.map(({ ofUserId, ...row }) => ({ ...row, ofPerson: others.get(ofUserId ?? 0) ?? null }));
  return {
    rows: await withPeople(sql, deploymentId, withOthers),
    continuesAt: last === undefined ? null : [last.at, last.activityId],
  };
}

const isScoped = ({ userId, documentId, libraryId }: LogFilter): boolean =>
  userId !== null || documentId !== null || libraryId !== null;

function order(sql: Db, filter: LogFilter): Fragment {
  return isScoped(filter) ? sql`a.occurred_at desc, a.activity_id desc` : sql`a.activity_id desc`;
}

function isAfter(sql: Db, filter: LogFilter, after: LogKey | null): Fragment {
  if (after === null) return sql``;
  const [at, activityId] = after;
  if (!isScoped(filter)) return sql`and a.activity_id < ${activityId}::bigint`;
  return sql`and (a.occurred_at, a.activity_id) < (${at}::timestamptz, ${activityId}::bigint)`;
}

// An act of one person on the account of another has a second row, of the other.
function isFirst(sql: Db): Fragment {
  return sql`and ${performerIn(sql).userId} is not distinct from a.user_id`;
}

function isWanted(sql: Db, { deploymentId, userId, documentId, libraryId, range }: LogFilter): Fragment {
  return sql`a.deployment_id = ${deploymentId}
    ${userId === null ? isFirst(sql) : sql`and a.user_id = ${userId}`}
    ${documentId === null ? sql`` : sql`and a.document_id = ${documentId}`}
    ${libraryId === null ? sql`` : sql`and a.library_id = ${libraryId}`}
    ${range === null ? sql`` : sql`and a.occurred_at >= ${range.from} and a.occurred_at <= ${range.to}`}`;
}

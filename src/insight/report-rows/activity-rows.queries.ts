import type { Db, Fragment } from '../../platform/db/connection.ts';
import { isoTime } from '../../platform/db/values.ts';
import { VISITOR_ID, performerIn } from '../../core/activity/activity.queries.ts';
import type { ActivityType } from '../../core/activity/activity-types.ts';
import type { RightsHolder } from '../../library/rights/rights.ts';
import { deniedItems } from '../../library/rights/rights.queries.ts';
import { type Cell, cellOf, cellsOf } from './cells.ts';
import type { RowPage } from './pages.ts';
import type { Range } from './range.ts';

/** A row of the log in a report. */
export type ActivityRow = { at: string; type: ActivityType; content: Cell; user: Cell; userId: number };

/** A page of the log with one text per column: comma-separated lists, or JSON for arbitrary values. */
type Columns = {
  count: number;
  times: string;
  types: string;
  names: string;
  users: string;
  visitors: string;
  lastId: number;
};

export type ActivityFilter = Range & {
  deploymentId: number;
  of: { userId: number } | { documentId: number } | { libraryId: number };
  includeSyncs: boolean;
  /** Excluded items, with everything below a folder. */
  denied: Denied;
};

export type Denied = { folderIds: number[]; documentIds: number[] };

/** Where the next page starts. */
export type Position = { at: string; activityId: number };

/** Addresses of users by id, found so far. */
export type Names = Map<number, string>;

/**
 * The next rows by time. A visitor is shown by the address that an access code has verified, or as anonymous; actions
 * without an account have the id 0. Indexes: activity_user, activity_document, activity_library.
 *
 * A page arrives as one row with a text for each column: building row objects in the driver takes longer than the query
 * itself. Aggregates keep the order of the subquery, because nothing is joined to it.
 */
export async function nextActivities(
  sql: Db,
  filter: ActivityFilter,
  names: Names,
  after: Position,
  limit: number,
): Promise<RowPage<ActivityRow, Position>> {
  const by = performerIn(sql);
  const [columns] = await sql<[Columns]>`
    select count(*) as count, string_agg(occurred_at::text, ',') as times, string_agg(activity_type, ',') as types,
      json_agg(content_name)::text as names, string_agg(coalesce(user_id::text, ''), ',') as users,
      json_agg(visitor_email)::text as visitors, (array_agg(activity_id))[count(*)] as "lastId"
    from (
      select a.occurred_at, a.activity_id, a.activity_type, a.content_name, ${by.userId} as user_id,
        ${by.name} as visitor_email
      from activity a
      where a.deployment_id = ${filter.deploymentId} and ${isOf(sql, filter.of)}
        and a.occurred_at >= ${after.at} and a.occurred_at <= ${filter.to}
        and (a.occurred_at, a.activity_id) > (${after.at}, ${after.activityId})
        ${filter.includeSyncs ? sql`` : sql`and a.activity_type <> 'DocumentSynced'`}
        ${isAllowed(sql, filter.denied)}
      order by a.occurred_at, a.activity_id
      limit ${limit}
    ) as page`;
  if (columns.count === 0) return { rows: [], last: undefined };
  const users = columns.users.split(',').map((id) => (id === '' ? null : Number(id)));
  await addNames(sql, filter.deploymentId, names, users);
  const rows = rowsOf(columns, users, names);
  return { rows, last: { at: rows.at(-1)?.at ?? after.at, activityId: columns.lastId } };
}

/** Items denied to somebody by entries of their own, anywhere. */
export async function findDenied(sql: Db, holder: RightsHolder): Promise<Denied> {
  const rows = await sql<{ folderId: number | null; documentId: number | null }[]>`
    select folder_id as "folderId", document_id as "documentId" from (${deniedItems(sql, holder)}) as denied`;
  return {
    folderIds: rows.flatMap(({ folderId }) => folderId ?? []),
    documentIds: rows.flatMap(({ documentId }) => documentId ?? []),
  };
}

/** Whether anything in the library is denied to somebody by an entry of its own. */
export async function isAnythingDenied(sql: Db, holder: RightsHolder, libraryId: number): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
      select from (${deniedItems(sql, holder)}) as denied
      left join documents d on d.deployment_id = ${holder.deploymentId} and d.document_id = denied.document_id
      join folders f on f.deployment_id = ${holder.deploymentId}
        and f.folder_id = coalesce(denied.folder_id, d.folder_id)
      where f.library_id = ${libraryId}) as found`;
  return row?.found ?? false;
}

function rowsOf(columns: Columns, users: (number | null)[], names: Names): ActivityRow[] {
  const types = columns.types.split(',') as ActivityType[];
  const contents = cellsOf(columns.names);
  const userAt = userCells(users, JSON.parse(columns.visitors) as (string | null)[], names);
  return columns.times.split(',').map((time, i) => ({
    at: isoTime(time),
    type: types[i] as ActivityType,
    content: contents[i] as Cell,
    user: userAt(i),
    userId: users[i] ?? VISITOR_ID,
  }));
}

// A page contains few distinct people.
function userCells(users: (number | null)[], visitors: (string | null)[], names: Names): (row: number) => Cell {
  const cells = new Map<number | string | null, Cell>();
  return (row) => {
    const [user = null, visitor = null] = [users[row], visitors[row]];
    const who = user === null || user === VISITOR_ID ? (visitor ?? user) : user;
    const cell = cells.get(who) ?? cellOf(nameOf(names, user, visitor));
    cells.set(who, cell);
    return cell;
  };
}

/** The name shown in reports; visitors and the service have no account. */
export function nameOf(names: Names, userId: number | null, visitorEmail: string | null): string {
  return names.get(userId ?? VISITOR_ID) ?? visitorEmail ?? (userId === null ? 'System' : 'Share By Link User');
}

/**
 * Adds missing addresses of users. Each user is looked up once: the planner would misjudge a join and scan all users
 * for every row.
 */
export async function addNames(sql: Db, deploymentId: number, names: Names, users: (number | null)[]): Promise<void> {
  const unknown = [...new Set(users)].filter((id) => id !== null && id !== VISITOR_ID && !names.has(id));
  if (unknown.length === 0) return;
  const found = await sql<{ userId: number; email: string }[]>`
    select user_id as "userId", email from users where deployment_id = ${deploymentId} and user_id = any (${unknown}::bigint[])`;
  for (const { userId, email } of found) names.set(userId, email);
}

function isOf(sql: Db, of: ActivityFilter['of']): Fragment {
  if ('userId' in of) return sql`a.user_id = ${of.userId}`;
  return 'documentId' in of ? sql`a.document_id = ${of.documentId}` : sql`a.library_id = ${of.libraryId}`;
}

// Usually nothing is denied, and then this costs nothing.
function isAllowed(sql: Db, { folderIds, documentIds }: Denied): Fragment {
  const folders = sql`and not exists (
    select from folders f where f.deployment_id = a.deployment_id and f.folder_id = a.folder_id
      and f.path && ${folderIds}::bigint[])`;
  return sql`${folderIds.length === 0 ? sql`` : folders}
    ${documentIds.length === 0 ? sql`` : sql`and (a.document_id = any (${documentIds}::bigint[])) is not true`}`;
}

import type { Db, Fragment, Sql, Tx } from '../../platform/db/connection.ts';
import { noRunningBackup } from '../../platform/db/locks.ts';
import type { Actor } from '../actor.ts';
import type { ActivityType } from './activity-types.ts';

/** The location of an event: the id of the object and those of its ancestors. */
export type ActivityPlace = { libraryId?: number; folderId?: number; documentId?: number };

/** An event. `contentName` is the name of the object at that time. */
export type ActivityEntry = ActivityPlace & {
  type: ActivityType;
  contentName: string;
  details?: Record<string, string | number | boolean | null>;
};

/** The common UserId of all visitors (docs/api/reports.md#user-names). */
export const VISITOR_ID = 0;

/** Records a change, in the transaction of the change. */
export async function recordActivity(tx: Tx, actor: Actor, entry: ActivityEntry): Promise<void> {
  const { deploymentId, via, now: at } = actor;
  const { userId, visitorEmail } = performerOf(actor);
  const details = via.kind === 'visit' ? { details: { ...entry.details, shareId: via.shareId } } : {};
  await insertActivity(tx, { deploymentId, userId, visitorEmail, at }, { ...entry, ...details });
}

// A visitor acts with the rights of the share's creator, but the activity is the visitor's.
function performerOf({ userId, via }: Actor): { userId: number; visitorEmail: string | null } {
  return via.kind === 'visit' ? { userId: VISITOR_ID, visitorEmail: via.email } : { userId, visitorEmail: null };
}

/** Records a change to a person's account: one row for the actor's activity, one for the person's. */
export async function recordForBoth(tx: Tx, actor: Actor, userId: number, entry: ActivityEntry): Promise<void> {
  await recordForPeople(tx, actor, [{ ...entry, ofUserId: userId }]);
}

/** The same for the accounts of several people, in one statement. */
export async function recordForPeople(
  tx: Tx,
  actor: Actor,
  entries: (ActivityEntry & { ofUserId: number })[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.flatMap(({ ofUserId, type, contentName, details }) =>
    [...new Set([actor.userId, ofUserId])].map((userId) => {
      return { userId, type, contentName, details: { ...details, ofUserId, doneByUserId: actor.userId } };
    }),
  );
  await tx`
    insert into activity (deployment_id, occurred_at, activity_type, user_id, content_name, details)
    select ${actor.deploymentId}, ${actor.now}, type, "userId", "contentName", details
    from jsonb_to_recordset(${tx.json(rows)}) as entry (type text, "userId" bigint, "contentName" text, details jsonb)`;
}

/**
 * SQL for the performer of a row `a` of the log: the user, or null and a name. A row in somebody's activity about a change that
 * another person or a directory made to the account names that person or directory.
 */
export function performerIn(sql: Db): { userId: Fragment; name: Fragment } {
  const isByConnection = sql`(a.details ? 'connection' and a.details ? 'ofUserId')`;
  return {
    userId: sql`case when ${isByConnection} then null else coalesce((a.details ->> 'doneByUserId')::bigint, a.user_id) end`,
    name: sql`case when ${isByConnection} then (a.details ->> 'connection') || ' (SCIM)' else a.visitor_email end`,
  };
}

/** Records changes to many objects in one statement. */
export async function recordActivities(
  tx: Tx,
  actor: Pick<Actor, 'deploymentId' | 'userId' | 'now'>,
  entries: ActivityEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  // A single JSON parameter, because a statement has at most 65,535. Missing fields become null.
  await tx`
    insert into activity (deployment_id, occurred_at, activity_type, user_id, library_id, folder_id, document_id,
      content_name, details)
    select ${actor.deploymentId}, ${actor.now}, type, ${actor.userId}, "libraryId", "folderId", "documentId",
      "contentName", details
    from jsonb_to_recordset(${tx.json(entries)}) as entry (type text, "libraryId" bigint, "folderId" bigint,
      "documentId" bigint, "contentName" text, details jsonb)`;
}

/**
 * Records a read in its own transaction. Nothing depends on it, so it commits asynchronously: a system crash may lose
 * the last fraction of a second of reads, never a write.
 */
export async function recordRead(sql: Sql, actor: Actor, entry: ActivityEntry): Promise<void> {
  await sql`select ${readCall(sql, actor, entry)}`;
}

/** The expression that records a read, for a statement that does more. */
export function readCall(sql: Sql, actor: Actor, entry: ActivityEntry): Fragment {
  const { userId, visitorEmail } = performerOf(actor);
  return sql`
    record_read(${actor.deploymentId}, ${actor.now}, ${entry.type}, ${userId}, ${entry.libraryId ?? null},
      ${entry.folderId ?? null}, ${entry.documentId ?? null}, ${entry.contentName}, ${visitorEmail},
      ${readDetails(sql, actor, entry.details)})`;
}

/** Records reads of many documents in one statement: a row for each with its current place and name. */
export async function recordReads(sql: Sql, actor: Actor, type: ActivityType, documentIds: number[]): Promise<void> {
  if (documentIds.length === 0) return;
  const { userId, visitorEmail } = performerOf(actor);
  await sql`
    with unsynced as materialized (select set_config('synchronous_commit', 'off', true))
    insert into activity (deployment_id, occurred_at, activity_type, user_id, library_id, folder_id, document_id,
      content_name, visitor_email, details)
    select ${actor.deploymentId}, ${actor.now}, ${type}, ${userId}, f.library_id, d.folder_id, d.document_id, d.name,
      ${visitorEmail}, ${readDetails(sql, actor)}::jsonb
    from unsynced, documents d join folders f using (deployment_id, folder_id)
    where d.deployment_id = ${actor.deploymentId} and d.document_id = any (${documentIds}::bigint[])`;
}

/** A read that starts after the first byte. `name`: the name of the content read, unless it is the document's. */
export type LaterRead = { type: ActivityType; name?: string; details?: ActivityEntry['details'] };

/**
 * Records reads that start after the first byte, in one statement. Skips a document for whose current content the same
 * user, or visitor of the same link, has a row from the last ten minutes. Index: activity_document.
 */
export async function recordLaterReads(
  sql: Sql,
  actor: Actor,
  { type, name, details }: LaterRead,
  documentIds: number[],
): Promise<void> {
  if (documentIds.length === 0) return;
  const { userId, visitorEmail } = performerOf(actor);
  await sql`
    select record_later_reads(${actor.deploymentId}, ${actor.now}, ${type}, ${userId}, ${visitorEmail},
      ${documentIds}::bigint[], ${name ?? null}, ${readDetails(sql, actor, details)})`;
}

/** Records each folder and document whose content the actor was denied (403). */
export async function recordRefusedReads(
  sql: Sql,
  actor: Actor,
  { folderIds = [], documentIds = [] }: { folderIds?: number[]; documentIds?: number[] },
): Promise<void> {
  const { userId, visitorEmail } = performerOf(actor);
  await sql`
    with unsynced as materialized (select set_config('synchronous_commit', 'off', true)), refused as (
      select f.library_id, f.folder_id, null::bigint as document_id, f.name from folders f
      where f.deployment_id = ${actor.deploymentId} and f.folder_id = any (${folderIds}::bigint[])
      union all
      select f.library_id, f.folder_id, d.document_id, d.name from documents d join folders f using (deployment_id, folder_id)
      where d.deployment_id = ${actor.deploymentId} and d.document_id = any (${documentIds}::bigint[])
    )
    insert into activity (deployment_id, occurred_at, activity_type, user_id, library_id, folder_id, document_id,
      content_name, visitor_email, details)
    select ${actor.deploymentId}, ${actor.now}, 'AccessDenied', ${userId}, r.library_id, r.folder_id, r.document_id, r.name,
      ${visitorEmail}, ${readDetails(sql, actor)}::jsonb
    from unsynced, refused r`;
}

// Without an access code, visitors are distinguished by link only.
function readDetails(sql: Sql, { via }: Actor, details?: ActivityEntry['details']) {
  if (via.kind === 'visit') return sql.json({ ...details, shareId: via.shareId });
  return details === undefined ? null : sql.json(details);
}

/** Records an activity without an actor: a failed sign-in, or the operator at the command line (userId null). */
export async function insertActivity(
  sql: Db,
  who: { deploymentId: number; userId: number | null; visitorEmail?: string | null; at: Date },
  entry: ActivityEntry,
): Promise<void> {
  await sql`
    insert into activity (deployment_id, occurred_at, activity_type, user_id, library_id, folder_id, document_id,
      content_name, visitor_email, details)
    select ${who.deploymentId}, ${who.at}, ${entry.type}, ${who.userId}, ${entry.libraryId ?? null},
      ${entry.folderId ?? null}, ${entry.documentId ?? null}, ${entry.contentName}, ${who.visitorEmail ?? null},
      ${entry.details === undefined ? null : sql.json(entry.details)}
    ${noteRecent(sql, who, entry)}`;
}

/** Records activities of many people without an actor, in one statement: each is the person's own. */
export async function insertActivities(
  tx: Tx,
  { deploymentId, at }: { deploymentId: number; at: Date },
  entries: (ActivityEntry & { userId: number })[],
): Promise<void> {
  await tx`
    insert into activity (deployment_id, occurred_at, activity_type, user_id, content_name, details)
    select ${deploymentId}, ${at}, type, "userId", "contentName", details
    from jsonb_to_recordset(${tx.json(entries)}) as entry (type text, "userId" bigint, "contentName" text, details jsonb)`;
}

/** Changes that make a document recent for the person. The SQL functions that record reads also note them. */
const RECENT_ACTIONS: { [Type in ActivityType]?: 'Uploaded' | 'Changed' } = {
  DocumentCreated: 'Uploaded',
  DocumentCopied: 'Uploaded',
  DocumentRevised: 'Changed',
  DocumentRenamed: 'Changed',
  DocumentMoved: 'Changed',
  DocumentTagged: 'Changed',
  DocumentComment: 'Changed',
  DocumentRestored: 'Changed',
};

// In the statement that inserts the activity, so that a change needs no further one.
function noteRecent(
  sql: Db,
  { deploymentId, userId, at }: { deploymentId: number; userId: number | null; at: Date },
  { type, documentId }: ActivityEntry,
): Fragment {
  const action = RECENT_ACTIONS[type];
  if (action === undefined || documentId === undefined) return sql``;
  return sql`from note_recent_document(${deploymentId}, ${userId}, ${documentId}, ${action}, ${at})`;
}

/**
 * Creates missing partitions of this month and the two after it; returns how many. Creates none while a backup runs:
 * that would wait for all readers of the table, and every writer would queue behind it.
 */
export async function ensureActivityPartitions(sql: Db, now: Date): Promise<number> {
  const [row] = await sql<{ made: number }[]>`
    select case when ${noRunningBackup(sql)} then ensure_activity_partitions(${now}, 2) else 0 end as made`;
  return row?.made ?? 0;
}

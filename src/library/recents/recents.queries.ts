import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor, UserKey } from '../../core/actor.ts';
import { type PersonRow, personOf } from '../../core/persons/persons.queries.ts';
import { effectiveRights } from '../rights/rights.queries.ts';
import { RIGHTS } from '../rights/rights.ts';
import { isReadable, judgePlaces } from '../tree/readable.queries.ts';
import { joinMarks } from '../tree/marks.queries.ts';
import type { PresentableDocument } from '../tree/tree.presenter.ts';

/** A readable document with the folder that it is in. */
export type LocatedDocument = PresentableDocument & {
  /** Null if the actor cannot read the folder. */
  folderName: string | null;
  isStarred: boolean;
};

export type RecentDocument = LocatedDocument & { action: 'Opened' | 'Uploaded' | 'Changed'; actedAt: string };

/** The cursor of the list: time and document. */
export type RecentKey = [string, number];

/** A page reads at most this many rows, because it skips those of documents that became unreadable. */
export const MAX_RECENT = 200;

/** Rows are kept for this long. */
const KEPT_DAYS = 90;

/**
 * The readable documents outside the trash that the actor has opened, uploaded or changed, the latest first; one more than
 * the page. Documents are looked up one by one in this order (`offset 0`), up to the end of the page. Index:
 * recent_documents_newest.
 */
export async function listRecent(sql: Db, actor: Actor, page: Page<RecentKey>): Promise<RecentDocument[]> {
  const { deploymentId, userId } = actor;
  const { after, limit } = page;
  return sql<RecentDocument[]>`
    select d.*, m.action, m.acted_at as "actedAt"
    from (
      select document_id, action, acted_at from recent_documents
      where deployment_id = ${deploymentId} and user_id = ${userId}
        ${after === null ? sql`` : sql`and (acted_at, document_id) < (${after[0]}, ${after[1]})`}
      order by acted_at desc, document_id desc limit ${MAX_RECENT}
    ) m cross join lateral (${locate(sql, actor, sql`m.document_id`)}) d
    order by m.acted_at desc, m.document_id desc
    ${limit === null ? sql`` : sql`limit ${limit + 1}`}`;
}

/** SQL for one document with its folder, if the actor can read it and it is not in the trash. */
function locate(sql: Db, actor: Actor, documentId: Fragment): Fragment {
  const rightsOn = (document: Fragment) =>
    effectiveRights(sql, actor, { library: sql`l`, path: sql`f.path`, document });
  return sql`
    select d.document_id as "documentId", d.folder_id as "folderId", d.name, d.size, encode(d.sha256, 'hex') as hash,
      d.modified_at as "modifiedAt",
      case when ${rightsOn(sql`null::bigint`)} & ${RIGHTS.Read}::integer <> 0 then f.name end as "folderName",
      exists (
        select from stars s
        where s.deployment_id = d.deployment_id and s.document_id = d.document_id and s.user_id = ${actor.userId}
      ) as "isStarred"
    from documents d join folders f using (deployment_id, folder_id) join libraries l using (deployment_id, library_id)
    ${joinMarks(sql)}
    where d.deployment_id = ${actor.deploymentId} and d.document_id = ${documentId} and d.trashed_at is null
      and not marks.trashed and ${rightsOn(sql`d.document_id`)} & ${RIGHTS.Read}::integer <> 0
    offset 0`;
}

export type NewDocument = LocatedDocument & {
  isAdded: boolean;
  /** Null: a visitor of a link. */
  changedBy: PersonRow | null;
};

/** New documents are searched for among this many latest changes, and this many readable ones are compared. */
const MAX_CHANGES = 1000;
const MAX_COMPARED = 100;

/**
 * Documents that others have added, or given a new revision, since a time, the latest first: those that the actor can read,
 * and has not used since. Looks at the latest changes of the deployment only. Indexes: documents_modified,
 * recent_documents_newest.
 */
export async function listNew(sql: Db, actor: Actor, since: Date, limit: number): Promise<NewDocument[]> {
  const { deploymentId, userId } = actor;
  return sql<NewDocument[]>`
    with changed as materialized (
      select document_id, folder_id, modified_at from documents
      where deployment_id = ${deploymentId} and trashed_at is null and modified_at > ${since}
      order by modified_at desc, document_id desc limit ${MAX_CHANGES}
    ), used as materialized (
      select document_id, acted_at from recent_documents
      where deployment_id = ${deploymentId} and user_id = ${userId} and acted_at > ${since}
      order by acted_at desc limit ${MAX_CHANGES}
    ), ${judgePlaces(sql, actor, {}, sql`select distinct folder_id from changed`)}, compared as materialized (
      select c.* from changed c left join used using (document_id)
      where (used.acted_at < c.modified_at) is not false and ${isReadable(sql, actor)}
      order by c.modified_at desc, c.document_id desc limit ${MAX_COMPARED}
    )
    select d.*, r."isAdded", case when not r."isVisitors" then r."changedBy" end as "changedBy"
    from (select * from compared order by modified_at desc, document_id desc) c
    cross join lateral (${changeOf(sql, actor)}) r
    cross join lateral (${locate(sql, actor, sql`c.document_id`)}) d
    where r."isVisitors" or not r."isOwn"
    order by c.modified_at desc, c.document_id desc limit ${limit}`;
}

// Revisions by visitors name the creator of the link, because visitors act on their behalf. Index: activity_document.
function changeOf(sql: Db, { deploymentId, userId }: Actor): Fragment {
  return sql`
    select r.revision_number = 1 as "isAdded", r.created_by is not distinct from ${userId} as "isOwn",
      exists (
        select from activity a
        where a.deployment_id = ${deploymentId} and a.document_id = c.document_id and a.occurred_at = r.created_at and a.user_id = 0
      ) as "isVisitors",
      (select ${personOf(sql, sql`u`)} from users u
        where u.deployment_id = ${deploymentId} and u.user_id = r.created_by) as "changedBy"
    from documents d join revisions r on r.deployment_id = d.deployment_id and r.revision_id = d.current_revision_id
    where d.deployment_id = ${deploymentId} and d.document_id = c.document_id
    offset 0`;
}

/** Deletes the rows of a person. */
export async function deleteRecentOf(tx: Tx, { deploymentId, userId }: UserKey): Promise<void> {
  await tx`delete from recent_documents where deployment_id = ${deploymentId} and user_id = ${userId}`;
}

/** Deletes rows that no page shows: old ones, and all but the newest of each person. */
export async function pruneRecent(sql: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await sql`
    delete from recent_documents r using (
      select deployment_id, user_id, document_id, acted_at,
        row_number() over (partition by deployment_id, user_id order by acted_at desc, document_id desc) as place
      from recent_documents
    ) p
    where (r.deployment_id, r.user_id, r.document_id) = (p.deployment_id, p.user_id, p.document_id)
      and r.acted_at = p.acted_at and (p.place > ${MAX_RECENT} or p.acted_at < ${oldest})`;
}

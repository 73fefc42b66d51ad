/** Rows of alerts (decision 0107): what the index needs to know of them, and the documents that they have found. */
import type { Db, Tx } from '../../platform/db/connection.ts';
import { ALERT_STATES } from '../search-index/alerts.queries.ts';

export type AlertKey = { deploymentId: number; savedSearchId: number };

/** The words and places with which the index notes a document for an alert; null: any. */
export type AlertFilter = { words: string | null; places: number[] | null; refreshAt: Date | null };

export type NewAlert = AlertKey & AlertFilter & { since: Date; isLimited: boolean };

/** Adds an alert with the documents that it knows. */
export async function insertAlert(tx: Tx, alert: NewAlert, knownIds: number[]): Promise<void> {
  const { deploymentId, savedSearchId, words, places, since } = alert;
  await tx`
    insert into search_alerts (deployment_id, saved_search_id, since, is_limited, words, places, languages, refresh_at)
    values (${deploymentId}, ${savedSearchId}, ${since}, ${alert.isLimited}, ${words}::tsquery, ${places}::bigint[],
      (select count(*) from search_languages where deployment_id = ${deploymentId}), ${alert.refreshAt})`;
  await tx`
    insert into search_alert_documents (deployment_id, saved_search_id, document_id, state, found_at)
    select deployment_id, ${savedSearchId}, document_id, ${ALERT_STATES.known}, ${since} from (
      select deployment_id, document_id from documents
      where deployment_id = ${deploymentId} and document_id = any (${knownIds}::bigint[]) order by document_id for key share
    ) d`;
}

/** Deletes the alert with its documents. */
export async function deleteAlert(tx: Tx, { deploymentId, savedSearchId }: AlertKey): Promise<void> {
  await tx`delete from search_alerts where deployment_id = ${deploymentId} and saved_search_id = ${savedSearchId}`;
}

/** The number of alerts of the person, and of the deployment. */
export async function countAlerts(
  tx: Tx,
  { deploymentId, userId }: { deploymentId: number; userId: number },
): Promise<{ own: number; all: number }> {
  const [row] = await tx<{ own: number; all: number }[]>`
    select count(*) filter (where s.user_id = ${userId}) as own, count(*) as all
    from search_alerts a join saved_searches s using (deployment_id, saved_search_id) where a.deployment_id = ${deploymentId}`;
  return row ?? { own: 0, all: 0 };
}

/** An alert with its search and its owner. */
export type AlertRow = AlertKey & {
  name: string;
  query: string;
  libraryId: number | null;
  folderId: number | null;
  since: string;
  isLimited: boolean;
  noticedAt: string | null;
  /** Whether the index has what it must know of the query. */
  isCurrent: boolean;
  /** When the first of the documents that are to be announced was indexed; null: there is none. */
  foundSince: string | null;
  userId: number;
  email: string;
  userName: string;
  isSiteAdmin: boolean;
  /** Deleted or deactivated. */
  isOwnerGone: boolean;
};

/** The alert, locked until the end of the transaction. Undefined if it ended, or another process looks at it. */
export async function lockAlert(
  tx: Tx,
  { deploymentId, savedSearchId }: AlertKey,
  now: Date,
): Promise<AlertRow | undefined> {
  const [row] = await tx<AlertRow[]>`
    select a.deployment_id as "deploymentId", a.saved_search_id as "savedSearchId", s.name, s.query, s.library_id as "libraryId",
      s.folder_id as "folderId", a.since, a.is_limited as "isLimited", a.noticed_at as "noticedAt",
      coalesce(a.refresh_at > ${now}, true)
        and a.languages = (select count(*) from search_languages where deployment_id = ${deploymentId}) as "isCurrent",
      (select min(found_at) from search_alert_documents d where d.deployment_id = a.deployment_id
        and d.saved_search_id = a.saved_search_id and d.state = ${ALERT_STATES.found}) as "foundSince",
      u.user_id as "userId", u.email, u.name as "userName", u.is_site_admin as "isSiteAdmin",
      u.deleted_at is not null or u.deactivated_at is not null as "isOwnerGone"
    from search_alerts a
    join saved_searches s using (deployment_id, saved_search_id)
    join users u on u.deployment_id = s.deployment_id and u.user_id = s.user_id
    where a.deployment_id = ${deploymentId} and a.saved_search_id = ${savedSearchId} and s.query is not null
    for no key update of a skip locked`;
  return row;
}

/**
 * Alerts with something to do: documents to look at, documents found before `gathered` whose last notice was before `paused`, or names
 * to look up again. Indexes: search_alert_documents_open, search_alerts_refresh.
 */
export async function listDueAlerts(
  sql: Db,
  { now, gathered, paused }: { now: Date; gathered: Date; paused: Date },
): Promise<AlertKey[]> {
  const has = (state: number) => sql`
    select from search_alert_documents d where d.deployment_id = a.deployment_id
      and d.saved_search_id = a.saved_search_id and d.state = ${state}`;
  return sql<AlertKey[]>`
    select deployment_id as "deploymentId", saved_search_id as "savedSearchId" from search_alerts a
    where exists (${has(ALERT_STATES.indexed)}) or refresh_at <= ${now} or (
      coalesce(noticed_at <= ${paused}, true) and exists (${has(ALERT_STATES.found)} and d.found_at <= ${gathered}))
    order by coalesce(noticed_at, since), deployment_id, saved_search_id`;
}

/** Stores the words and places of the query as they are now. */
export async function updateFilter(
  tx: Tx,
  { deploymentId, savedSearchId }: AlertKey,
  { words, places, refreshAt }: AlertFilter,
): Promise<void> {
  await tx`
    update search_alerts set words = ${words}::tsquery, places = ${places}::bigint[], refresh_at = ${refreshAt},
      languages = (select count(*) from search_languages where deployment_id = ${deploymentId})
    where deployment_id = ${deploymentId} and saved_search_id = ${savedSearchId}`;
}

/** The oldest documents of the alert in this state. Index: search_alert_documents_open. */
export async function listAlertDocuments(
  tx: Tx,
  { deploymentId, savedSearchId }: AlertKey,
  state: number,
  limit: number,
): Promise<number[]> {
  const rows = await tx<{ documentId: number }[]>`
    select document_id as "documentId" from search_alert_documents
    where deployment_id = ${deploymentId} and saved_search_id = ${savedSearchId} and state = ${state}
    order by found_at, document_id limit ${limit}`;
  return rows.map(({ documentId }) => documentId);
}

/** Documents that do not match, or whose matches nobody may know of. They can be found again. */
export async function deleteAlertDocuments(
  tx: Tx,
  { deploymentId, savedSearchId }: AlertKey,
  documentIds: number[] | 'all but known',
): Promise<void> {
  const which =
    documentIds === 'all but known'
      ? tx`state < ${ALERT_STATES.known}`
      : tx`document_id = any (${documentIds}::bigint[])`;
  await tx`
    delete from search_alert_documents
    where deployment_id = ${deploymentId} and saved_search_id = ${savedSearchId} and ${which}`;
}

export async function setDocumentState(
  tx: Tx,
  { deploymentId, savedSearchId }: AlertKey,
  documentIds: number[],
  state: number,
): Promise<void> {
  await tx`
    update search_alert_documents set state = ${state}
    where deployment_id = ${deploymentId} and saved_search_id = ${savedSearchId} and document_id = any (${documentIds}::bigint[])`;
}

export async function setNoticed(tx: Tx, { deploymentId, savedSearchId }: AlertKey, now: Date): Promise<void> {
  await tx`
    update search_alerts set noticed_at = ${now}
    where deployment_id = ${deploymentId} and saved_search_id = ${savedSearchId}`;
}

/** Changes of a document that can make it match. */
const CHANGES = [
  'DocumentCreated',
  'DocumentRevised',
  'DocumentRenamed',
  'DocumentMoved',
  'DocumentCopied',
  'DocumentTagged',
  'DocumentRestored',
];
/** Entries of the activity log that are read for a document. */
const MAX_ENTRIES = 200;

/**
 * Those of the documents that somebody else changed last, after the alert was turned on. If the alert does not remember all that matched
 * then, only documents that were added since. Index: activity_document.
 */
export async function listNews(
  tx: Tx,
  { deploymentId, userId, since, isLimited }: AlertRow,
  documentIds: number[],
): Promise<number[]> {
  const rows = await tx<{ documentId: number }[]>`
    select d.document_id as "documentId" from documents d
    left join lateral (
      select e.user_id, true as is_logged from (
        select user_id, activity_type from activity
        where deployment_id = ${deploymentId} and document_id = d.document_id and occurred_at >= ${since}
        order by occurred_at desc, activity_id desc limit ${MAX_ENTRIES}
      ) e where e.activity_type = any (${CHANGES}) limit 1
    ) last on true
    where d.deployment_id = ${deploymentId} and d.document_id = any (${documentIds}::bigint[])
      and (d.created_at >= ${since} or (last.is_logged and not ${isLimited}))
      and case when last.is_logged then last.user_id else d.created_by end is distinct from ${userId}`;
  return rows.map(({ documentId }) => documentId);
}

/** The names of documents, in the order of the ids. */
export async function listNames(
  tx: Tx,
  deploymentId: number,
  documentIds: number[],
): Promise<{ documentId: number; name: string }[]> {
  return tx<{ documentId: number; name: string }[]>`
    select d.document_id as "documentId", d.name
    from unnest(${documentIds}::bigint[]) with ordinality w (document_id, n)
    join documents d on d.deployment_id = ${deploymentId} and d.document_id = w.document_id order by w.n`;
}

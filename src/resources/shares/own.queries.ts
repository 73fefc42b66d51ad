import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../actor.ts';
import { joinMarks } from '../folders/folders.queries.ts';
import { effectiveRights } from '../permissions/rights.ts';
import type { ShareRow } from './shares.queries.ts';

/** Somebody whom the link was sent to. `keySalt` is hexadecimal. */
export type OwnRecipientRow = { email: string; keySalt: string; openCount: number; lastOpenedAt: string | null };

/** A link of the person who asks, with what it leads to and how often it was opened. */
export type OwnShareRow = Omit<ShareRow, 'createdBy' | 'creator'> & {
  kind: 'folder' | 'document';
  wasRefused: boolean;
  name: string;
  /** Of what it lies in, the library first. */
  location: string[];
  isInTrash: boolean;
  rights: number;
  /** By people whom nothing names. */
  openCount: number;
  lastOpenedAt: string | null;
  recipients: OwnRecipientRow[];
};

/**
 * The actor's links that are not revoked, newest first, without those that tasks have made; one more than the page.
 * Of one document: index shares_document. Index: shares_own. The page is chosen before anything is joined: joined first, all links are looked at for each page.
 */
export async function listOwnShares(
  sql: Db,
  actor: Actor,
  page: Page<[number]>,
  documentId?: number,
): Promise<OwnShareRow[]> {
  const rights = effectiveRights(sql, actor, { library: sql`l`, path: sql`f.path`, document: sql`d.document_id` });
  return sql<OwnShareRow[]>`
    with mine as materialized (${pageOf(sql, actor, page, documentId)})
    select s.share_id as "shareId", coalesce(s.folder_id, s.document_id) as "itemId",
      case when s.folder_id is null then 'document' else 'folder' end as kind, s.share_type as "shareType", s.status,
      s.refused_at is not null as "wasRefused", s.reference_salt as "referenceSalt", s.allow_view as "allowView",
      s.allow_download as "allowDownload", s.allow_upload as "allowUpload", s.allow_edit as "allowEdit",
      s.access_code_required as "accessCodeRequired", s.password_hash is not null as "hasPassword",
      s.expires_at as "expiresAt", s.created_at as "createdAt", s.open_count as "openCount",
      s.last_opened_at as "lastOpenedAt", coalesce(d.name, f.name) as name, l.name || above.names as location,
      marks.trashed or d.trashed_at is not null as "isInTrash", ${rights} as rights, sent.recipients
    from mine join shares s on s.deployment_id = ${actor.deploymentId} and s.share_id = mine.share_id
    left join documents d on d.deployment_id = s.deployment_id and d.document_id = s.document_id
    join folders f on f.deployment_id = s.deployment_id and f.folder_id = coalesce(s.folder_id, d.folder_id)
    join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
    ${joinMarks(sql)} ${joinNames(sql)} ${joinRecipients(sql)}
    order by s.share_id desc`;
}

// What was purged is gone, though its row is there for a while. Not a join: it is asked of each link in turn, up to the limit.
function pageOf(sql: Db, { deploymentId, userId }: Actor, page: Page<[number]>, documentId?: number): Fragment {
  const { after, limit } = page;
  return sql`
    select s.share_id from shares s
    where s.deployment_id = ${deploymentId} and s.created_by = ${userId} and s.revoked_at is null and s.task_id is null
      ${documentId === undefined ? sql`` : sql`and s.document_id = ${documentId}`}
      ${after === null ? sql`` : sql`and s.share_id < ${after[0]}`}
      and not (
        select marks.purged or d.purged_at is not null
        from (select s.folder_id, s.document_id) shared
        left join documents d on d.deployment_id = ${deploymentId} and d.document_id = shared.document_id
        join folders f on f.deployment_id = ${deploymentId} and f.folder_id = coalesce(shared.folder_id, d.folder_id)
        join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id ${joinMarks(sql)}
      )
    order by s.share_id desc
    ${limit === null ? sql`` : sql`limit ${limit + 1}`}`;
}

// A folder does not lie in itself; a document lies in its folder.
function joinNames(sql: Db): Fragment {
  return sql`cross join lateral (
    select coalesce(array_agg(a.name order by cardinality(a.path)), '{}') as names
    from folders a
    where a.deployment_id = s.deployment_id and a.folder_id = any (f.path) and a.folder_id is distinct from s.folder_id
  ) above`;
}

// Index: share_recipients_share.
function joinRecipients(sql: Db): Fragment {
  return sql`cross join lateral (
    select coalesce(json_agg(json_build_object('email', r.email, 'keySalt', encode(r.key_salt, 'hex'), 'openCount', r.open_count,
      'lastOpenedAt', to_char(r.last_opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by r.recipient_id), '[]') as recipients
    from share_recipients r where r.deployment_id = s.deployment_id and r.share_id = s.share_id
  ) sent`;
}

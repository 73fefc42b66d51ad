/** Links with details for their creators and for site admins. */
import type { Db, Fragment } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { type PersonRow, personOf } from '../../core/persons/persons.queries.ts';
import { joinMarks } from '../../library/tree/marks.queries.ts';
import { effectiveRights } from '../../library/rights/rights.queries.ts';
import type { ShareRow } from './shares.queries.ts';

/** How often a visitor, or several, opened the link and downloaded by it. */
export type LinkUsage = {
  openCount: number;
  lastOpenedAt: string | null;
  downloadCount: number;
  lastDownloadedAt: string | null;
};

/** A recipient whom the creator named. `keySalt` is hexadecimal. */
export type DescribedRecipientRow = LinkUsage & { email: string; keySalt: string };

/** A link with its item and usage. */
export type DescribedShareRow = Omit<ShareRow, 'passwordTag' | 'changedAt'> & {
  kind: 'folder' | 'document';
  wasRefused: boolean;
  creatorPerson: PersonRow;
  name: string;
  /** Names of the containers, the library first. */
  location: string[];
  isInTrash: boolean;
  /** The caller's rights on the item. */
  rights: number;
  /** Of all visitors. */
  usage: LinkUsage;
  recipients: DescribedRecipientRow[];
};

/**
 * The shares whose `share_id` the fragment `page` selects, newest first. The page is selected before joining: otherwise
 * all links are scanned for each page. Each share is described separately (`offset 0` keeps the planner from joining
 * whole tables, based on its guess that a limit returns a tenth of all links).
 */
export async function listDescribed(sql: Db, actor: Actor, page: Fragment): Promise<DescribedShareRow[]> {
  return sql<DescribedShareRow[]>`
    with chosen as materialized (${page})
    select described.* from chosen cross join lateral (${describe(sql, actor)}) described
    order by described."shareId" desc`;
}

function describe(sql: Db, actor: Actor): Fragment {
  const rights = effectiveRights(sql, actor, { library: sql`l`, path: sql`f.path`, document: sql`d.document_id` });
  return sql`
    select s.share_id as "shareId", coalesce(s.folder_id, s.document_id) as "itemId",
      case when s.folder_id is null then 'document' else 'folder' end as kind, s.share_type as "shareType", s.status,
      s.refused_at is not null as "wasRefused", s.reference_salt as "referenceSalt", s.allow_view as "allowView",
      s.allow_download as "allowDownload", s.allow_upload as "allowUpload", s.allow_edit as "allowEdit",
      s.access_code_required as "accessCodeRequired", s.password_hash is not null as "hasPassword",
      s.name as "linkName", s.allowed_domains as "allowedDomains",
      s.max_downloads as "maxDownloads", s.allow_comment as "allowComment", s.notify_on_open as "notifyOnOpen", s.watermark as "hasWatermark", s.expires_at as "expiresAt", s.max_upload_bytes as "maxUploadBytes",
      s.max_upload_documents as "maxUploadDocuments", s.uploaded_bytes as "uploadedBytes",
      s.uploaded_documents as "uploadedDocuments", s.created_at as "createdAt", s.created_by as "createdBy",
      u.email as creator, ${personOf(sql, sql`u`)} as "creatorPerson",
      coalesce(d.name, f.name) as name, l.name || above.names as location,
      marks.trashed or d.trashed_at is not null as "isInTrash", ${rights} as rights, sent.usage,
      sent.recipients
    from shares s join users u on u.deployment_id = s.deployment_id and u.user_id = s.created_by
    ${joinPlace(sql)} ${joinMarks(sql)} ${joinNames(sql)} ${joinRecipients(sql)}
    where s.deployment_id = ${actor.deploymentId} and s.share_id = chosen.share_id offset 0`;
}

/** A join after `shares s`: the item as `documents d` if it is a document, `folders f` and `libraries l`. */
export function joinPlace(sql: Db): Fragment {
  return sql`
    left join documents d on d.deployment_id = s.deployment_id and d.document_id = s.document_id
    join folders f on f.deployment_id = s.deployment_id and f.folder_id = coalesce(s.folder_id, d.folder_id)
    join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id`;
}

/** Whether the item of `shares s` was purged. Not a join: it is evaluated per link, up to a limit. */
export function isOfPurged(sql: Db): Fragment {
  return sql`(
    select marks.purged or d.purged_at is not null
    from (select s.deployment_id, s.folder_id, s.document_id) shared
    left join documents d on d.deployment_id = shared.deployment_id and d.document_id = shared.document_id
    join folders f on f.deployment_id = shared.deployment_id and f.folder_id = coalesce(shared.folder_id, d.folder_id)
    join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id ${joinMarks(sql)}
  )`;
}

// The path of a folder excludes the folder itself; that of a document includes its folder.
function joinNames(sql: Db): Fragment {
  return sql`cross join lateral (
    select coalesce(array_agg(a.name order by cardinality(a.path)), '{}') as names
    from folders a
    where a.deployment_id = s.deployment_id and a.folder_id = any (f.path) and a.folder_id is distinct from s.folder_id
  ) above`;
}

// Anyone with an address in an allowed domain can become a recipient, so only those whom the creator named are listed.
// Index: share_recipients_share.
function joinRecipients(sql: Db): Fragment {
  return sql`cross join lateral (
    select coalesce(json_agg(json_build_object('email', r.email, 'keySalt', encode(r.key_salt, 'hex'), 'openCount', r.open_count,
      'lastOpenedAt', ${iso(sql, sql`r.last_opened_at`)}, 'downloadCount', r.download_count,
      'lastDownloadedAt', ${iso(sql, sql`r.last_downloaded_at`)}) order by r.recipient_id)
      filter (where not r.has_joined), '[]') as recipients,
      json_build_object('openCount', s.open_count + coalesce(sum(r.open_count), 0),
        'lastOpenedAt', ${iso(sql, sql`greatest(s.last_opened_at, max(r.last_opened_at))`)}, 'downloadCount', s.download_count,
        'lastDownloadedAt', ${iso(sql, sql`greatest(s.last_downloaded_at, max(r.last_downloaded_at))`)}) as usage
    from share_recipients r where r.deployment_id = s.deployment_id and r.share_id = s.share_id
  ) sent`;
}

function iso(sql: Db, time: Fragment): Fragment {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

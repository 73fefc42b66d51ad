import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { emailKey } from '../../platform/values/email.ts';
import { RIGHTS } from '../../library/rights/rights.ts';
import { joinMarks } from '../../library/tree/marks.queries.ts';

/** A link that was sent to somebody for uploads, and what is still missing. */
export type RequestRow = {
  shareId: number;
  itemId: number;
  name: string;
  referenceSalt: Buffer;
  keySalt: Buffer;
  isGuided: boolean;
  creatorName: string;
  createdAt: string;
  expiresAt: string | null;
  /** Subfolders without documents, of a guided upload. */
  missing: number;
};

/** At most this many of the links that were sent to a person are checked, latest first. */
const MAX_LINKS = 100;
/** At most this many subfolders of a guided upload are checked. */
const MAX_SLOTS = 100;

/**
 * Links that others have sent to the actor's address for uploads, and through which something is missing: nothing was
 * uploaded, or a subfolder of a guided upload is empty. Only those that a visitor can use now: the
 * creator must still have Write. The latest first. Index: share_recipients_email.
 */
export async function listRequests(sql: Db, actor: Actor, limit: number): Promise<RequestRow[]> {
  const { deploymentId, userId, now } = actor;
  return sql<RequestRow[]>`
    select s.share_id as "shareId", s.folder_id as "itemId", f.name, s.reference_salt as "referenceSalt", r.key_salt as "keySalt",
      s.share_type = 'Template' as "isGuided", u.name as "creatorName", s.created_at as "createdAt",
      s.expires_at as "expiresAt", slots.missing
    from (
      select share_id, key_salt from share_recipients
      where deployment_id = ${deploymentId} and email = ${emailKey(actor.email)} and not has_joined
      order by share_id desc limit ${MAX_LINKS}
    ) r
    join shares s on s.deployment_id = ${deploymentId} and s.share_id = r.share_id
    join users u on u.deployment_id = s.deployment_id and u.user_id = s.created_by and u.deleted_at is null
    join folders f on f.deployment_id = s.deployment_id and f.folder_id = s.folder_id
    join libraries l on l.deployment_id = f.deployment_id and l.library_id = f.library_id
    ${joinMarks(sql)}
    cross join lateral (
      select count(*) filter (where not exists (
        select from documents d where d.deployment_id = c.deployment_id and d.folder_id = c.folder_id and d.trashed_at is null
      )) as missing
      from (
        select deployment_id, folder_id from folders
        where deployment_id = f.deployment_id and parent_id = f.folder_id and trashed_at is null limit ${MAX_SLOTS}
      ) c
    ) slots
    where s.allow_upload and s.created_by <> ${userId} and s.revoked_at is null and s.refused_at is null and s.status = 'Active'
      and (s.expires_at is null or s.expires_at > ${now}) and not marks.trashed
      and case when s.share_type = 'Template' then slots.missing > 0 else s.uploaded_documents = 0 end
      and effective_rights(s.deployment_id, s.created_by, u.is_site_admin, l.owner_id, l.library_id, f.path, null::bigint,
        ${now}::timestamptz) & ${RIGHTS.Write}::integer <> 0
    order by s.share_id desc limit ${limit}`;
}

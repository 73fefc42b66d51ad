import type { Tx } from '../../platform/db/connection.ts';

type ShareKey = { deploymentId: number; shareId: number };

/** Whether the opening starts a notice, and when the last one was sent. Undefined: it belongs to a notice that is not sent yet. */
export async function gatherOpening(
  tx: Tx,
  { deploymentId, shareId }: ShareKey,
  now: Date,
): Promise<{ noticedAt: string | null } | undefined> {
  // The clock of another process may be ahead, and its notice must not leave this opening out.
  const [row] = await tx<{ noticedAt: string | null; starts: boolean }[]>`
    update shares s set opening_notice_from = least(s.opening_notice_from, ${now})
    from (
      select opening_notice_from is null as starts from shares
      where deployment_id = ${deploymentId} and share_id = ${shareId} for no key update
    ) before
    where s.deployment_id = ${deploymentId} and s.share_id = ${shareId}
    returning s.opening_noticed_at as "noticedAt", before.starts`;
  return row?.starts === true ? row : undefined;
}

/** A notice about openings since `from`. */
export type OpeningNotice = ShareKey & {
  from: string;
  notifyOnOpen: 'never' | 'first' | 'each';
  linkName: string | null;
  createdBy: number;
  creatorEmail: string;
  /** Revoked, or its creator was deleted. */
  isOver: boolean;
  /** The shared item: one of the ids is null. */
  folderId: number | null;
  documentId: number | null;
  itemName: string;
};

/** Closes the notice: later openings belong to the next one. Undefined if there is none. */
export async function endOpeningNotice(
  tx: Tx,
  { deploymentId, shareId }: ShareKey,
  now: Date,
): Promise<OpeningNotice | undefined> {
  const share = tx`deployment_id = ${deploymentId} and share_id = ${shareId}`;
  await tx`select from shares where ${share} for no key update`;
  const [notice] = await tx<OpeningNotice[]>`
    select s.deployment_id as "deploymentId", s.share_id as "shareId", s.opening_notice_from as "from",
      s.notify_on_open as "notifyOnOpen", s.name as "linkName", s.created_by as "createdBy", u.email as "creatorEmail",
      s.revoked_at is not null or u.deleted_at is not null as "isOver", s.folder_id as "folderId",
      s.document_id as "documentId", coalesce(f.name, d.name) as "itemName"
    from (select * from shares where ${share} and opening_notice_from is not null) s
    join users u on u.deployment_id = s.deployment_id and u.user_id = s.created_by
    left join folders f on f.deployment_id = s.deployment_id and f.folder_id = s.folder_id
    left join documents d on d.deployment_id = s.deployment_id and d.document_id = s.document_id`;
  await tx`update shares set opening_notice_from = null, opening_noticed_at = ${now} where ${share}`;
  return notice;
}

/** Recipients who opened the link, and whether anybody else did. */
export type Openers = { emails: string[]; hasUnnamed: boolean };

/**
 * The visitors of the notice: those whose last opening is since then, or whose first one is, if only first openings
 * count. Index: share_recipients_share.
 */
export async function listOpeners(
  tx: Tx,
  { deploymentId, shareId, from, notifyOnOpen }: OpeningNotice,
): Promise<Openers> {
  const opened = notifyOnOpen === 'first' ? tx`first_opened_at` : tx`last_opened_at`;
  const [row] = await tx<Openers[]>`
    select s.${opened} >= ${from} is true as "hasUnnamed", array(
      select r.email from share_recipients r
      where r.deployment_id = s.deployment_id and r.share_id = s.share_id and r.${opened} >= ${from}
      order by r.${opened}, r.recipient_id
    ) as emails
    from shares s where s.deployment_id = ${deploymentId} and s.share_id = ${shareId}`;
  return row ?? { emails: [], hasUnnamed: false };
}

import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';
import { newReference } from './reference.ts';
import type { NotifyOnOpen, ShareTerms } from './terms.ts';
import type { UploadLimits } from '../link-uploads/upload-limits.ts';

/** The shared item. */
export type Shared = { kind: 'folder' | 'document'; id: number };

export type ShareRow = ShareTerms & {
  shareId: number;
  /** The folder or document. */
  itemId: number;
  /** For its managers; null: none. */
  linkName: string | null;
  status: 'Active' | 'Pending';
  referenceSalt: Buffer;
  /** Differs after each change of the password. */
  passwordTag: string | null;
  expiresAt: string | null;
  maxDownloads: number | null;
  allowComment: boolean;
  notifyOnOpen: NotifyOnOpen;
  hasWatermark: boolean;
  /** Limits of its own; null: those of the settings. */
  maxUploadBytes: number | null;
  maxUploadDocuments: number | null;
  uploadedBytes: number;
  uploadedDocuments: number;
  createdBy: number;
  /** Email address. */
  creator: string;
  createdAt: string;
  /** The later of its creation and the last change of its terms or status. */
  changedAt: string;
};

/** Terms that only links created by people have, not links of tasks. */
type OwnTerms = Pick<
  ShareRow,
  'linkName' | 'allowedDomains' | 'maxDownloads' | 'allowComment' | 'notifyOnOpen' | 'hasWatermark'
> & {
  limits: UploadLimits;
};

/** The stored fields of a new share, besides the item and its creator. */
type NewShare = Omit<ShareTerms, 'hasPassword' | 'allowedDomains'> & {
  status: ShareRow['status'];
  own?: OwnTerms;
  passwordHash: string | null;
  expiresAt: Date | null;
  /** For a hidden share: the task of an assignee without an account. */
  taskId: number | null;
};

const UNUSED = { uploadedBytes: 0, uploadedDocuments: 0 };
const NO_TERMS: OwnTerms = {
  linkName: null,
  allowedDomains: null,
  maxDownloads: null,
  allowComment: false,
  notifyOnOpen: 'never',
  hasWatermark: false,
  limits: { maxUploadBytes: null, maxUploadDocuments: null },
};

/**
 * Reserves the id of a share; undefined if its creator was deleted meanwhile. The creator is locked until the end of the
 * transaction: deleting a person revokes that person's links, and one created a moment later would remain.
 */
export async function reserveShareId(tx: Tx, { deploymentId, userId }: Actor): Promise<number | undefined> {
  const [row] = await tx<{ shareId: number }[]>`
    with creator as materialized (
      select from users where deployment_id = ${deploymentId} and user_id = ${userId} and deleted_at is null
      for key share
    )
    select nextval(pg_get_serial_sequence('shares', 'share_id')) as "shareId" from creator`;
  return row?.shareId;
}

/** A share to insert, with a new reference. */
export function newShare(
  secretKey: Buffer,
  actor: Actor,
  { id: itemId }: Shared,
  { shareId, ...share }: NewShare & { shareId: number },
): { row: ShareRow; referenceHash: Buffer; share: NewShare } {
  const { salt, hash } = newReference(secretKey);
  const { passwordHash, expiresAt, own = NO_TERMS, taskId: _task, ...same } = share;
  const { limits, ...terms } = own;
  const createdAt = actor.now.toISOString();
  const row = {
    ...same,
    ...terms,
    shareId,
    itemId,
    referenceSalt: salt,
    hasPassword: passwordHash !== null,
    passwordTag: null,
    expiresAt: expiresAt?.toISOString() ?? null,
    ...limits,
    ...UNUSED,
    createdBy: actor.userId,
    creator: actor.email,
    createdAt,
    changedAt: createdAt,
  };
  return { row, referenceHash: hash, share };
}

/** Creates the share. The caller has locked its creator. */
export async function insertShare(
  tx: Tx,
  actor: Actor,
  kind: Shared['kind'],
  { row, referenceHash, share }: ReturnType<typeof newShare>,
): Promise<void> {
  await tx`
    insert into shares (deployment_id, share_id, ${kind === 'folder' ? tx`folder_id` : tx`document_id`}, share_type, status,
      reference_salt, reference_hash, allow_view, allow_download, allow_upload, allow_edit, access_code_required,
      password_hash, expires_at, max_upload_bytes, max_upload_documents, created_by, created_at, task_id, name,
      allowed_domains, max_downloads, allow_comment, notify_on_open, watermark)
    overriding system value
    values (${actor.deploymentId}, ${row.shareId}, ${row.itemId}, ${share.shareType}, ${share.status},
      ${row.referenceSalt}, ${referenceHash}, ${share.allowView}, ${share.allowDownload}, ${share.allowUpload},
      ${share.allowEdit}, ${share.accessCodeRequired}, ${share.passwordHash}, ${share.expiresAt},
      ${row.maxUploadBytes}, ${row.maxUploadDocuments}, ${actor.userId}, ${actor.now}, ${share.taskId}, ${row.linkName},
      ${row.allowedDomains}::text[], ${row.maxDownloads}, ${row.allowComment}, ${row.notifyOnOpen},
      ${row.hasWatermark})`;
}

/** Active shares of an item, newest first; those of one creator, or with null all. */
export async function listShares(
  sql: Db,
  actor: Actor,
  item: Shared,
  createdBy: number | null,
  page: Page<[number]>,
): Promise<ShareRow[]> {
  return sql<ShareRow[]>`
    ${selectShares(sql, actor, item)}
      and (${createdBy}::bigint is null or s.created_by = ${createdBy})
      and (${page.after?.[0] ?? null}::bigint is null or s.share_id < ${page.after?.[0] ?? null})
    order by s.share_id desc
    ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

/** One active share of an item; `lock` locks it against concurrent revocation. */
export async function findShare(
  sql: Db,
  actor: Actor,
  item: Shared,
  shareId: number,
  lock?: 'change',
): Promise<ShareRow | undefined> {
  const [row] = await sql<ShareRow[]>`
    ${selectShares(sql, actor, item)} and s.share_id = ${shareId} ${lock === undefined ? sql`` : sql`for update of s`}`;
  return row;
}

/** Marks links as revoked. The caller has locked them. */
export async function markRevoked(
  tx: Tx,
  { deploymentId, userId, now }: Pick<Actor, 'deploymentId' | 'userId' | 'now'>,
  shareIds: number[],
): Promise<void> {
  await tx`
    update shares set revoked_at = ${now}, revoked_by = ${userId}
    where deployment_id = ${deploymentId} and share_id = any (${shareIds}::bigint[])`;
}

/** The terms of a link after a change; `passwordHash` undefined: the password stays. */
export type ChangedTerms = Omit<ShareTerms, 'hasPassword'> &
  UploadLimits &
  Pick<ShareRow, 'linkName' | 'expiresAt' | 'maxDownloads' | 'allowComment' | 'notifyOnOpen' | 'hasWatermark'> & {
    passwordHash: string | null | undefined;
  };

/** Sets all terms of a link. The caller has locked it. */
export async function updateTerms(
  tx: Tx,
  { deploymentId, now }: Pick<Actor, 'deploymentId' | 'now'>,
  shareId: number,
  terms: ChangedTerms,
): Promise<void> {
  const { passwordHash } = terms;
  await tx`
    update shares set name = ${terms.linkName}, share_type = ${terms.shareType}, allow_view = ${terms.allowView},
      allow_download = ${terms.allowDownload}, allow_upload = ${terms.allowUpload}, allow_edit = ${terms.allowEdit},
      access_code_required = ${terms.accessCodeRequired}, allowed_domains = ${terms.allowedDomains}::text[],
      ${passwordHash === undefined ? tx`` : tx`password_hash = ${passwordHash},`}
      expires_at = ${terms.expiresAt}::timestamptz, max_upload_bytes = ${terms.maxUploadBytes},
      max_upload_documents = ${terms.maxUploadDocuments}, max_downloads = ${terms.maxDownloads},
      allow_comment = ${terms.allowComment}, notify_on_open = ${terms.notifyOnOpen}, watermark = ${terms.hasWatermark}, changed_at = ${now}
    where deployment_id = ${deploymentId} and share_id = ${shareId}`;
}

/** Revokes a person's shares, because the person is deleted. Index: shares_own. */
export async function revokeSharesOf(
  tx: Tx,
  creator: { deploymentId: number; userId: number },
  revoked: { by: number | null; at: Date },
): Promise<void> {
  await tx`
    update shares set revoked_at = ${revoked.at}, revoked_by = ${revoked.by}
    where deployment_id = ${creator.deploymentId} and created_by = ${creator.userId} and revoked_at is null`;
}

// Hidden shares belong to their tasks and are not listed here. Indexes: shares_folder, shares_document.
function selectShares(sql: Db, actor: Actor, { kind, id }: Shared) {
  return sql`
    select s.share_id as "shareId", ${id}::bigint as "itemId", s.share_type as "shareType", s.status,
      s.reference_salt as "referenceSalt", s.allow_view as "allowView", s.allow_download as "allowDownload",
      s.allow_upload as "allowUpload", s.allow_edit as "allowEdit", s.access_code_required as "accessCodeRequired",
      s.password_hash is not null as "hasPassword",
      encode(sha256(convert_to(s.password_hash, 'UTF8')), 'hex') as "passwordTag", s.expires_at as "expiresAt", s.name as "linkName",
      s.allowed_domains as "allowedDomains", s.max_downloads as "maxDownloads", s.allow_comment as "allowComment", s.notify_on_open as "notifyOnOpen", s.watermark as "hasWatermark",
      s.max_upload_bytes as "maxUploadBytes", s.max_upload_documents as "maxUploadDocuments",
      s.uploaded_bytes as "uploadedBytes", s.uploaded_documents as "uploadedDocuments", s.created_by as "createdBy",
      u.email as creator, s.created_at as "createdAt",
      coalesce(s.changed_at, s.created_at) as "changedAt"
    from shares s join users u on u.deployment_id = s.deployment_id and u.user_id = s.created_by
    where s.deployment_id = ${actor.deploymentId} and s.${kind === 'folder' ? sql`folder_id` : sql`document_id`} = ${id}
      and s.task_id is null and s.revoked_at is null`;
}

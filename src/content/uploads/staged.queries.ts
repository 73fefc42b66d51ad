import type { GrowthState } from '../../platform/blobs/store.ts';
import type { Sums } from '../../platform/blobs/sums/hash.ts';
import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Page } from '../../platform/http/paging.ts';
import type { Actor } from '../../core/actor.ts';

/** The target of an upload: a new document in a folder, or a new revision of a document. */
export type UploadTarget = { folderId: number } | { documentId: number };

export type StagedUpload = {
  uploadId: number;
  identifier: string;
  /** The folder of the new document, or null. */
  folderId: number | null;
  /** The document of the new revision, or null. */
  documentId: number | null;
  fileName: string;
  /** `Upload-Metadata` as a tus client sent it. */
  tusMetadata: string | null;
  /**
   * The size of the whole content: announced by the client, or settled when finalizing started. The upload cannot
   * exceed it.
   */
  length: number | null;
  /** Acknowledged bytes. */
  size: number;
  storageKey: string;
  growth: GrowthState;
  /** Null until it is sealed and its checksums are known. */
  sha256: Buffer | null;
  crc32: number | null;
  /** The document it became; null until it is finalized. */
  madeDocumentId: number | null;
  madeRevisionId: number | null;
  finalizedAt: string | null;
  createdAt: string;
  /** When it was created or last received bytes. */
  activeAt: string;
  expiresAt: string;
};

/** How an upload is locked: appending fails if it is already locked (55P03), finalizing and deleting wait. */
export type UploadLock = 'or fail' | 'or wait';

/** The actor's own upload, unless it has expired. Index: staged_uploads_identifier. */
export async function findUpload(
  sql: Db,
  actor: Actor,
  identifier: string,
  lock?: UploadLock,
): Promise<StagedUpload | undefined> {
  const locking = lock === undefined ? sql`` : lock === 'or fail' ? sql`for update nowait` : sql`for update`;
  const [row] = await sql<StagedUpload[]>`
    select upload_id as "uploadId", identifier, folder_id as "folderId", document_id as "documentId",
      file_name as "fileName", tus_metadata as "tusMetadata", length, size, storage_key as "storageKey", growth, sha256,
      crc32, made_document_id as "madeDocumentId", made_revision_id as "madeRevisionId",
      finalized_at as "finalizedAt", created_at as "createdAt", coalesce(active_at, created_at) as "activeAt",
      expires_at as "expiresAt"
    from staged_uploads
    where identifier = ${identifier} and ${isOwn(sql, actor)} and expires_at > ${actor.now}
    ${locking}`;
  return row;
}

// Visitors' uploads belong to their share, and to the recipient if known, not to the share's creator.
function isOwn(sql: Db, { deploymentId, userId, via }: Actor): Fragment {
  const whose =
    via.kind === 'visit'
      ? sql`share_id = ${via.shareId} and recipient_id is not distinct from ${via.recipientId}`
      : sql`user_id = ${userId} and share_id is null`;
  return sql`deployment_id = ${deploymentId} and ${whose}`;
}

/** An unfinished upload for its owner. */
export type UnfinishedUpload = Pick<
  StagedUpload,
  'uploadId' | 'identifier' | 'folderId' | 'documentId' | 'fileName' | 'length' | 'size' | 'createdAt' | 'expiresAt'
>;

/** The user's own unfinished uploads, newest first; one more than the page. Index: staged_uploads_user. */
export async function listUnfinished(sql: Db, actor: Actor, page: Page<[number]>): Promise<UnfinishedUpload[]> {
  return sql<UnfinishedUpload[]>`
    select upload_id as "uploadId", identifier, folder_id as "folderId", document_id as "documentId",
      file_name as "fileName", length, size, created_at as "createdAt", expires_at as "expiresAt"
    from staged_uploads
    where ${isOwn(sql, actor)} and finalized_at is null and expires_at > ${actor.now}
      ${page.after === null ? sql`` : sql`and upload_id < ${page.after[0]}`}
    order by upload_id desc
    ${page.limit === null ? sql`` : sql`limit ${page.limit + 1}`}`;
}

/** Serializes creating uploads of one user, or of the visitors of one link, until the end of the transaction. */
export async function lockUploadsOf(tx: Tx, { userId, via }: Actor): Promise<void> {
  const whose = via.kind === 'visit' ? `share:${via.shareId}` : String(userId);
  await tx`select pg_advisory_xact_lock(hashtextextended('carrel:uploads:' || ${whose}, 0))`;
}

/** The number of a user's unfinished uploads, and when the first of them expires. Index: staged_uploads_user. */
export async function countOpenUploads(tx: Tx, actor: Actor): Promise<{ open: number; firstEnds: string | null }> {
  const { deploymentId, userId, now } = actor;
  const [row] = await tx<{ open: number; firstEnds: string | null }[]>`
    select count(*) as open, min(expires_at) as "firstEnds" from staged_uploads
    where deployment_id = ${deploymentId} and user_id = ${userId} and share_id is null and finalized_at is null
      and expires_at > ${now}`;
  return row ?? { open: 0, firstEnds: null };
}

export type NewUpload = Pick<
  StagedUpload,
  'folderId' | 'documentId' | 'fileName' | 'tusMetadata' | 'length' | 'storageKey'
> & { expiresAt: Date };

const NO_VISITOR = { shareId: null, recipientId: null, visitor: null, address: null };

export async function insertUpload(tx: Tx, actor: Actor, upload: NewUpload): Promise<string> {
  const { via } = actor;
  const { shareId, recipientId, visitor, address } = via.kind === 'visit' ? via : NO_VISITOR;
  const [row] = await tx<{ identifier: string }[]>`
    insert into staged_uploads (deployment_id, identifier, user_id, share_id, recipient_id, visitor, address, folder_id, document_id, file_name,
      tus_metadata, length, storage_key, created_at, expires_at)
    values (${actor.deploymentId}, ${crypto.randomUUID()}, ${actor.userId}, ${shareId}, ${recipientId}, ${visitor}, ${address}, ${upload.folderId}, ${upload.documentId},
      ${upload.fileName}, ${upload.tusMetadata}, ${upload.length}, ${upload.storageKey}, ${actor.now}, ${upload.expiresAt})
    returning identifier`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.identifier;
}

/** Records bytes that the store has accepted. */
export async function recordGrowth(
  tx: Tx,
  actor: Actor,
  { uploadId, size, growth }: Pick<StagedUpload, 'uploadId' | 'size' | 'growth'>,
): Promise<void> {
  await tx`
    update staged_uploads set size = ${size}, growth = ${growth === null ? null : tx.json(growth)}, active_at = ${actor.now}
    where deployment_id = ${actor.deploymentId} and upload_id = ${uploadId}`;
}

/**
 * Sets unfinished uploads that were written before the operating system last started back to the bytes that are certain
 * to be on the disk. Returns how many.
 */
export async function resetUnflushed(sql: Db, boot: string): Promise<number> {
  const { count } = await sql`
    update staged_uploads set size = (growth ->> 'flushed')::bigint
    where finalized_at is null and sealed_at is null and growth ->> 'boot' <> ${boot} and size > (growth ->> 'flushed')::bigint`;
  return count;
}

/** Records that a visitor's upload is receiving bytes, and the client address. */
export async function recordActive(tx: Tx, actor: Actor, uploadId: number, address: string): Promise<void> {
  await tx`
    update staged_uploads set active_at = ${actor.now}, address = ${address}
    where deployment_id = ${actor.deploymentId} and upload_id = ${uploadId}`;
}

/** Marks the upload as complete: nothing can be appended anymore. */
export async function settleLength(tx: Tx, actor: Actor, uploadId: number): Promise<void> {
  await tx`
    update staged_uploads set length = size
    where deployment_id = ${actor.deploymentId} and upload_id = ${uploadId}`;
}

export async function recordSums(sql: Db, actor: Actor, uploadId: number, { sha256, crc32 }: Sums): Promise<void> {
  await sql`
    update staged_uploads set sealed_at = ${actor.now}, sha256 = ${sha256}, crc32 = ${crc32}
    where deployment_id = ${actor.deploymentId} and upload_id = ${uploadId} and sealed_at is null`;
}

export async function recordFinalized(
  tx: Tx,
  actor: Actor,
  uploadId: number,
  made: { documentId: number; revisionId: number },
): Promise<void> {
  await tx`
    update staged_uploads set finalized_at = ${actor.now}, made_document_id = ${made.documentId},
      made_revision_id = ${made.revisionId}
    where deployment_id = ${actor.deploymentId} and upload_id = ${uploadId}`;
}

export async function deleteUpload(tx: Tx, actor: Actor, uploadId: number): Promise<void> {
  await tx`delete from staged_uploads where deployment_id = ${actor.deploymentId} and upload_id = ${uploadId}`;
}

/**
 * Deletes some expired uploads. Returns how many, and the keys of bytes that became orphans. Skips locked ones until
 * the next run. Index: staged_uploads_expiry.
 */
export async function deleteExpiredUploads(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ deleted: number; unusedKeys: string[] }> {
  const rows = await tx<{ storageKey: string; isUsed: boolean }[]>`
    delete from staged_uploads where (deployment_id, upload_id) in (
      select deployment_id, upload_id from staged_uploads where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked)
    returning storage_key as "storageKey", finalized_at is not null as "isUsed"`;
  return { deleted: rows.length, unusedKeys: rows.filter((row) => !row.isUsed).map((row) => row.storageKey) };
}

/**
 * Deletes the unfinished uploads for these purged documents or folders, and returns the keys of their bytes. Locked
 * ones are left to expire. Index: staged_uploads_user.
 */
export async function deleteUploadsFor(
  tx: Tx,
  deploymentId: number,
  target: { documentIds: number[] } | { folderIds: number[] },
): Promise<string[]> {
  const isTarget =
    'documentIds' in target
      ? tx`document_id = any (${target.documentIds}::bigint[])`
      : tx`folder_id = any (${target.folderIds}::bigint[])`;
  const rows = await tx<{ storageKey: string }[]>`
    delete from staged_uploads where deployment_id = ${deploymentId} and upload_id in (
      select upload_id from staged_uploads
      where deployment_id = ${deploymentId} and finalized_at is null and ${isTarget} for update skip locked)
    returning storage_key as "storageKey"`;
  return rows.map((row) => row.storageKey);
}

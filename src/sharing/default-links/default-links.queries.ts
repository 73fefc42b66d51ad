import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { type ShareRow, type Shared, findShare } from '../shares/shares.queries.ts';

/**
 * The actor's default link to the item, unless it has expired, has no downloads left, did not pass its check, opens only by
 * personal links, or expires after `latest`.
 * Index: shares_default.
 */
export async function findDefaultLink(
  sql: Db,
  actor: Actor,
  item: Shared,
  latest: Date | null,
): Promise<ShareRow | undefined> {
  const [row] = await sql<{ shareId: number }[]>`
    select share_id as "shareId" from shares
    where ${isDefault(sql, actor, item)} and ${canBeCopied(sql, actor, latest)}`;
  return row === undefined ? undefined : findShare(sql, actor, item, row.shareId);
}

/**
 * Makes the link the actor's default link to the item. A former default that can no longer be copied remains as a link; one
 * that a concurrent request created stays the default, and this change violates the index shares_default.
 */
export async function markDefault(
  tx: Tx,
  actor: Actor,
  item: Shared,
  { shareId, latest }: { shareId: number; latest: Date | null },
): Promise<void> {
  await tx`
    update shares set is_default = false
    where ${isDefault(tx, actor, item)} and not ${canBeCopied(tx, actor, latest)}`;
  await tx`
    update shares set is_default = true where deployment_id = ${actor.deploymentId} and share_id = ${shareId}`;
}

function isDefault(sql: Db, { deploymentId, userId }: Actor, { kind, id }: Shared) {
  const [folderId, documentId] = kind === 'folder' ? [id, null] : [null, id];
  return sql`deployment_id = ${deploymentId} and created_by = ${userId}
    and folder_id is not distinct from ${folderId}::bigint and document_id is not distinct from ${documentId}::bigint
    and is_default and revoked_at is null`;
}

function canBeCopied(sql: Db, { now }: Actor, latest: Date | null) {
  const isSoon = latest === null ? sql`true` : sql`expires_at is not null and expires_at <= ${latest}`;
  return sql`((expires_at is null or expires_at > ${now}) and ${isSoon} and refused_at is null and not access_code_required
    and (max_downloads is null or download_count < max_downloads))`;
}

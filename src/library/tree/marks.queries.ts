/** Marks items as trashed or purged. A mark is on the item itself, never on its content. */
import type { Db, Fragment, Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';

const TABLES = {
  library: { table: 'libraries', id: 'library_id' },
  folder: { table: 'folders', id: 'folder_id' },
  document: { table: 'documents', id: 'document_id' },
} as const;

type Kind = keyof typeof TABLES;

/** Moves the item to the actor's trash. */
export async function markTrashed(tx: Tx, actor: Actor, kind: Kind, id: number): Promise<void> {
  const { table, id: column } = TABLES[kind];
  await tx`
    update ${tx(table)} set trashed_at = ${actor.now}, trashed_by = ${actor.userId}
    where deployment_id = ${actor.deploymentId} and ${tx(column)} = ${id}`;
}

/** Makes the item invisible to everybody; the worker deletes the rest. */
export async function markPurged(tx: Tx, actor: Actor, kind: Kind, id: number): Promise<void> {
  const { table, id: column } = TABLES[kind];
  await tx`
    update ${tx(table)} set purged_at = ${actor.now}, trashed_at = coalesce(trashed_at, ${actor.now}),
      trashed_by = coalesce(trashed_by, ${actor.userId})
    where deployment_id = ${actor.deploymentId} and ${tx(column)} = ${id}`;
}

/** The same for many documents. */
export async function markDocumentsPurged(
  tx: Tx,
  { deploymentId, userId, now }: Pick<Actor, 'deploymentId' | 'userId' | 'now'>,
  documentIds: number[],
): Promise<void> {
  await tx`
    update documents set purged_at = ${now}, trashed_at = coalesce(trashed_at, ${now}),
      trashed_by = coalesce(trashed_by, ${userId})
    where deployment_id = ${deploymentId} and document_id = any (${documentIds}::bigint[])`;
}

/**
 * A join after `folders f` and `libraries l`: `marks.trashed` and `marks.purged` are true if the folder, an ancestor or
 * its library is marked. At most as many index lookups as the folder is deep.
 */
export function joinMarks(sql: Db): Fragment {
  return sql`cross join lateral (
    select l.trashed_at is not null or coalesce(bool_or(a.trashed_at is not null), false) as trashed,
      l.purged_at is not null or coalesce(bool_or(a.purged_at is not null), false) as purged
    from folders a where a.deployment_id = f.deployment_id and a.folder_id = any (f.path)
  ) marks`;
}

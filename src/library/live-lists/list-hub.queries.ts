import type { Db } from '../../platform/db/connection.ts';
import type { ListKey } from '../counts/list-versions.queries.ts';
import { RIGHTS } from '../rights/rights.ts';

/**
 * Those pairs of a user and a list in which the user has an account and can read the library, folder or document, and this
 * is not in the trash. `offset 0` keeps a lookup for each pair.
 */
export async function listReadable<Pair extends ListKey & { userId: number }>(
  sql: Db,
  pairs: Pair[],
  now: Date,
): Promise<Set<Pair>> {
  const rows = await sql<{ position: number }[]>`
    select position::int
    from unnest(
      ${pairs.map(({ deploymentId }) => deploymentId)}::bigint[],
      ${pairs.map(({ userId }) => userId)}::bigint[],
      ${pairs.map(({ folderId }) => folderId)}::bigint[],
      ${pairs.map(({ libraryId }) => libraryId)}::bigint[],
      ${pairs.map(({ documentId }) => documentId)}::bigint[]
    ) with ordinality as p (deployment_id, user_id, folder_id, library_id, document_id, position)
    cross join lateral (
      select is_site_admin from users u
      where u.deployment_id = p.deployment_id and u.user_id = p.user_id and u.deleted_at is null offset 0
    ) u
    left join lateral (
      select folder_id, trashed_at from documents d
      where d.deployment_id = p.deployment_id and d.document_id = p.document_id offset 0
    ) d on true
    left join lateral (
      select library_id, path from folders f
      where f.deployment_id = p.deployment_id and f.folder_id = coalesce(p.folder_id, d.folder_id) offset 0
    ) f on true
    cross join lateral (
      select library_id, owner_id from libraries l
      where l.deployment_id = p.deployment_id and l.library_id = coalesce(f.library_id, p.library_id)
        and l.trashed_at is null offset 0
    ) l
    where d.trashed_at is null and not exists (
        select from folders a
        where a.deployment_id = p.deployment_id and a.folder_id = any (f.path) and a.trashed_at is not null
      )
      and effective_rights(p.deployment_id, p.user_id, u.is_site_admin, l.owner_id, l.library_id,
        coalesce(f.path, '{}'), p.document_id, ${now}) & ${RIGHTS.Read} <> 0`;
  return new Set(rows.flatMap(({ position }) => pairs[position - 1] ?? []));
}

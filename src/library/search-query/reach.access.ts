import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { findReachable } from './reach.queries.ts';
import { accessFolder, accessLibrary } from '../tree/tree.access.ts';

/**
 * A library narrows a search if the caller can read it or anything in it, because facets name it then. A folder requires Read
 * (docs/api/search.md#filters).
 */
export async function assertSearchScope(
  { sql }: Pick<Deps, 'sql'>,
  actor: Actor,
  { libraryId, folderId }: { libraryId?: number; folderId?: number },
): Promise<void> {
  if (libraryId !== undefined && (await findReachable(sql, actor, { libraryId })).length === 0) {
    await accessLibrary(sql, actor, libraryId, 'View');
  }
  if (folderId === undefined) return;
  const folder = await accessFolder(sql, actor, folderId, 'View');
  if (libraryId !== undefined && folder.libraryId !== libraryId) throw notFound('folder');
}

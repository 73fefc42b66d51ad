import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { accessFolder, accessLibrary } from '../tree/tree.access.ts';

/** The place of a search requires Read; a folder given with a library must be in it. */
export async function assertScope(
  { sql }: Pick<Deps, 'sql'>,
  actor: Actor,
  { libraryId, folderId }: { libraryId?: number; folderId?: number },
): Promise<void> {
  if (libraryId !== undefined) await accessLibrary(sql, actor, libraryId, 'View');
  if (folderId === undefined) return;
  const folder = await accessFolder(sql, actor, folderId, 'View');
  if (libraryId !== undefined && folder.libraryId !== libraryId) throw notFound('folder');
}

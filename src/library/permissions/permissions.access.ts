import type { Db } from '../../platform/db/connection.ts';
import type { RowLock } from '../../platform/db/locks.ts';
import type { ActivityPlace } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { accessDocument, accessFolder, accessLibrary } from '../tree/tree.access.ts';
import type { ObjectKey, ObjectKind } from './permissions.queries.ts';

/** A library, folder or document whose permissions the actor can manage. */
export type Grantable = ObjectKey & {
  name: string;
  libraryId: number;
  /** Owner of its personal library, or null. */
  ownerId: number | null;
  /** The folders whose entries determine its rights, from the library down, including a folder's own id. */
  path: number[];
  /** When it, or one of its own entries, last changed. */
  changedAt: string;
  /** The actor's rights. */
  rights: number;
  place: ActivityPlace;
};

/** The object with a client's id: 404 if it does not exist or is in the trash, then 403. */
export async function accessGrantable(
  sql: Db,
  actor: Actor,
  kind: ObjectKind,
  id: number,
  lock?: RowLock,
): Promise<Grantable> {
  const key = { deploymentId: actor.deploymentId, kind, id };
  if (kind === 'library') {
    const library = await accessLibrary(sql, actor, id, 'ManagePermissions', lock);
    return { ...key, ...library, path: [], place: { libraryId: id } };
  }
  if (kind === 'folder') {
    const folder = await accessFolder(sql, actor, id, 'ManagePermissions', lock);
    return { ...key, ...folder, place: { libraryId: folder.libraryId, folderId: id } };
  }
  const document = await accessDocument(sql, actor, id, 'ManagePermissions', lock);
  const { libraryId, folderId } = document;
  return { ...key, ...document, place: { libraryId, folderId, documentId: id } };
}

import type { Tx } from '../../platform/db/connection.ts';
import { forbidden } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import type { Target } from './tree.access.ts';
import { type Container, type FolderRow, hasDenial } from './tree.queries.ts';

/** Whether denies do not bind the actor there: in the own library, and for site admins in corporate ones. */
export function isUnbound(actor: Actor, library: Pick<Container, 'isPrivate' | 'ownerId'>): boolean {
  return library.isPrivate ? library.ownerId === actor.userId : actor.isSiteAdmin;
}

/** 403 if the folder holds something denied to the actor and would come to where denies do not bind the actor any more. */
export async function assertDenialsHold(tx: Tx, actor: Actor, folder: FolderRow, target: Target): Promise<void> {
  if (isUnbound(actor, folder) || !isUnbound(actor, target.container)) return;
  if (await hasDenial(tx, actor, folder.folderId, 'within')) {
    throw forbidden(
      'The folder holds something that is denied to you; it cannot be taken to where you have all rights.',
    );
  }
}

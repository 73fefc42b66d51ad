/** Signed-in users who open a link (docs/api/links.md#signed-in-users). */
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import type { Actor } from '../../core/actor.ts';
import { isAllowed } from '../../library/rights/allowed.ts';
import { isReadable } from '../../library/rights/rights.ts';
import { findDocument, findFolder } from '../../library/tree/tree.queries.ts';
import { findSignedIn } from '../../people/sessions/authenticate.ts';
import { type VisitedShare, findVisitedShare } from '../visits/visits.queries.ts';

/**
 * The address of the shared item in the app, for a user of the deployment who is signed in and can do there what the
 * link allows; null for everyone else, who gets the page of the link. Only the user's own rights are checked, so the
 * response reveals nothing about others. Guided uploads have no page in the app.
 */
export async function findPlaceInApp(deps: Deps, request: FastifyRequest, itemId: number): Promise<string | null> {
  if ((request.query as { as?: string }).as === 'visitor') return null;
  const actor = await findSignedIn(deps, request);
  if (actor === null) return null;
  const { reference } = request.params as { reference: string };
  const share = await findVisitedShare(deps.sql, hashSecret(reference));
  if (share === undefined || share.deploymentId !== actor.deploymentId) return null;
  if (share.taskId !== null || share.shareType === 'Template') return null;
  if ((share.folderId ?? share.documentId) !== itemId || !(await coversShare(deps, actor, share))) return null;
  return share.folderId === null ? `/documents/${itemId}` : `/folders/${itemId}`;
}

async function coversShare({ sql }: Deps, actor: Actor, share: VisitedShare): Promise<boolean> {
  if (share.folderId !== null) {
    const folder = await findFolder(sql, actor, share.folderId);
    if (folder === undefined || folder.isInTrash || !isReadable(folder)) return false;
    return !share.allowUpload || isAllowed(actor, 'folder', 'AddDocument', folder);
  }
  const document = await findDocument(sql, actor, share.documentId ?? 0);
  if (document === undefined || document.isInTrash || !isReadable(document)) return false;
  return !share.allowEdit || isAllowed(actor, 'document', 'AddRevision', document);
}

import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { accessDocument } from '../tree/tree.access.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';
import { type RevisionRow, findRevision } from './revisions.queries.ts';

/** A revision of a document that the actor can view. */
export async function accessRevision(
  { sql }: Pick<Deps, 'sql'>,
  actor: Actor,
  ids: { documentId: number; revisionId: number },
): Promise<{ document: DocumentRow; revision: RevisionRow }> {
  const document = await accessDocument(sql, actor, ids.documentId, 'View');
  const revision = await findRevision(sql, actor.deploymentId, ids.documentId, ids.revisionId);
  if (revision === undefined) throw notFound('revision');
  return { document, revision };
}

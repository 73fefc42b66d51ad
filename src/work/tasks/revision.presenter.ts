import type { Static } from 'typebox';
import type { TaskRevision } from '../task-rows/revision.queries.ts';
import type { TaskRevisionSchema } from './tasks.schema.ts';

/** A revision in tasks and refused decisions. */
export function presentTaskRevision({
  revisionId,
  revisionNumber,
  hash,
}: TaskRevision): Static<typeof TaskRevisionSchema> {
  return { RevisionId: revisionId, RevisionNumber: revisionNumber, Hash: hash };
}

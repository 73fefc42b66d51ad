import type { Static } from 'typebox';
import type { TaskRevision } from '../task-rows/revision.queries.ts';
import type { TaskRevisionSchema } from './tasks.schema.ts';

/** A revision as tasks and refused decisions name it. */
export function presentTaskRevision({
  revisionId,
  revisionNumber,
  hash,
}: TaskRevision): Static<typeof TaskRevisionSchema> {
  return { RevisionId: revisionId, RevisionNumber: revisionNumber, Hash: hash };
}

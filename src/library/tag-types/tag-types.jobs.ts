import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { deletePlaces, deleteTagTypeRow, deleteValues } from './tag-types.queries.ts';

const BATCH = 5000;

const DeleteTagTypePayload = Type.Object({ deploymentId: Type.Integer(), tagTypeId: Type.Integer() });

/**
 * Removes the rows of a deleted tag type. The deletion has hidden them, so this can take long, be interrupted
 * and continue.
 */
export const deleteTagTypeJob = defineJob<Deps, typeof DeleteTagTypePayload>({
  name: 'delete-tag-type',
  payload: DeleteTagTypePayload,
  async run({ sql }, { deploymentId, tagTypeId }) {
    while ((await deletePlaces(sql, deploymentId, tagTypeId, BATCH)) > 0);
    while ((await deleteValues(sql, deploymentId, tagTypeId, BATCH)) > 0);
    await deleteTagTypeRow(sql, deploymentId, tagTypeId);
  },
});

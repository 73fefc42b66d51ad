import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { deleteLostTags } from './carried-tags.queries.ts';
import { markRevised } from './status-tags.queries.ts';
import { setTaskTagsBelow } from './task-tags.queries.ts';

const BATCH = 5000;

const DropTagsPayload = Type.Object({ deploymentId: Type.Integer(), folderId: Type.Integer() });

/**
 * Deletes the values that documents of a folder lost when it moved to another library, and sets the Status tags of that
 * library on documents that were revised or have tasks. The values are invisible since the move, so this can take long,
 * be interrupted and continue.
 */
export const dropTagsJob = defineJob<Deps, typeof DropTagsPayload>({
  name: 'drop-tags',
  payload: DropTagsPayload,
  async run({ sql }, { deploymentId, folderId }) {
    while ((await deleteLostTags(sql, deploymentId, folderId, BATCH)) > 0);
    while ((await markRevised(sql, deploymentId, { folderId, limit: BATCH })) > 0);
    while ((await setTaskTagsBelow(sql, deploymentId, folderId, BATCH)) > 0);
  },
});

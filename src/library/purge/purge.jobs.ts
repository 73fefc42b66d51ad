/**
 * The background part of a purge: deletes rows and stored bytes of the purged item and everything in it. The item is
 * invisible since the purge was committed, so this can take long, be interrupted and continue.
 */
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { removeBytes } from '../../platform/blobs/remove-bytes.jobs.ts';
import { transaction } from '../../platform/db/connection.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { type WithSteps, runSteps } from '../../platform/steps.ts';
import { deleteUnusedBlobs } from '../../content/blobs/blobs.queries.ts';
import { deleteUploadsFor } from '../../content/uploads/staged.queries.ts';
import type { PurgeSteps } from './purge.steps.ts';
import {
  type PurgeScope,
  deleteDocuments,
  deleteEmptyFolders,
  deleteLibrary,
  findPurgedDocuments,
  findPurgedLeaves,
} from './purge.queries.ts';

const BATCH = 500;

const id = Type.Optional(Type.Integer());
const PurgePayload = Type.Object({
  deploymentId: Type.Integer(),
  libraryId: id,
  folderId: id,
  documentIds: Type.Optional(Type.Array(Type.Integer())),
});

/** Deletes the remains of one purge: exactly one of the three is given. */
export const purgeJob = defineJob<WithSteps<PurgeSteps>, typeof PurgePayload>({
  name: 'purge',
  payload: PurgePayload,
  async run(deps, { deploymentId, ...scope }) {
    do while (await purgeSomeDocuments(deps, deploymentId, scope));
    while (!(await purgeFolders(deps, deploymentId, scope)));
    if (scope.libraryId !== undefined) await deleteLibrary(deps.sql, deploymentId, scope.libraryId);
  },
});

async function purgeSomeDocuments(
  deps: WithSteps<PurgeSteps>,
  deploymentId: number,
  scope: PurgeScope,
): Promise<boolean> {
  return transaction(deps.sql, async (tx) => {
    const documentIds = await findPurgedDocuments(tx, deploymentId, scope, BATCH);
    if (documentIds.length === 0) return false;
    const by = { deploymentId, userId: null, now: deps.clock() };
    await runSteps(tx, deps.steps.documentPurge, { by, documentIds });
    const blobIds = await deleteDocuments(tx, deploymentId, documentIds);
    const keys = await deleteUnusedBlobs(tx, deploymentId, blobIds);
    await removeBytes(tx, [...keys, ...(await deleteUploadsFor(tx, deploymentId, { documentIds }))]);
    return true;
  });
}

// False: a document was added to one of them since the documents were listed.
async function purgeFolders(deps: Deps, deploymentId: number, scope: PurgeScope): Promise<boolean> {
  for (;;) {
    const { found, deleted } = await transaction(deps.sql, async (tx) => {
      const folderIds = await findPurgedLeaves(tx, deploymentId, scope, BATCH);
      await removeBytes(tx, await deleteUploadsFor(tx, deploymentId, { folderIds }));
      return { found: folderIds.length, deleted: await deleteEmptyFolders(tx, deploymentId, folderIds) };
    });
    if (found === 0 || deleted < found) return found === 0;
  }
}

/** Renders thumbnails of uploads before they are requested. */
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { type Job, addJob, defineJob } from '../../platform/jobs/job.ts';
import { RENDERABLE_KINDS, isRenderable, kindOf } from '../../platform/rendering/kinds.ts';
import { LEASE_MS } from '../renditions/claims.queries.ts';
import { renditionJob } from '../renditions/renditions.jobs.ts';
import { ensureRendition, isOffice } from '../renditions/renditions.steps.ts';
import { thumbnailOf } from './thumbnail-id.ts';

/** Pixels on the long side. */
export const DEFAULT_SIZE = 256;

const Payload = Type.Object({
  deploymentId: Type.Integer(),
  blobId: Type.Integer(),
  kind: Type.Enum([...RENDERABLE_KINDS]),
});

/** Renders the thumbnail in the default size if it does not exist. */
export const thumbnailJob: Job<Deps, typeof Payload> = defineJob({
  name: 'thumbnail',
  payload: Payload,
  // A request renders it if the job fails.
  maxAttempts: 5,
  isHeavy: true,
  async run(deps, payload) {
    const { deploymentId, blobId, kind } = payload;
    if (
      await ensureRendition(deps, thumbnailOf({ deploymentId, blobId, kind, size: DEFAULT_SIZE, isAnnotated: false }))
    ) {
      // After it, so that the thumbnails of many uploads do not wait for conversions.
      if (isOffice(kind)) await transaction(deps.sql, (tx) => addJob(tx, renditionJob, { deploymentId, blobId, kind }));
      return;
    }
    // A process that exits while it renders the thumbnail leaves it to this job.
    const runAt = new Date(deps.clock().getTime() + LEASE_MS);
    await transaction(deps.sql, (tx) => addJob(tx, thumbnailJob, payload, { runAt }));
  },
});

/** Call it in the transaction that sets a document's content; does nothing for kinds that cannot be rendered. */
export async function requestThumbnail(
  tx: Tx,
  { deploymentId, blobId, name }: { deploymentId: number; blobId: number; name: string },
): Promise<void> {
  const kind = kindOf(name);
  if (!isRenderable(kind)) return;
  await addJob(tx, thumbnailJob, { deploymentId, blobId, kind });
}

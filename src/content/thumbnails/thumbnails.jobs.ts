/** Thumbnails of what was uploaded, made before anybody asks for them. */
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { addJob, defineJob } from '../../platform/jobs/job.ts';
import { RENDERABLE_KINDS, isRenderable, kindOf } from '../../platform/rendering/kinds.ts';
import { ensureThumbnail } from './thumbnails.steps.ts';

/** Pixels on the long side. */
export const DEFAULT_SIZE = 256;

const Payload = Type.Object({
  deploymentId: Type.Integer(),
  blobId: Type.Integer(),
  kind: Type.Enum([...RENDERABLE_KINDS]),
});

/** Makes the thumbnail of the default size, if it is not there. */
export const thumbnailJob = defineJob<Deps, typeof Payload>({
  name: 'thumbnail',
  payload: Payload,
  // What does not come about here is made when it is asked for.
  maxAttempts: 5,
  isHeavy: true,
  async run(deps, { deploymentId, blobId, kind }) {
    await ensureThumbnail(deps, { deploymentId, blobId, kind, size: DEFAULT_SIZE, isAnnotated: false });
  },
});

/** To be called in the transaction that gives a document its content; does nothing for kinds that are not rendered. */
export async function requestThumbnail(
  tx: Tx,
  { deploymentId, blobId, name }: { deploymentId: number; blobId: number; name: string },
): Promise<void> {
  const kind = kindOf(name);
  if (!isRenderable(kind)) return;
  await addJob(tx, thumbnailJob, { deploymentId, blobId, kind });
}

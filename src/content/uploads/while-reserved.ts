/** Reservations of visitors' unfinished uploads at their link: the full length while active (decision 0057). */
import { transaction } from '../../platform/db/connection.ts';
import { runSteps } from '../../platform/steps.ts';
import type { Actor, Visiting } from '../../core/actor.ts';
import type { UploadDeps } from './staged.steps.ts';
import { accessUpload } from './staged.access.ts';
import { ACTIVE_MS, isActive } from './active-uploads.ts';
import { lockUploadsOf, recordActive } from './staged.queries.ts';

// How often slowly arriving bytes are recorded, so that an upload stays active until its next block is stored.
const RECORDED_MS = ACTIVE_MS / 2;

/**
 * Passes the chunks of an upload through and keeps it active. A visitor's upload that was inactive must reserve its
 * length again before the first chunk: 413 or 429 if others have taken the space, as for a new upload.
 */
export async function* whileReserved(
  deps: UploadDeps,
  actor: Actor,
  identifier: string,
  { activeAt, chunks }: { activeAt: Date; chunks: AsyncIterable<Buffer> },
): AsyncGenerator<Buffer, void> {
  const { via } = actor;
  let recorded = activeAt.getTime();
  for await (const chunk of chunks) {
    const now = deps.clock();
    if (via.kind === 'visit' && now.getTime() - recorded >= RECORDED_MS) {
      await reserve(deps, { ...actor, now }, via, identifier);
      recorded = now.getTime();
    }
    yield chunk;
  }
}

// Locks the upload, then the uploads of its link, in the same order as finalizing.
async function reserve(deps: UploadDeps, actor: Actor, via: Visiting, identifier: string): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    const upload = await accessUpload(tx, actor, identifier, 'or wait');
    const { uploadId, length, size } = upload;
    if (size === length) return;
    if (!isActive(upload, actor.now)) {
      await lockUploadsOf(tx, actor);
      await runSteps(tx, deps.steps.uploadReservation, { actor, upload: { bytes: length ?? size, uploadId } });
    }
    await recordActive(tx, actor, uploadId, via.address);
  });
}

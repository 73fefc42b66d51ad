/** Records refused downloads in the activity log. */
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { Problem } from '../../platform/errors.ts';
import { recordRefusedReads } from '../../core/activity/activity.queries.ts';
import { actorOf } from '../../core/actor.ts';

/** The item read: a document, or a folder as an archive. */
type ReadThing = { documentId?: number; folderId?: number };

/** Runs a read. Records a refusal (403) of anything but HEAD as AccessDenied, then rethrows it. */
export async function recordingRefusals<T>(
  deps: Deps,
  request: FastifyRequest,
  thing: ReadThing,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isRefusal(error) && request.method !== 'HEAD')
      await recordRefusedReads(deps.sql, actorOf(request), idsOf(thing));
    throw error;
  }
}

/** Whether an error is a 403. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Problem && error.status === 403;
}

function idsOf({ documentId, folderId }: ReadThing): { documentIds: number[]; folderIds: number[] } {
  if (documentId !== undefined) return { documentIds: [documentId], folderIds: [] };
  return { documentIds: [], folderIds: folderId === undefined ? [] : [folderId] };
}

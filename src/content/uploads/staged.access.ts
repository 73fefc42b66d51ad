import { BlobMissingError } from '../../platform/blobs/store.ts';
import type { Db } from '../../platform/db/connection.ts';
import { Problem, notFound, tooLarge } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { type StagedUpload, type UploadLock, findUpload } from './staged.queries.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The upload with a client's id: 404 unless the actor created it and it has not expired. */
export async function accessUpload(
  sql: Db,
  actor: Actor,
  identifier: string,
  lock?: UploadLock,
): Promise<StagedUpload> {
  const upload = UUID.test(identifier) ? await findUpload(sql, actor, identifier, lock) : undefined;
  if (upload === undefined) throw notFound('upload');
  return upload;
}

/**
 * For `catch` around store calls: 404 if the received bytes are gone, for example because contents moved to another
 * store.
 */
export function uploadIsGone(error: unknown): never {
  throw error instanceof BlobMissingError ? notFound('upload') : error;
}

/** 409 if the upload is complete. */
export function assertOpen({ length, size }: StagedUpload): void {
  if (size === length) throw atOffset(size, 'The upload is complete and cannot be extended.');
}

/** 409 with the offset at which to continue. */
export function atOffset(size: number, title: string): Problem {
  return new Problem('/conflict', title, { headers: { 'upload-offset': String(size) } });
}

/** 413 for more than a document may have. */
export function assertSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw tooLarge(`Documents can have at most ${maxBytes} bytes.`);
}

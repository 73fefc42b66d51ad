/**
 * Appendable content in the file store. It is under its final key from the first piece on, so sealing copies nothing.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder, awaitDisk, syncFolder, unlessMissing } from './disk.ts';
import { BlobMissingError } from '../store.ts';

/** A key, the path of its content, and the root of the store. */
export type Place = { key: string; path: string; root: string };

/** Writes the piece at offset `at` and syncs it. Rejects with BlobMissingError if the earlier content is missing. */
export async function appendToFile(place: Place, at: number, piece: Uint8Array): Promise<void> {
  const file = await openToGrow(place, at);
  try {
    await awaitDisk(writeAll(file, piece, at).then(() => file.datasync()));
  } catch (error) {
    // On a full disk every byte counts. If truncating fails now, a later append overwrites or truncates these bytes.
    await file.truncate(at).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
  if (at === 0) await awaitDisk(syncFolder(dirname(place.path)));
}

/** Truncates the content to its size. Content without pieces becomes an empty file. */
export async function sealFile(place: Place, size: number): Promise<void> {
  const file = await openToGrow(place, size);
  try {
    await awaitDisk(file.truncate(size).then(() => file.sync()));
  } finally {
    await file.close();
  }
  if (size === 0) await awaitDisk(syncFolder(dirname(place.path)));
}

async function openToGrow({ key, path, root }: Place, atLeast: number): Promise<FileHandle> {
  if (atLeast === 0) {
    await awaitDisk(makeFolder(dirname(path), root));
    return awaitDisk(open(path, constants.O_RDWR | constants.O_CREAT, 0o640));
  }
  const file = await awaitDisk(unlessMissing(open(path, 'r+')));
  if (file === undefined) throw new BlobMissingError(key);
  try {
    if ((await awaitDisk(file.stat())).size < atLeast) throw new BlobMissingError(key);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function writeAll(file: FileHandle, piece: Uint8Array, at: number): Promise<void> {
  for (let written = 0; written < piece.byteLength;) {
    const { bytesWritten } = await file.write(piece, written, piece.byteLength - written, at + written);
    written += bytesWritten;
  }
}

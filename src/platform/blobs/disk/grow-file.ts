/**
 * Appendable content in the file store. It is under its final key from the first piece on, so sealing copies nothing.
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, copyFile, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, awaitDisk, syncFolder, unlessMissing } from './disk.ts';
import { BlobMissingError } from '../store.ts';

/** A key, the path of its content, and the root of the store. */
export type Place = { key: string; path: string; root: string };

/**
 * A file has this mode bit, otherwise unused, while a piece is written. A writer that finds it set continues in a copy:
 * the other may be a frozen process that goes on writing later.
 */
const BEING_WRITTEN = 0o100;

/**
 * Writes the piece at offset `at` and syncs it. Rejects with BlobMissingError if the earlier content is missing, and
 * like `assertHeld`.
 */
export async function appendToFile(
  place: Place,
  at: number,
  piece: Uint8Array,
  assertHeld: () => Promise<void> = async () => {},
): Promise<void> {
  const { file, mode } = await openToGrow(place, at);
  try {
    await awaitDisk(file.chmod(mode | BEING_WRITTEN));
    try {
      // From here on every other writer sees the mark.
      await assertHeld();
      await writeDurably(file, piece, at);
    } finally {
      await awaitDisk(file.chmod(mode));
    }
  } finally {
    await file.close();
  }
  if (at === 0) await awaitDisk(syncFolder(dirname(place.path)));
}

async function writeDurably(file: FileHandle, piece: Uint8Array, at: number): Promise<void> {
  try {
    await awaitDisk(writeAll(file, piece, at).then(() => file.datasync()));
  } catch (error) {
    // On a full disk every byte counts. If truncating fails now, a later append overwrites or truncates these bytes.
    await file.truncate(at).catch(() => {});
    throw error;
  }
}

/** Truncates the content to its size. Content without pieces becomes an empty file. */
export async function sealFile(place: Place, size: number): Promise<void> {
  const { file } = await openToGrow(place, size);
  try {
    await awaitDisk(file.truncate(size).then(() => file.sync()));
  } finally {
    await file.close();
  }
  if (size === 0) await awaitDisk(syncFolder(dirname(place.path)));
}

async function openToGrow(place: Place, atLeast: number): Promise<{ file: FileHandle; mode: number }> {
  const file = await openOrCreate(place, atLeast);
  try {
    const { size, mode } = await awaitDisk(file.stat());
    if (size < atLeast) throw new BlobMissingError(place.key);
    if ((mode & BEING_WRITTEN) === 0) return { file, mode: mode & 0o777 };
    await awaitDisk(replaceByCopy(place));
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return openToGrow(place, atLeast);
}

async function openOrCreate({ key, path, root }: Place, atLeast: number): Promise<FileHandle> {
  if (atLeast === 0) {
    await awaitDisk(makeFolder(dirname(path), root));
    return awaitDisk(open(path, constants.O_RDWR | constants.O_CREAT, 0o640));
  }
  const file = await awaitDisk(unlessMissing(open(path, 'r+')));
  if (file === undefined) throw new BlobMissingError(key);
  return file;
}

// A process that has the old file open can no longer reach the content. Copying shares blocks where the file system can.
async function replaceByCopy({ path, root }: Place): Promise<void> {
  const staged = join(root, '.staging', randomUUID());
  await copyFile(path, staged, constants.COPYFILE_FICLONE);
  const copy = await open(staged, 'r+');
  try {
    await copy.chmod((await copy.stat()).mode & 0o777 & ~BEING_WRITTEN);
    await copy.sync();
  } finally {
    await copy.close();
  }
  await rename(staged, path);
  await syncFolder(dirname(path));
}

async function writeAll(file: FileHandle, piece: Uint8Array, at: number): Promise<void> {
  for (let written = 0; written < piece.byteLength;) {
    const { bytesWritten } = await file.write(piece, written, piece.byteLength - written, at + written);
    written += bytesWritten;
  }
}

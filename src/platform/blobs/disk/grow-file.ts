/**
 * Appendable content in the file store. It is under its final key from the first piece on, so sealing copies nothing.
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, copyFile, open, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode, makeFolder, awaitDisk, syncFolder, unlessMissing } from './disk.ts';
import { isAligned } from '../blocks.ts';
import { BlobMissingError, StoreFullError } from '../store.ts';

/** A key, the path of its content, and the root of the store. */
export type Place = { key: string; path: string; root: string };

/**
 * A file has this mode bit, otherwise unused, while a piece is written. A writer that finds it set continues in a copy:
 * the other may be a frozen process that goes on writing later.
 */
const BEING_WRITTEN = 0o100;

/** Pieces of this size and more are written past the page cache, if they begin and end at pages. */
const DIRECT_BYTES = 1024 * 1024;
const PAGE_BYTES = 4096;
/** Linux only; undefined elsewhere. */
const O_DIRECT: number | undefined = constants.O_DIRECT;

/** `isDeferred`: the piece is synced later, by a flush or when the file is sealed. */
export type Append = { at: number; isDeferred: boolean; assertHeld?: (() => Promise<void>) | undefined };

/**
 * Writes the piece at offset `at` and syncs it. Rejects with BlobMissingError if the earlier content is missing, with
 * StoreFullError if the disk had no space for it, and like `assertHeld`.
 */
export async function appendToFile(place: Place, piece: Uint8Array, append: Append): Promise<void> {
  if (!isDirect(piece, append.at)) return appendWith(0, place, piece, append);
  try {
    await appendWith(O_DIRECT ?? 0, place, piece, append);
  } catch (error) {
    // Not every file system can, and some require more than pages.
    if (!(error instanceof Error) || !hasCode(error.cause, 'EINVAL')) throw error;
    await appendWith(0, place, piece, append);
  }
}

// The copy into the page cache takes most of the CPU of a large upload (decision 0130).
function isDirect(piece: Uint8Array, at: number): boolean {
  return O_DIRECT !== undefined && piece.byteLength >= DIRECT_BYTES && at % PAGE_BYTES === 0 && isAligned(piece);
}

async function appendWith(
  flags: number,
  place: Place,
  piece: Uint8Array,
  { at, isDeferred, assertHeld = async () => {} }: Append,
): Promise<void> {
  const { file, mode } = await openToGrow(place, at, flags);
  try {
    await awaitDisk(file.chmod(mode | BEING_WRITTEN));
    try {
      // From here on every other writer sees the mark.
      await assertHeld();
      await writePiece(file, piece, { at, isDeferred });
    } finally {
      await awaitDisk(file.chmod(mode));
    }
  } finally {
    await file.close();
  }
  if (at === 0) await awaitDisk(syncFolder(dirname(place.path)));
}

async function writePiece(file: FileHandle, piece: Uint8Array, { at, isDeferred }: Append): Promise<void> {
  try {
    await awaitDisk(writeAll(file, piece, at).then(() => (isDeferred ? undefined : file.datasync())));
  } catch (error) {
    // On a full disk every byte counts. If truncating fails now, a later append overwrites or truncates these bytes.
    await file.truncate(at).catch(() => {});
    throw error;
  }
}

/** Syncs the file. False if it is not there, or if the disk has lost bytes: then it is gone. */
export async function flushFile(place: Place): Promise<boolean> {
  const file = await unlessMissing(open(place.path, 'r+'));
  if (file === undefined) return false;
  try {
    await file.datasync();
    return true;
  } catch (error) {
    await discardLost(place, file, error);
    return false;
  } finally {
    await file.close();
  }
}

/**
 * Truncates the content to its size and syncs it. Content without pieces becomes an empty file. `isDeferred`: some
 * pieces were not synced; if that fails now, the content is gone.
 */
export async function sealFile(place: Place, size: number, isDeferred: boolean): Promise<void> {
  const { file } = await openToGrow(place, size, 0);
  try {
    await awaitDisk(file.truncate(size));
    const synced = file.sync();
    if (isDeferred) await synced.catch((error: unknown) => discardLost(place, file, error));
    await awaitDisk(synced);
    if (isDeferred && !(await isAt(place, file))) throw await missing(place);
  } finally {
    await file.close();
  }
  if (size === 0) await awaitDisk(syncFolder(dirname(place.path)));
}

async function openToGrow(place: Place, atLeast: number, flags: number): Promise<{ file: FileHandle; mode: number }> {
  const file = await openOrCreate(place, atLeast, flags);
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
  return openToGrow(place, atLeast, flags);
}

async function openOrCreate(place: Place, atLeast: number, flags: number): Promise<FileHandle> {
  const { path, root } = place;
  if (atLeast === 0) {
    await awaitDisk(makeFolder(dirname(path), root));
    return awaitDisk(open(path, constants.O_RDWR | constants.O_CREAT | flags, 0o640));
  }
  const file = await awaitDisk(unlessMissing(open(path, constants.O_RDWR | flags)));
  if (file === undefined) throw await missing(place);
  return file;
}

/**
 * Removes a file of which the disk has lost bytes, before anybody goes on with it: the kernel reports a loss once, and
 * later syncs succeed. The name under which it is left says why, for every process; a later cleanup removes it.
 */
async function discardLost(place: Place, file: FileHandle, error: unknown): Promise<void> {
  if (!(await isAt(place, file))) return;
  await rename(place.path, lostPath(place, hasCode(error, 'ENOSPC', 'EDQUOT') ? 'full' : 'lost'));
  await file.truncate(0).catch(() => {});
}

async function missing(place: Place): Promise<Error> {
  const full = await awaitDisk(unlessMissing(stat(lostPath(place, 'full'))));
  if (full === undefined) return new BlobMissingError(place.key);
  return new StoreFullError(new Error(`There was no space for ${place.key}.`));
}

function lostPath({ path, root }: Place, why: 'full' | 'lost'): string {
  return join(root, '.staging', `${basename(path)}.${why}`);
}

async function isAt({ path }: Place, file: FileHandle): Promise<boolean> {
  const [found, own] = await awaitDisk(Promise.all([unlessMissing(stat(path)), file.stat()]));
  return found?.ino === own.ino;
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

export async function writeAll(file: FileHandle, piece: Uint8Array, at: number): Promise<void> {
  for (let written = 0; written < piece.byteLength;) {
    const { bytesWritten } = await file.write(piece, written, piece.byteLength - written, at + written);
    written += bytesWritten;
  }
}

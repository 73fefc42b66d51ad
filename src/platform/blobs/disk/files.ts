/**
 * The blob store in the file system: `<root>/<key>`, with `.staging` for unfinished writes and `.instance` for the
 * owner.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../../clock.ts';
import { hasCode, makeFolder, awaitDisk, syncFolder, unlessMissing } from './disk.ts';
import type { HashPool } from '../sums/hash.ts';
import { BOOT, type Flushes, createFlushes } from './flushes.ts';
import { type Place, appendToFile, sealFile } from './grow-file.ts';
import { type HourFolders, STAGING, cacheHourFolders } from './hour-folders.ts';
import { putFile } from './put-file.ts';
import { isBlobKey, isBlobPrefix } from '../keys.ts';
import { sendRange } from '../send.ts';
import {
  type BlobEntry,
  BlobMissingError,
  type BlobStore,
  type ByteRange,
  ForeignStoreError,
  type OpenBlob,
  SMALL_CONTENT_BYTES,
  isDeferred,
} from '../store.ts';

const READ_BYTES = 1024 * 1024;

export type FileStoreOptions = { root: string; clock: Clock; hashes: HashPool };

/** Opens the store and creates its folder if it does not exist. Rejects with StoreUnavailableError on failure. */
export async function openFileStore(options: FileStoreOptions): Promise<BlobStore> {
  const root = resolve(options.root);
  const staging = join(root, STAGING);
  const disk = { ...options, root, staging, hourFolders: cacheHourFolders(root), flushes: createFlushes() };
  await awaitDisk(makeFolder(root, root));
  await awaitDisk(makeFolder(disk.staging, root));
  return {
    put: (source, limits) => putFile({ ...disk, placeOf: (key) => placeOf(disk, key) }, source, limits),
    append: async (key, at, state, piece, assertHeld) => {
      const place = placeOf(disk, key);
      await appendToFile(place, piece, { at, isDeferred: isDeferred(state), assertHeld });
      return isDeferred(state) ? disk.flushes.note(place, { at, end: at + piece.byteLength, state }) : null;
    },
    seal: async (key, size, state) => {
      const place = placeOf(disk, key);
      await disk.flushes.settle(place.path);
      await sealFile(place, size, isDeferred(state));
    },
    read: (key, range) => read(disk, key, range),
    open: (key) => openBlob(disk, key),
    remove: async (key) => awaitDisk(rm(pathOf(disk, key), { force: true })),
    list: (prefix) => list(disk, prefix),
    removeLeftovers: (before) => awaitDisk(removeLeftovers(disk, before)),
    check: () => awaitDisk(check(disk)),
    claim: (instanceId) => claim(disk, instanceId),
    close: async () => {
      await disk.flushes.close();
      await awaitDisk(disk.hourFolders.close());
    },
    deferred: { boot: BOOT, writer: disk.flushes.writer, flushed: 0 },
  };
}

type Disk = FileStoreOptions & { staging: string; hourFolders: HourFolders; flushes: Flushes };

async function openFile(disk: Disk, key: string): Promise<FileHandle> {
  const file = await awaitDisk(unlessMissing(open(pathOf(disk, key), 'r')));
  if (file === undefined) throw new BlobMissingError(key);
  return file;
}

async function openBlob(disk: Disk, key: string): Promise<OpenBlob> {
  const file = await openFile(disk, key);
  try {
    const { size } = await awaitDisk(file.stat());
    return { size, sendTo: (to, range) => sendRange(file, range, to), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function read(disk: Disk, key: string, range: ByteRange | undefined): Promise<Buffer | Readable> {
  const file = await openFile(disk, key);
  try {
    const { start, end } = range ?? { start: 0, end: (await awaitDisk(file.stat())).size };
    if (end - start > SMALL_CONTENT_BYTES) {
      return file.createReadStream({ start, end: end - 1, highWaterMark: READ_BYTES });
    }
    const content = await awaitDisk(readAll(file, start, Math.max(0, end - start)));
    await awaitDisk(file.close());
    return content;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readAll(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const content = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(content, filled, length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return content.subarray(0, filled);
}

async function* list(disk: Disk, prefix: string): AsyncGenerator<BlobEntry, void> {
  if (!isBlobPrefix(prefix)) throw new Error(`Not a prefix of blob keys: ${prefix}`);
  const names = (await awaitDisk(unlessMissing(readdir(join(disk.root, prefix))))) ?? [];
  for (const name of names.sort()) {
    const path = prefix + name;
    if (isBlobPrefix(`${path}/`)) yield* list(disk, `${path}/`);
    const found = isBlobKey(path) ? await awaitDisk(unlessMissing(stat(join(disk.root, path)))) : undefined;
    // Renaming sets ctime, not mtime: the bytes may be older than the key.
    if (found !== undefined) yield { key: path, size: found.size, storedAt: found.ctime };
  }
}

async function removeLeftovers(disk: Disk, before: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(disk.staging)) {
    const path = join(disk.staging, name);
    const found = await unlessMissing(stat(path));
    if (found === undefined || found.mtime >= before) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}

async function check(disk: Disk): Promise<void> {
  const probe = join(disk.staging, randomUUID());
  try {
    await writeFile(probe, probe, { flag: 'wx', flush: true });
    if ((await readFile(probe, 'utf8')) !== probe) throw new Error(`${probe} differs from what was written.`);
  } finally {
    await rm(probe, { force: true });
  }
}

async function claim(disk: Disk, instanceId: string): Promise<void> {
  const marker = join(disk.root, '.instance');
  const owner = await awaitDisk(
    unlessMissing(readFile(marker, 'utf8')).then((id) => id ?? writeMarker(disk, marker, instanceId)),
  );
  if (owner !== instanceId) throw new ForeignStoreError(owner, instanceId);
}

// Creating a hard link is atomic and succeeds for only one of two concurrent instances. Returns the id of the instance
// that owns the marker.
async function writeMarker(disk: Disk, marker: string, instanceId: string): Promise<string> {
  const staged = join(disk.staging, randomUUID());
  try {
    await writeFile(staged, instanceId, { flag: 'wx', flush: true, mode: 0o640 });
    await link(staged, marker);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(staged, { force: true });
  }
  await syncFolder(disk.root);
  return readFile(marker, 'utf8');
}

function placeOf(disk: Disk, key: string): Place {
  return { key, path: pathOf(disk, key), root: disk.root };
}

function pathOf(disk: Disk, key: string): string {
  if (!isBlobKey(key)) throw new Error(`Not a blob key: ${key}`);
  return join(disk.root, key);
}

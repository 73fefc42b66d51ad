/** Stores whole contents in the file store. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { Block } from '../blocks.ts';
import { newBlobKey } from '../keys.ts';
import { fillBlocks } from '../source.ts';
import type { PutOptions, StoredBlob } from '../store.ts';
import type { ContentHash, HashPool } from '../sums/hash.ts';
import { type Folder, awaitDisk, makeFolder, syncFolder } from './disk.ts';
import { type Place, writeAll } from './grow-file.ts';
import type { HourFolders } from './hour-folders.ts';

// Starts a flush every few blocks, so that the final sync has little left to do (25 % more MB/s).
const FLUSH_BLOCKS = 32;
const MODE = 0o640;

type Disk = {
  staging: string;
  clock: Clock;
  hashes: HashPool;
  hourFolders: HourFolders;
  placeOf(key: string): Place;
};

/** As in the interface of blob stores. */
export async function putFile(disk: Disk, source: AsyncIterable<Uint8Array>, limits: PutOptions): Promise<StoredBlob> {
  const hash = disk.hashes.start();
  const staged = stageFile(join(disk.staging, randomUUID()), hash);
  try {
    const { size, rest } = await fillBlocks(source, limits, (block) => staged.add(block));
    if (limits.key === undefined && staged.isEmpty()) return { size, ...(await createSmall(disk, hash, rest)) };
    const sums = await staged.finish(rest);
    // The key has the hour of completion, so the sweep does not mistake a long upload for an old orphan.
    const key = limits.key ?? newBlobKey(disk.clock());
    await awaitDisk(
      limits.key === undefined ? publish(disk, staged.path, key) : replace(disk.placeOf(key), staged.path),
    );
    return { key, size, ...sums };
  } catch (error) {
    hash.drop();
    await staged.drop();
    throw error;
  }
}

type Staged = {
  path: string;
  isEmpty(): boolean;
  add(block: Block): Promise<void>;
  /** Adds the last bytes and writes all of them to the disk. */
  finish(rest: Block): ReturnType<ContentHash['finish']>;
  drop(): Promise<void>;
};

// The file is created with the first block.
function stageFile(path: string, hash: ContentHash): Staged {
  let opening: Promise<FileHandle> | null = null;
  let flushed = Promise.resolve();
  let blocks = 0;
  const opened = () => (opening ??= awaitDisk(open(path, 'wx', MODE)));
  async function close(): Promise<void> {
    const file = await opening?.catch(() => undefined);
    opening = null;
    await file?.close();
  }
  return {
    path,
    isEmpty: () => opening === null,
    async add(block) {
      const file = await opened();
      await awaitDisk(file.writeFile(block));
      if (++blocks % FLUSH_BLOCKS === 0) {
        await awaitDisk(flushed);
        flushed = file.datasync();
        flushed.catch(() => {}); // Awaited above or below, because the kernel reports a lost write only once.
      }
      return hash.add(block);
    },
    async finish(rest) {
      const file = await opened();
      await awaitDisk(file.writeFile(rest));
      // The hash completes while the disk writes.
      const [, sums] = await Promise.all([awaitDisk(flushed.then(() => file.sync())), hash.finish(rest)]);
      await awaitDisk(close());
      return sums;
    },
    async drop() {
      await close().catch(() => {});
      // On a failing disk the bytes may remain for the sweep. The caller gets the first error.
      await rm(path, { force: true }).catch(() => {});
    },
  };
}

// Content that is whole before its file is created needs no staging: entry and bytes reach the disk with one write of the
// file system's journal. A crash before that leaves an orphan, as it does after it (decision 0078).
async function createSmall(disk: Disk, hash: ContentHash, content: Block): Promise<Omit<StoredBlob, 'size'>> {
  const key = newBlobKey(disk.clock());
  const { path } = disk.placeOf(key);
  const folder = await awaitDisk(disk.hourFolders.enter(dirname(path)));
  const file = await awaitDisk(open(path, 'wx', MODE)).catch((error: unknown) => giveUp(disk, path, error));
  try {
    await awaitDisk(writeAll(file, content, 0));
    const [sums] = await Promise.all([hash.finish(content), awaitDisk(syncBoth(file, folder))]);
    await awaitDisk(file.close());
    return { key, ...sums };
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true }).catch(() => {});
    throw error;
  }
}

async function syncBoth(file: FileHandle, folder: Folder): Promise<void> {
  await Promise.all([file.sync(), folder.sync()]);
}

async function publish(disk: Disk, staged: string, key: string): Promise<void> {
  const { path } = disk.placeOf(key);
  const folder = await disk.hourFolders.enter(dirname(path));
  try {
    await rename(staged, path);
    await folder.sync();
  } catch (error) {
    await giveUp(disk, path, error);
  }
}

// Somebody may have removed the folder by hand; the next put recreates it.
async function giveUp(disk: Disk, path: string, error: unknown): Promise<never> {
  await disk.hourFolders.leave(dirname(path));
  await rm(path, { force: true });
  throw error;
}

// Keys from backups can be of any hour, so their folders are not cached.
async function replace({ path, root }: Place, staged: string): Promise<void> {
  await makeFolder(dirname(path), root);
  await rename(staged, path);
  await syncFolder(dirname(path));
}

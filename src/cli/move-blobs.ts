/**
 * `carrel move-blobs`: copies every content into another store while the service runs. Continues after an interruption.
 */
import { isDeepStrictEqual } from 'node:util';
import { readOtherBlobPlace } from '../platform/config/config.ts';
import { formatPlace } from '../platform/blobs/blob-url.ts';
import { createHashPool } from '../platform/blobs/sums/hash.ts';
import { type Condition, type Content, copyBlob, withPresence } from '../platform/blobs/disk/inspect.ts';
import { type BlobPlace, openBlobStore } from '../platform/blobs/open.ts';
import type { BlobStore } from '../platform/blobs/store.ts';
import { systemClock } from '../platform/clock.ts';
import type { Sql } from '../platform/db/connection.ts';
import { forEachConcurrently } from '../platform/parallel.ts';
import { countStored, countUnfinishedUploads, findStored, usedStorageKeys } from '../content/blobs/blobs.queries.ts';
import { withDatabase } from './database.ts';
import { interruption } from './interrupt.ts';
import { print, readableSize } from './output.ts';

const CONCURRENCY = 4;
const BATCH = 1000;
const REPORT_INTERVAL_MS = 5000;

type Stores = { from: BlobStore; to: BlobStore };

export type Moved = {
  Contents: number;
  Bytes: number;
  /** Contents that the target lacked. */
  CopiedContents: number;
  CopiedBytes: number;
  /** Keys of contents that could not be copied. */
  Missing: string[];
  Damaged: string[];
  /** Unfinished staged uploads; their bytes are not copied. */
  UnfinishedUploads: number;
};

/** Prints the result; exit code 1 if contents are missing or damaged. */
export async function moveBlobsCommand(options: { to: string; json?: boolean }): Promise<void> {
  const target = readOtherBlobPlace('--to', options.to);
  const signal = interruption('run it again to continue');
  const say = options.json === true ? () => {} : (line: string) => void process.stdout.write(`${line}\n`);
  const moved = await withDatabase(async (sql, config) => {
    if (isDeepStrictEqual(config.blobs, target)) throw new Error('--to is the store currently in use.');
    return withStores(sql, config.blobs, target, (stores) => copyAll(sql, stores, signal, say));
  });
  print(options, moved, linesOf(moved, target));
  const failed = moved.Missing.length + moved.Damaged.length;
  if (failed === 0) return;
  process.stderr.write(`carrel: ${failed} contents are missing or damaged in the store and were not copied\n`);
  process.exitCode = 1;
}

async function withStores<T>(
  sql: Sql,
  source: BlobPlace,
  target: BlobPlace,
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  const hashes = createHashPool();
  const tools = { clock: systemClock, hashes };
  const [from, to] = [await openBlobStore(source, tools), await openBlobStore(target, tools)];
  try {
    const [instance] = await sql<{ id: string }[]>`select instance_id as id from instance`;
    // A wrong BLOB_URL would look like the loss of everything, and two instances must not share the target.
    for (const store of [from, to]) await store.claim(instance?.id ?? '');
    return await work({ from, to });
  } finally {
    await from.close();
    await to.close();
    await hashes.close();
  }
}

async function copyAll(sql: Sql, { from, to }: Stores, signal: AbortSignal, say: (line: string) => void) {
  const { contents, bytes } = await countStored(sql);
  const moved: Moved = {
    Contents: 0,
    Bytes: 0,
    CopiedContents: 0,
    CopiedBytes: 0,
    Missing: [],
    Damaged: [],
    UnfinishedUploads: await countUnfinishedUploads(sql),
  };
  const progress = setInterval(() => {
    say(`${moved.Contents} of ${contents} contents, ${readableSize(moved.Bytes)} of ${readableSize(bytes)}`);
  }, REPORT_INTERVAL_MS);
  try {
    await forEachConcurrently(withPresence(to, contentsOf(sql)), CONCURRENCY, async ({ content, isThere }) => {
      signal.throwIfAborted();
      const condition = isThere ? 'sound' : await copyBlob(from, to, content, signal);
      if (condition !== 'sound') await noteFailure(sql, moved, content.key, condition);
      moved.Contents += 1;
      moved.Bytes += content.size;
      if (isThere || condition !== 'sound') return;
      moved.CopiedContents += 1;
      moved.CopiedBytes += content.size;
    });
  } finally {
    clearInterval(progress);
  }
  return moved;
}

async function* contentsOf(sql: Sql): AsyncGenerator<Content, void> {
  for (let after = ''; ;) {
    const batch = await findStored(sql, after, BATCH);
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.key;
  }
}

// Contents purged since they were listed do not count as missing.
async function noteFailure(sql: Sql, moved: Moved, key: string, condition: Condition): Promise<void> {
  if (!(await usedStorageKeys(sql, [key])).has(key)) return;
  moved[condition === 'missing' ? 'Missing' : 'Damaged'].push(key);
}

function linesOf(moved: Moved, target: BlobPlace): string[] {
  const { Contents, Bytes, CopiedContents, CopiedBytes, Missing, Damaged, UnfinishedUploads } = moved;
  const unfinished = `${UnfinishedUploads} unfinished uploads are not copied and must be restarted after the move`;
  return [
    ...Missing.map((key) => `missing  ${key}`),
    ...Damaged.map((key) => `damaged  ${key}`),
    `${Contents} contents, ${readableSize(Bytes)}; copied ${CopiedContents}, ${readableSize(CopiedBytes)}`,
    ...(UnfinishedUploads === 0 ? [] : [unfinished]),
    `to ${formatPlace(target)}`,
  ];
}

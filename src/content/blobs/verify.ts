/** `carrel verify-blobs`: compares the store with the database while the service runs. */
import type { Deps } from '../../platform/deps.ts';
import type { HashPool } from '../../platform/blobs/sums/hash.ts';
import { type Condition, type Content, inspectBlob } from '../../platform/blobs/disk/inspect.ts';
import { forEachConcurrently } from '../../platform/parallel.ts';
import { type Orphans, findOrphans } from './verify-orphans.ts';
import { type Progress, deleteProgress, loadProgress, noProgress, saveProgress } from './verify-progress.ts';
import { findAffectedDocuments, findContents } from './verify.queries.ts';

/** As many as there are hash threads, and one that is being read. */
const CONCURRENCY = 3;
/** Maximum contents, and approximate bytes, between two saves of the progress. */
const BATCH = { contents: 200, bytes: 256 * 1024 * 1024 };
/** Findings listed; further ones are only counted. */
const LISTED = 1000;

export type VerifyOptions = { hashes: HashPool; resume: boolean; removeOrphans: boolean; signal: AbortSignal };

export type Verified = Omit<Progress, 'After'> & Orphans;

/** Reads every content, then looks for orphans. */
export async function verifyBlobs(deps: Deps, options: VerifyOptions): Promise<Verified> {
  const { dataDir } = deps.config;
  const progress = (options.resume ? await loadProgress(dataDir) : null) ?? noProgress();
  for (;;) {
    const batch = await nextBatch(deps, progress.After);
    const last = batch.at(-1);
    if (last === undefined) break;
    await forEachConcurrently(each(batch), CONCURRENCY, (content) => inspect(deps, options, content, progress));
    progress.After = last.key;
    await saveProgress(dataDir, progress);
  }
  const orphans = await findOrphans(deps, options);
  await deleteProgress(dataDir);
  const { After: _, ...found } = progress;
  return { ...found, ...orphans };
}

async function nextBatch({ sql }: Deps, after: string): Promise<Content[]> {
  const contents = await findContents(sql, after, BATCH.contents);
  let bytes = 0;
  const end = contents.findIndex(({ size }) => (bytes += size) > BATCH.bytes);
  return end === -1 ? contents : contents.slice(0, end + 1);
}

async function* each<T>(items: T[]): AsyncGenerator<T, void> {
  yield* items;
}

async function inspect(
  { sql, blobs }: Deps,
  { hashes, signal }: VerifyOptions,
  content: Content,
  progress: Progress,
): Promise<void> {
  const condition: Condition = await inspectBlob(blobs, hashes, content, signal);
  if (condition !== 'sound') {
    const documents = await findAffectedDocuments(sql, content.key);
    // Purged while it was read.
    if (documents === null) return;
    progress[condition === 'missing' ? 'Missing' : 'Damaged'] += 1;
    const finding = { Key: content.key, State: condition, Size: content.size, Documents: documents };
    if (progress.Findings.length < LISTED) progress.Findings.push(finding);
  }
  progress.Contents += 1;
  progress.Bytes += content.size;
}

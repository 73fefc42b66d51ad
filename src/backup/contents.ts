/** Copies missing contents between a blob store and a backup folder, a few at a time. */
import { type Content, copyBlob, withPresence } from '../platform/blobs/disk/inspect.ts';
import type { BlobStore } from '../platform/blobs/store.ts';
import { forEachConcurrently } from '../platform/parallel.ts';

/** Small contents mostly wait for the disk. */
const CONCURRENCY = 6;

export type Copied = {
  /** Contents and bytes that the target lacked. */
  CopiedContents: number;
  CopiedBytes: number;
  /** Contents that are missing or damaged in the source. */
  Damaged: number;
};

/** Copies contents that the target lacks; `contents` are ordered by key. */
export async function copyContents(
  contents: AsyncIterable<Content>,
  from: BlobStore,
  to: BlobStore,
  signal: AbortSignal,
): Promise<Copied> {
  const copied = { CopiedContents: 0, CopiedBytes: 0, Damaged: 0 };
  await forEachConcurrently(notIn(to, contents), CONCURRENCY, async (content) => {
    signal.throwIfAborted();
    if ((await copyBlob(from, to, content, signal)) !== 'sound') {
      copied.Damaged += 1;
      return;
    }
    copied.CopiedContents += 1;
    copied.CopiedBytes += content.size;
  });
  return copied;
}

async function* notIn(store: BlobStore, contents: AsyncIterable<Content>): AsyncGenerator<Content, void> {
  for await (const { content, isThere } of withPresence(store, contents)) if (!isThere) yield content;
}

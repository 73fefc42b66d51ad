/** The private folder of one rendering, with as much of the content as it takes. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange } from '../blobs/store.ts';
import { INPUT } from './job.ts';
import type { RenderableKind } from './kinds.ts';

/** A content as the renderer is given it: nobody reaches into the store's folder. */
export type RenderSource = { size: number; read(range: ByteRange): Promise<Buffer | Readable> };

const MIB = 1024 * 1024;
/** Larger ones are not opened: what reads them holds them in memory, perhaps more than once. */
const MAX_WHOLE_BYTES = 128 * MIB;
/** A page of text is filled by less. */
const TEXT_BYTES = 64 * 1024;
/** Of a long video the beginning and the end: there are its first pictures and its index. */
const VIDEO_HEAD_BYTES = 48 * MIB;
const VIDEO_TAIL_BYTES = 16 * MIB;

/** Which parts of a content a rendering of that kind gets, or null if it is too large for one. */
export function portionsOf(kind: RenderableKind, size: number): ByteRange[] | null {
  if (kind === 'text') return [{ start: 0, end: Math.min(size, TEXT_BYTES) }];
  if (kind === 'video' && size > VIDEO_HEAD_BYTES + VIDEO_TAIL_BYTES) {
    return [
      { start: 0, end: VIDEO_HEAD_BYTES },
      { start: size - VIDEO_TAIL_BYTES, end: size },
    ];
  }
  return size > MAX_WHOLE_BYTES ? null : [{ start: 0, end: size }];
}

/** Makes the folder, has `work` done in it, and removes it with all that is in it. */
export async function inPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  // mkdtemp's folders are their owner's alone.
  const folder = await mkdtemp(join(tmpdir(), 'carrel-render-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Puts the portions at their places in a file of the content's size; what is left out are holes, which take no room. */
export async function copyPortions(folder: string, source: RenderSource, portions: ByteRange[]): Promise<void> {
  const file = await open(join(folder, INPUT), 'wx', 0o600);
  try {
    for (const range of portions) {
      const content = await source.read(range);
      let at = range.start;
      for await (const piece of Buffer.isBuffer(content) ? [content] : (content as AsyncIterable<Buffer>)) {
        await file.write(piece, 0, piece.length, at);
        at += piece.length;
      }
    }
  } finally {
    await file.close();
  }
}

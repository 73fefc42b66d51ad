/** The private folder of one rendering, with as much of the content as it needs. */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange } from '../blobs/store.ts';
import { INPUT, type RenderJob } from './job.ts';
import { inspectStart } from './first-bytes.ts';
import { removeOfficeSocket } from './office-socket.ts';

/** Content for the renderer, without access to the store's folder. */
export type RenderSource = { size: number; read(range: ByteRange): Promise<Buffer | Readable> };

const MIB = 1024 * 1024;
/** Larger files are not opened: their readers hold them in memory, perhaps several times. */
export const MAX_WHOLE_BYTES = 128 * MIB;
/** A page of text needs less. */
const TEXT_BYTES = 64 * 1024;
/** Hundreds of pages. */
export const PAGED_TEXT_BYTES = 2 * MIB;
/** The beginning and end of a long video contain its first frames and its index. */
const VIDEO_HEAD_BYTES = 48 * MIB;
const VIDEO_TAIL_BYTES = 16 * MIB;

/** Most texts; in UTF-16 twice as much as is kept. */
const READ_HEAD_BYTES = 4 * MIB;
/** The list of the entries of most ZIP archives. */
const READ_TAIL_BYTES = 8 * MIB;

/** Videos and sounds to convert for playing. They are read as they come, not held in memory. */
export const MAX_PLAYED_BYTES = 1024 * MIB;

/** How long a rendering may take: `longest` for converting videos and sounds. */
export type Span = 'usual' | 'long' | 'longest';

/** The ranges of its content that a rendering reads. */
export type Plan = { portions: ByteRange[]; span: Span };

/** Null if the content is too large. */
export async function planOf(
  { kind, form }: Pick<RenderJob, 'kind' | 'form'>,
  source: RenderSource,
): Promise<Plan | null> {
  if (form?.type === 'text') return planReading(source, form.recognize !== undefined);
  if (form?.type === 'playback') {
    const isTooLarge = source.size > MAX_PLAYED_BYTES;
    return isTooLarge ? null : { portions: [{ start: 0, end: source.size }], span: 'longest' };
  }
  const portions = picturePortions(kind, form, source.size);
  return portions === null ? null : { portions, span: form?.type === 'pdf' ? 'long' : 'usual' };
}

// The bytes decide: a program that finds no text needs no copy of a long video.
async function planReading(source: RenderSource, isLong: boolean): Promise<Plan | null> {
  const span = isLong ? 'long' : 'usual';
  const { size } = source;
  const { extent, isOffice } = await inspectStart(source);
  const head = { start: 0, end: Math.min(size, READ_HEAD_BYTES) };
  if (extent === 'head') return { portions: [head], span };
  if (size <= MAX_WHOLE_BYTES) return { portions: [{ start: 0, end: size }], span: isOffice ? 'long' : span };
  return extent === 'ends' ? { portions: [head, { start: size - READ_TAIL_BYTES, end: size }], span } : null;
}

function picturePortions(kind: RenderJob['kind'], form: RenderJob['form'], size: number): ByteRange[] | null {
  const isPaged = form?.type === 'count' || form?.type === 'pages';
  if (kind === 'text') return [{ start: 0, end: Math.min(size, isPaged ? PAGED_TEXT_BYTES : TEXT_BYTES) }];
  if (kind === 'video' && size > VIDEO_HEAD_BYTES + VIDEO_TAIL_BYTES) {
    return [
      { start: 0, end: VIDEO_HEAD_BYTES },
      { start: size - VIDEO_TAIL_BYTES, end: size },
    ];
  }
  return size > MAX_WHOLE_BYTES ? null : [{ start: 0, end: size }];
}

/** Creates a private folder. */
export async function createFolder(): Promise<string> {
  // mkdtemp creates folders that only their owner can access.
  return mkdtemp(join(tmpdir(), 'carrel-render-'));
}

/** Creates the file that the program reads. Later the folder may be another user's, who could replace its path. */
export async function createInput(folder: string): Promise<FileHandle> {
  return open(join(folder, INPUT), 'wx', 0o600);
}

/** Removes it with its content. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  await removeOfficeSocket(folder);
}

/** Creates the folder, runs `work` in it, and removes it with its content. */
export async function inPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await createFolder();
  try {
    return await work(folder);
  } finally {
    await removeFolder(folder);
  }
}

/** Writes the ranges at their offsets into a sparse file of the content's size. */
export async function copyPortions(input: FileHandle, source: RenderSource, portions: ByteRange[]): Promise<void> {
  for (const range of portions) {
    const content = await source.read(range);
    let at = range.start;
    for await (const piece of Buffer.isBuffer(content) ? [content] : (content as AsyncIterable<Buffer>)) {
      await input.write(piece, 0, piece.length, at);
      at += piece.length;
    }
  }
}

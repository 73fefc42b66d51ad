/** The pages of a content, as pictures. Neighbors are drawn together, because each rendering is a process (decision 0096). */
import { buffer } from 'node:stream/consumers';
import type { Deps } from '../../platform/deps.ts';
import { BlobMissingError } from '../../platform/blobs/store.ts';
import type { PageCount } from '../../platform/rendering/job.ts';
import { type RenderableKind, isRenderable, kindOf } from '../../platform/rendering/kinds.ts';
import { extensionKey } from '../../platform/values/names.ts';
import { deleteMissing } from './read-rendition.ts';
import { type RenditionId, noteRead } from './renditions.queries.ts';
import { type Obtained, isOffice, obtainRendition, pdfOf } from './renditions.steps.ts';

/** Widths of pages in pixels, and how many pages are drawn at once in each. */
const BLOCKS = { 320: 16, 800: 4, 1200: 4, 1600: 2, 2400: 2 } as const;
export type PageWidth = keyof typeof BLOCKS;
export const PAGE_WIDTHS = Object.keys(BLOCKS).map(Number) as PageWidth[];

/** A content with pages. */
export type PagedContent = { deploymentId: number; blobId: number; kind: RenderableKind };

/** The picture of a page, and the number in its block of the tag. */
export type Page = { bytes: number; hash: string; read(): Promise<Buffer | null> };

/** The kind whose pages a document of this name has; null if it has none. Separated values are pages of text. */
export function pagedKindOf(name: string): RenderableKind | null {
  if (isSeparated(name)) return 'text';
  const kind = kindOf(name);
  return isRenderable(kind) && kind !== 'video' ? kind : null;
}

/** The kind that LibreOffice converts to PDF for a document of this name; null if it does not. */
export function officeKindOf(name: string): RenderableKind | null {
  const kind = kindOf(name);
  return isRenderable(kind) && isOffice(kind) && !isSeparated(name) ? kind : null;
}

/** Null if the content cannot be rendered. */
export async function obtainPageCount(
  deps: Deps,
  content: PagedContent,
  waitMs: number,
): Promise<PageCount | null | 'later'> {
  const whole = { ...content, isAnnotated: false };
  const id: RenditionId = isOffice(content.kind) ? pdfOf(whole) : { ...whole, form: { type: 'count' }, size: 0 };
  const obtained = await obtainRendition(deps, id, waitMs);
  if (obtained === 'later' || obtained === null) return obtained;
  // A PDF that was too large to be stored has pages that cannot be drawn.
  if (id.form.type === 'pdf' && obtained.storageKey === null) return null;
  return obtained.about !== null && 'count' in obtained.about ? obtained.about : null;
}

/** A page that exists. Null if it cannot be rendered. */
export async function obtainPage(
  deps: Deps,
  content: PagedContent,
  { page, width, waitMs }: { page: number; width: PageWidth; waitMs: number },
): Promise<Page | null | 'later'> {
  const form = blockOf(page, width);
  const id: RenditionId = { ...content, form, size: width, isAnnotated: false };
  return pageOf(deps, id, await obtainRendition(deps, id, waitMs), page - form.first);
}

// The first page is a block of its own, so that a document opens quickly.
function blockOf(page: number, width: PageWidth): { type: 'pages'; first: number; count: number } {
  const count = BLOCKS[width];
  return page === 1
    ? { type: 'pages', first: 1, count: 1 }
    : { type: 'pages', first: page - ((page - 2) % count), count };
}

function pageOf(deps: Deps, id: RenditionId, obtained: Obtained, index: number): Page | null | 'later' {
  if (obtained === 'later') return obtained;
  if (obtained === null || obtained.storageKey === null) return null;
  const { storageKey, hash, about, readOn } = obtained;
  if (about === null || !('ends' in about)) return null;
  const [start = 0, end] = [about.ends[index - 1], about.ends[index]];
  if (end === undefined) return null;
  const bytes = end - start;
  const read = async () => {
    await noteRead(deps.sql, id, { storageKey, readOn, now: deps.clock() });
    const content = await readRange(deps, storageKey, { start, end });
    if (content?.length === bytes) return content;
    await deleteMissing(deps, id, { storageKey });
    return null;
  };
  return { bytes, hash: `${hash}.${index}`, read };
}

async function readRange({ blobs }: Deps, storageKey: string, range: { start: number; end: number }) {
  try {
    const content = await blobs.read(storageKey, range);
    return Buffer.isBuffer(content) ? content : await buffer(content);
  } catch (error) {
    if (error instanceof BlobMissingError) return null;
    throw error;
  }
}

function isSeparated(name: string): boolean {
  return ['csv', 'tsv'].includes(extensionKey(name));
}

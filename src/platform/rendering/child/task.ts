import type { About, PageCount, RenderJob } from '../job.ts';
import type { Part } from '../programs.ts';

/**
 * A job with its private folder and the path of the content in it. `office`: a LibreOffice that waits in the folder;
 * resolves when it is ready, rejects if it could not be prepared.
 */
export type Task = RenderJob & { folder: string; path: string; office?: Promise<void> };

/** The image. `missingPart`: without that program there is no image, or a simpler one. */
export type Drawing = { png: Buffer | null; missingPart?: Part };

/** The output, in pieces; absent if the task has written it itself, or there is none. */
export type Made = { content?: Buffer[]; about?: About; missingPart?: Part };

/** The pages of an open document. */
export type Paged = PageCount & {
  /** Draws a page, from 1, as a WebP of this width. */
  draw(number: number, size: number): Promise<Buffer>;
};

/** Pages are not higher than this many times their width. */
const MAX_RATIO = 4;

/** The largest height of a page of this width. */
export function pageHeight(width: number): number {
  return MAX_RATIO * width;
}

/** Splits a command line without quotes into words. */
export function words(line: string): string[] {
  return line.split(' ');
}

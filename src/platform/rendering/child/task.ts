import type { RenderJob } from '../job.ts';
import type { Part } from '../programs.ts';

/**
 * A job with its private folder and the path of the content in it. `office`: a LibreOffice that waits in the folder;
 * resolves when it is ready, rejects if it could not be prepared.
 */
export type Task = RenderJob & { folder: string; path: string; office?: Promise<void> };

/** The image. `missingPart`: without that program there is no image, or a simpler one. */
export type Drawing = { png: Buffer | null; missingPart?: Part };

/** Splits a command line without quotes into words. */
export function words(line: string): string[] {
  return line.split(' ');
}

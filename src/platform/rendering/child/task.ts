import type { RenderJob } from '../job.ts';
import type { Part } from '../programs.ts';

/** A job with its private folder and the path of the content in it. */
export type Task = RenderJob & { folder: string; path: string };

/** The picture. `missingPart`: without that program there is none, or a simpler one. */
export type Drawing = { png: Buffer | null; missingPart?: Part };

/** The words of a command line that has nothing to quote. */
export function words(line: string): string[] {
  return line.split(' ');
}

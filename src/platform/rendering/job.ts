/**
 * The protocol between the service and the rendering program: it is started with its folder, loads its
 * libraries if there is no job yet, reads one job, and exits.
 */
import type { RenderableKind } from './kinds.ts';
import type { Part, Programs } from './programs.ts';

/** The program reads it from its input. The private folder then has `input`, and later `out.png`. */
export type RenderJob = {
  kind: RenderableKind;
  size: number;
  isAnnotated: boolean;
  /** For images: the square in the middle, in exactly this size. */
  isSquare?: boolean;
  programs: Programs;
};

export const INPUT = 'input';
export const OUTPUT = 'out.png';

/** Exit codes. Any other code, and any signal, is a crash. */
export const DONE = 0;
export const IMPOSSIBLE = 10;
/** Rendered without the program: more simply, or not at all. */
export const MISSING: Record<Part, number> = { soffice: 11, ffmpeg: 12, writer: 13, calc: 14, impress: 15 };

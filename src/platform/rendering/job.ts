/** What the service and the program that renders tell each other. */
import type { RenderableKind } from './kinds.ts';
import type { Part, Programs } from './programs.ts';

/** In `job.json` of the private folder, where `input` and later `out.png` are too. */
export type RenderJob = { kind: RenderableKind; size: number; isAnnotated: boolean; programs: Programs };

export const INPUT = 'input';
export const JOB = 'job.json';
export const OUTPUT = 'out.png';

/** Exit codes. Any other, and any signal, is a crash. */
export const DONE = 0;
export const IMPOSSIBLE = 10;
/** Rendered more simply than it could be with the program, or not at all. */
export const MISSING: Record<Part, number> = { soffice: 11, ffmpeg: 12, writer: 13, calc: 14, impress: 15 };

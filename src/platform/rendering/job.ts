/**
 * The protocol between the service and the rendering program: it is started with its folder, loads its
 * libraries if there is no job yet, reads one job, and exits.
 */
import type { RenderableKind } from './kinds.ts';
import type { Part, Programs } from './programs.ts';

/**
 * The form of the output. `thumbnail`: a PNG of the first page or picture. `pdf`: the whole document. `count`: no output,
 * only how many pages there are. `pages`: WebPs of pages, one after the other; `first` is the number of the first one.
 * `mark`: a WebP of a picture with lines of text drawn across. `text`: its text and metadata, one line of JSON (`TextPage`)
 * for each page; `recognize`: also text in pictures, in these languages of Tesseract; `isBeside`: only the metadata, comments
 * and notes of an office document, which are not on its pages. `playback`: an MP4 (H.264, AAC) of a video or sound.
 */
export type Form =
  | { type: 'thumbnail' }
  | { type: 'pdf' }
  | { type: 'count' }
  | { type: 'pages'; first: number; count: number }
  | { type: 'mark'; lines: string[] }
  | { type: 'playback' }
  | { type: 'text'; recognize?: string[]; isBeside?: boolean };

export type FormType = Form['type'];

/** Text of a page, from 1. Null: the content has no pages, or it is metadata. */
export type TextPage = { page: number | null; text: string };

/** The program reads it from its input. The private folder then has `input`, and later the output. */
export type RenderJob = {
  /** The form `text` ignores it: there the bytes decide. */
  kind: RenderableKind;
  /** By default a thumbnail. */
  form?: Form;
  /** Pixels: of the longer side of a thumbnail, or of the width of pages. */
  size: number;
  isAnnotated: boolean;
  /** For images: the square in the middle, in exactly this size. */
  isSquare?: boolean;
  programs: Programs;
};

/** The pages of a document. `width`, `height`: of the first page, in points. `isComplete`: there are no more pages. */
export type PageCount = { count: number; width: number; height: number; isComplete: boolean };

/** The pages of an output, by the offset at which each ends. */
export type PageEnds = { ends: number[] };

/** How a text was read. `none`: the content has no text. */
export const TEXT_METHODS = ['none', 'text', 'pdf', 'office', 'mail', 'archive', 'image', 'ocr'] as const;

/** `isComplete`: there is no more text. */
export type TextAbout = { method: (typeof TEXT_METHODS)[number]; isComplete: boolean };

/** `seconds`: its length. `isComplete`: the source is not longer. */
export type PlaybackAbout = { seconds: number; isComplete: boolean };

/** A description of an output, written by the program. */
export type About = PageCount | PageEnds | TextAbout | PlaybackAbout;

export const INPUT = 'input';
export const OUTPUT = 'output';
export const ABOUT = 'about.json';

/** Exit codes. Any other code, and any signal, is a crash. */
export const DONE = 0;
export const IMPOSSIBLE = 10;
/** Rendered without the program: more simply, or not at all. */
export const MISSING: Record<Part, number> = {
  soffice: 11,
  ffmpeg: 12,
  writer: 13,
  calc: 14,
  impress: 15,
  tesseract: 16,
};

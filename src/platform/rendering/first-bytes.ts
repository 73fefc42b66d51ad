/** The first bytes of a content decide which program and how much of it a rendering needs. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { RenderableKind } from './kinds.ts';
import type { RenderSource } from './workspace.ts';

/** Text of separated values does not begin like this: ZIP, and the container of formats before 2007. */
const STARTS = new Set(['504b', 'd0cf']);

/** The first bytes of a content. */
async function readStart(source: RenderSource, bytes: number): Promise<Buffer> {
  const content = await source.read({ start: 0, end: Math.min(bytes, source.size) });
  return content instanceof Readable ? buffer(content) : content;
}

/** Whether LibreOffice renders the content, if it is what its name says. */
export async function needsOffice({ kind, source }: { kind: RenderableKind; source: RenderSource }): Promise<boolean> {
  if (kind !== 'spreadsheet') return kind === 'word' || kind === 'presentation';
  return STARTS.has((await readStart(source, 2)).toString('hex'));
}

/** `extent`: of large contents, `ends` is the beginning and the end. `isOffice`: LibreOffice may read it. */
type Start = { extent: 'whole' | 'ends' | 'head'; isOffice: boolean };

const ZIP = '504b0304';
/** Office before 2007, and RTF. */
const OFFICE = ['d0cf11e0', '7b5c7274'];
/** PDF, JPEG, PNG, TIFF, GIF. */
const WHOLE = ['25504446', 'ffd8ff', '89504e47', '49492a00', '4d4d002a', '47494638'];
/** Pictures in containers that others use for sounds and films. */
const PICTURE = /^(?:RIFF....WEBP|....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1|avi[fs]))/s;
const START_BYTES = 12;

/** How much of a content is needed to read its text. */
export async function inspectStart(source: RenderSource): Promise<Start> {
  const start = await readStart(source, START_BYTES);
  const isOneOf = (magics: string[]) => magics.some((magic) => start.toString('hex').startsWith(magic));
  if (isOneOf([ZIP])) return { extent: 'ends', isOffice: true };
  if (isOneOf(OFFICE)) return { extent: 'whole', isOffice: true };
  return { extent: isOneOf(WHOLE) || PICTURE.test(start.toString('latin1')) ? 'whole' : 'head', isOffice: false };
}

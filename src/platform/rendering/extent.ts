/** How much of a content is needed to read its text, by its first bytes. */
import type { RenderSource } from './workspace.ts';
import { readStart } from './needs-office.ts';

/** `extent`: of large contents, `ends` is the beginning and the end. `isOffice`: LibreOffice may read it. */
export type Start = { extent: 'whole' | 'ends' | 'head'; isOffice: boolean };

const ZIP = '504b0304';
/** Office before 2007, and RTF. */
const OFFICE = ['d0cf11e0', '7b5c7274'];
/** PDF, JPEG, PNG, TIFF, GIF. */
const WHOLE = ['25504446', 'ffd8ff', '89504e47', '49492a00', '4d4d002a', '47494638'];
/** Pictures in containers that others use for sounds and films. */
const PICTURE = /^(?:RIFF....WEBP|....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1|avi[fs]))/s;
const START_BYTES = 12;

export async function inspectStart(source: RenderSource): Promise<Start> {
  const start = await readStart(source, START_BYTES);
  const isOneOf = (magics: string[]) => magics.some((magic) => start.toString('hex').startsWith(magic));
  if (isOneOf([ZIP])) return { extent: 'ends', isOffice: true };
  if (isOneOf(OFFICE)) return { extent: 'whole', isOffice: true };
  return { extent: isOneOf(WHOLE) || PICTURE.test(start.toString('latin1')) ? 'whole' : 'head', isOffice: false };
}

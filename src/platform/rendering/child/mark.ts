/** Draws lines of text across a picture. */
import sharp from 'sharp';
import { escape } from './page.ts';
import { sniff } from './sniff.ts';
import type { Made, Task } from './task.ts';

const FONT = 'DejaVu Sans, Liberation Sans, Arial, sans-serif';
/** Dark letters with a light edge are readable on any background, and leave the picture readable. */
const LOOK = 'fill="#000" fill-opacity="0.16" stroke="#fff" stroke-opacity="0.2" stroke-width="0.6"';
const QUALITY = 80;
const MIN_SIZE = 9;
const MIN_LETTERS = 16;
/** Width of a letter, and height of a line, in font sizes. */
const LETTER = 0.6;
const LINE = 1.3;
/** The angle of 30 degrees. */
const SINE = 0.5;
const COSINE = 0.866;

/** The picture with the lines, repeated over its whole area, as a WebP. */
export async function drawMark({ path, form }: Task): Promise<Made> {
  if (form?.type !== 'mark') throw new Error('the form is not a mark');
  const format = await sniff(path);
  if (format !== 'webp' && format !== 'png') throw new Error(`not a picture of ours (${format})`);
  const picture = sharp(path, { failOn: 'error' });
  const { width, height } = await picture.metadata();
  const input = await sharp(Buffer.from(tileOf(form.lines, width)))
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
  const content = await picture
    .composite([{ input, tile: true }])
    .webp({ quality: QUALITY, effort: 2 })
    .toBuffer();
  return { content: [content] };
}

// The lines once, at an angle; drawing a small tile is much faster than a pattern over the whole picture. Two tiles fit
// into the width.
function tileOf(lines: string[], width: number): string {
  const longest = Math.max(...lines.map((line) => line.length), MIN_LETTERS);
  const size = Math.max(MIN_SIZE, width / (2 * longest * LETTER * COSINE));
  const [length, height] = [longest * size * LETTER, lines.length * size * LINE];
  const sides = { width: length * COSINE + height * SINE, height: length * SINE + height * COSINE };
  const elements = lines.map(
    (line, at) =>
      `<text x="0" y="${size * (1 + at * LINE)}" font-family="${FONT}" font-size="${size}">${escape(line)}</text>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(sides.width)}" height="${Math.ceil(sides.height)}">` +
    `<g ${LOOK} transform="translate(0 ${length * SINE}) rotate(-30)">${elements.join('')}</g></svg>`
  );
}

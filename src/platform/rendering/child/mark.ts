/** Draws lines of text across a picture. */
import sharp from 'sharp';
import { escape } from './page.ts';
import { sniff } from './sniff.ts';
import type { Made, Task } from './task.ts';

const FONT = 'DejaVu Sans, Liberation Sans, Arial, sans-serif';
/** Dark letters with a light edge are readable on any background, and leave the picture readable. */
const LOOK = 'fill="#000" fill-opacity="0.16" stroke="#fff" stroke-opacity="0.2" stroke-width="0.6"';
const QUALITY = 80;

/** The picture with the lines, repeated over its whole area, as a WebP. */
export async function drawMark({ path, form }: Task): Promise<Made> {
  if (form?.type !== 'mark') throw new Error('the form is not a mark');
  const format = await sniff(path);
  if (format !== 'webp' && format !== 'png') throw new Error(`not a picture of ours (${format})`);
  const picture = sharp(path, { failOn: 'error' });
  const { width, height } = await picture.metadata();
  const overlay = Buffer.from(pattern(form.lines, { width, height }));
  const content = await picture
    .composite([{ input: overlay }])
    .webp({ quality: QUALITY, effort: 2 })
    .toBuffer();
  return { content: [content] };
}

// Four columns at most, whatever the length of an address.
function pattern(lines: string[], { width, height }: { width: number; height: number }): string {
  const longest = Math.max(...lines.map((line) => line.length), 12);
  const size = Math.max(10, Math.min(width / 40, width / (longest * 0.62)));
  const step = { x: longest * size * 0.62 + size * 2, y: size * (lines.length * 1.3 + 4) };
  const elements = lines.map(
    (line, at) =>
      `<text x="0" y="${size * (1.2 + at * 1.3)}" font-family="${FONT}" font-size="${size}">${escape(line)}</text>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<defs><pattern id="mark" width="${step.x}" height="${step.y}" patternUnits="userSpaceOnUse" patternTransform="rotate(-30)">` +
    `<g ${LOOK}>${elements.join('')}</g></pattern></defs><rect width="100%" height="100%" fill="url(#mark)"/></svg>`
  );
}

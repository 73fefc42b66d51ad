/** Draws the icons of the web app: a deployment's logo, or the mark in its color (docs/design.md#mark). */
import { readableColor } from '../../platform/mail/readable-color.ts';

/** The color of the product. */
const INK = '#3451b2';

/** The mark on 32 units, as web/icon.svg has it in the product's color. */
const markIn = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${color}"/>` +
  '<path d="M26 8H12a4 4 0 0 0-4 4v8a4 4 0 0 0 4 4h14" fill="none" stroke="#fff" stroke-width="4"/>' +
  '<path fill="#ffb224" d="M14 12h8v8h-8z"/></svg>\n';

/** The mark for browsers, which draw it in any size. */
export const drawFavicon = (color: string | null): string => markIn(colorOf(color));

/** The color of the mark: the deployment's, darkened as far as the white lines on it need. */
export const colorOf = (color: string | null): string => (color === null ? INK : readableColor(color));

export type IconShape = {
  size: number;
  /** The part of the side that stays free around the drawing. Null: the drawing with its round corners, without a ground. */
  margin: number | null;
};

/** Renders an icon as PNG. A logo keeps its proportions, on white where the icon has a ground. */
export async function renderIcon(shape: IconShape, color: string | null, logo: Buffer | null): Promise<Buffer> {
  const { size, margin } = shape;
  const { default: sharp } = await import('sharp');
  const inside = Math.round(size * (1 - 2 * (margin ?? 0)));
  const own = Buffer.from(drawFavicon(color));
  const drawing = logo === null ? sharp(own, { density: (72 * inside) / 32 }) : sharp(logo);
  const picture = await drawing.resize(inside, inside, { fit: 'contain', background: TRANSPARENT }).png().toBuffer();
  const ground = margin === null ? TRANSPARENT : logo === null ? colorOf(color) : '#ffffff';
  return sharp({ create: { width: size, height: size, channels: 4, background: ground } })
    .composite([{ input: picture }])
    .png({ palette: logo === null })
    .toBuffer();
}

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

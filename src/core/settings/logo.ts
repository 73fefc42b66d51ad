import { invalidParameter } from '../../platform/errors.ts';

/** Maximum size of an uploaded logo in bytes. */
export const LOGO_MAX_BYTES = 262_144;
const LONGEST_SIDE = 512;
/** A few hundred bytes can decompress to gigabytes of pixels. */
const MAX_PIXELS = 4096 * 4096;
const MAX_SECONDS = 5;

// No SVG: it can contain scripts, which must not reach other users' pages.
const FORMATS = new Set<string>(['png', 'jpeg', 'webp', 'gif', 'tiff', 'heif']);

/**
 * The image as a PNG of at most 512 px a side, without metadata. 400 if it is not a readable image, is an SVG, has too
 * many pixels, or takes too long.
 */
export async function encodeLogo(image: Buffer): Promise<Buffer> {
  // Loaded on first use: it is large, and most processes never process a logo.
  const { default: sharp } = await import('sharp');
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  try {
    const { format } = await sharp(image, options).metadata();
    if (!FORMATS.has(format)) throw new Error(`the format ${format} is not taken`);
    return await sharp(image, options)
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
  } catch (error) {
    const reason = (error as Error).message.split('\n', 1)[0] ?? '';
    throw invalidParameter(
      'body',
      `The logo cannot be used as an image (PNG, JPEG, WebP, GIF, TIFF or AVIF): ${reason}`,
    );
  }
}

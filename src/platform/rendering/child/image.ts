/** Images: the first frame, rotated upright, never enlarged. */
import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { sniff } from './sniff.ts';
import { type Drawing, type Paged, type Task, pageHeight } from './task.ts';

/**
 * A few hundred bytes can decompress to gigabytes of pixels. Images are read in parts: a photo of 400 megapixels takes 1.8 s of CPU
 * and 250 MB, and a PNG of that size 3.4 s. The bounds of the process stop what takes more.
 */
const MAX_PIXELS = 1_000_000_000;
/** Pictures of people, of which nobody needs larger ones. */
const MAX_SQUARE_PIXELS = 268_000_000;
/** Its decoder has all pixels in memory. */
const MAX_HEIC_PIXELS = 67_000_000;
const MAX_SVG_BYTES = 8 * 1024 * 1024;
/** Dots per inch; the maximum of the library. */
const MAX_DENSITY = 100_000;
/** Letters stay sharp, and a page takes tens of kilobytes. */
const QUALITY = 80;
/** More effort takes twice the time and saves a tenth of the bytes. */
const EFFORT = 2;
const FORMATS = new Set(['png', 'jpg', 'gif', 'webp', 'tif', 'avif', 'heic', 'svg']);

// Blocks every other format that the library could read, whatever its extension.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Tiff', 'Heif', 'Svg'].map((format) => `VipsForeignLoad${format}`),
});
sharp.cache(false);
sharp.concurrency(1);

/** PNG, JPEG, GIF, WebP, TIFF, AVIF, HEIC and SVG. */
export async function drawImage({ path, size, isSquare = false }: Task): Promise<Drawing> {
  const format = await sniff(path);
  if (!FORMATS.has(format)) throw new Error(`the content is not an image (${format})`);
  if (format === 'heic') return { png: await fit(await openHeic(path), size) };
  if (format === 'svg') return { png: await drawSvg(await readFile(path), size) };
  const most = isSquare ? MAX_SQUARE_PIXELS : MAX_PIXELS;
  const image = sharp(path, { limitInputPixels: most, failOn: 'error' }).autoOrient();
  return { png: await (isSquare ? cutSquare(image, size) : fit(image, size)) };
}

/** An SVG scaled to the requested size. It loads nothing: given as bytes, it has no base address. */
export async function drawSvg(svg: Buffer, size: number): Promise<Buffer> {
  if (svg.length > MAX_SVG_BYTES) throw new Error('the SVG is too large');
  const { width, height } = await sharp(svg, { limitInputPixels: false }).metadata();
  // Rendered at the density that fills the size: sharper than scaling pixels, and bounded whatever size it declares.
  const density = Math.min(MAX_DENSITY, Math.max(1, (72 * size) / Math.max(width, height, 1)));
  return fit(sharp(svg, { limitInputPixels: MAX_PIXELS, density }), size);
}

/** Encodes pixels from another decoder: four bytes each, red first. */
export async function encodePixels(
  data: Uint8Array | Uint8ClampedArray,
  { width, height }: { width: number; height: number },
  size: number,
): Promise<Buffer> {
  return fit(sharp(data, { raw: { width, height, channels: 4 } }), size);
}

/** An image as a page, or the pages of a TIFF. */
export async function openImage(path: string): Promise<Paged> {
  const format = await sniff(path);
  if (!FORMATS.has(format)) throw new Error(`the content is not an image (${format})`);
  if (format === 'svg') return openSvg(await readFile(path));
  const { pages = 1, autoOrient } = await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata();
  return {
    // Frames of animations are not pages.
    count: format === 'tif' ? pages : 1,
    width: autoOrient.width,
    height: autoOrient.height,
    isComplete: true,
    draw: async (number, size) => encodePage(await openPicture(path, format, number), size),
  };
}

/** A page of an image, from 1, upright. */
export async function openPicture(path: string, format: string, page: number): Promise<Sharp> {
  if (format === 'heic') return openHeic(path);
  return sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', page: page - 1 }).autoOrient();
}

/** A page of our own as the picture of a page. */
export async function drawSvgPage(svg: string, size: number): Promise<Buffer> {
  return (await openSvg(Buffer.from(svg))).draw(1, size);
}

async function openSvg(svg: Buffer): Promise<Paged> {
  if (svg.length > MAX_SVG_BYTES) throw new Error('the SVG is too large');
  const { width, height } = await sharp(svg, { limitInputPixels: false }).metadata();
  const draw = async (_: number, size: number) => {
    const scale = Math.min(size / Math.max(width, 1), pageHeight(size) / Math.max(height, 1));
    const density = Math.min(MAX_DENSITY, Math.max(1, 72 * scale));
    return encodePage(sharp(svg, { limitInputPixels: MAX_PIXELS, density }), size);
  };
  return { count: 1, width, height, isComplete: true, draw };
}

/** The same as `encodePixels` for a page. */
export async function encodePixelsAsPage(
  data: Uint8Array | Uint8ClampedArray,
  { width, height }: { width: number; height: number },
  size: number,
): Promise<Buffer> {
  return encodePage(sharp(data, { raw: { width, height, channels: 4 } }), size);
}

/** A WebP of this width, or of the page's if that is less. */
async function encodePage(image: Sharp, size: number): Promise<Buffer> {
  return image
    .resize({ width: size, height: pageHeight(size), fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: QUALITY, effort: EFFORT })
    .toBuffer();
}

async function openHeic(path: string): Promise<Sharp> {
  // The library reads the size of these but cannot decode them; the decoder would accept any size.
  const { width, height } = await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata();
  if (width * height > MAX_HEIC_PIXELS) throw new Error('the image is too large');
  const { default: decodeHeic } = await import('heic-decode');
  const image = await decodeHeic({ buffer: await readFile(path) });
  return sharp(image.data, { raw: { width: image.width, height: image.height, channels: 4 } });
}

// A smaller image is enlarged.
async function cutSquare(image: Sharp, size: number): Promise<Buffer> {
  return image
    .resize({ width: size, height: size, fit: 'cover' })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer();
}

async function fit(image: Sharp, size: number): Promise<Buffer> {
  return image
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer();
}

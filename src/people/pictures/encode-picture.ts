import { buffer } from 'node:stream/consumers';
import { Problem, invalidParameter } from '../../platform/errors.ts';
import { QueueFullError } from '../../platform/limits/bounded-queue.ts';
import { type Render, type Renderer, RendererClosedError } from '../../platform/rendering/renderer.ts';

/** Maximum size of an uploaded picture in bytes. */
export const PICTURE_MAX_BYTES = 5 * 1024 * 1024;

/** Pixels per side: for lists, cards and the profile page, each on screens with two pixels per point. */
export const PICTURE_SIZES = [64, 128, 256] as const;

export type EncodedPicture = { size: number; png: Buffer };

/**
 * The square in the middle of an image in each size, as PNGs without metadata. The image is decoded in the sandbox of
 * thumbnails (decision 0050). 400 if it is not a readable PNG, JPEG or WebP, 503 while too many images are queued.
 */
export async function encodePicture(renderer: Renderer, image: Buffer): Promise<EncodedPicture[]> {
  if (!isPhotoFormat(image)) throw invalidParameter('body', 'The picture must be a PNG, JPEG or WebP image.');
  try {
    return await renderer.inTurn((render) => renderSizes(render, image));
  } catch (error) {
    if (error instanceof QueueFullError || error instanceof RendererClosedError) throw busy();
    throw error;
  }
}

async function renderSizes(render: Render, image: Buffer): Promise<EncodedPicture[]> {
  const [largest, ...smaller] = PICTURE_SIZES.toReversed();
  const first = await renderSquare(render, image, largest ?? PICTURE_SIZES[0]);
  const pictures = [first];
  // Smaller sizes are made from the largest one, which is decoded much faster than the image.
  for (const size of smaller) pictures.push(await renderSquare(render, first.png, size));
  return pictures;
}

async function renderSquare(render: Render, image: Buffer, size: number): Promise<EncodedPicture> {
  const source = { size: image.length, read: async () => image };
  const { output: png, missingPart } = await render({
    kind: 'image',
    size,
    isAnnotated: false,
    isSquare: true,
    source,
    save: buffer,
  });
  if (missingPart !== null) throw new Problem('/unavailable', 'Pictures cannot be processed on this server.');
  if (png === null) throw invalidParameter('body', 'The picture cannot be read as an image.');
  return { size, png };
}

function busy(): Problem {
  const headers = { 'retry-after': '5' };
  return new Problem('/unavailable', 'Too many images are being processed. Try again in a few seconds.', { headers });
}

// By content, whatever its Content-Type says. An SVG can contain scripts, and photos rarely have other formats.
function isPhotoFormat(image: Buffer): boolean {
  const starts = (text: string, at = 0) => image.toString('latin1', at, at + text.length) === text;
  return starts('\u0089PNG\r\n\u001A\n') || starts('\u00FF\u00D8\u00FF') || (starts('RIFF') && starts('WEBP', 8));
}

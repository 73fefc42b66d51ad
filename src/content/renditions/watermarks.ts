/** Watermarks, drawn for each request (decision 0097). */
import { buffer } from 'node:stream/consumers';
import type { Deps } from '../../platform/deps.ts';
import { Problem } from '../../platform/errors.ts';
import { QueueFullError } from '../../platform/limits/bounded-queue.ts';
import { RendererClosedError } from '../../platform/rendering/renderer.ts';

/** Lines of a watermark. */
export type Watermark = readonly string[];

/**
 * The picture with the watermark as a WebP, or `later` if the server is busy. The picture comes from a program that has
 * opened an untrusted file, so it is decoded in the sandbox too.
 */
export async function drawWatermark(
  { renderer }: Pick<Deps, 'renderer'>,
  picture: Buffer,
  watermark: Watermark,
): Promise<Buffer | 'later'> {
  const form = { type: 'mark' as const, lines: [...watermark] };
  const source = { size: picture.length, read: async () => picture };
  try {
    const { output } = await renderer.render({
      kind: 'image',
      form,
      size: 0,
      isAnnotated: false,
      source,
      save: buffer,
    });
    if (output !== null) return output;
  } catch (error) {
    if (error instanceof QueueFullError || error instanceof RendererClosedError) return 'later';
    throw error;
  }
  // Never without the watermark.
  throw new Problem('/unavailable', 'The watermark could not be drawn.', { headers: { 'retry-after': '5' } });
}

import { Type } from 'typebox';
import { DEFAULT_SIZE } from '../../content/thumbnails/thumbnails.jobs.ts';

const SIZES = [64, 128, 256, 512, 1024];

export const ThumbnailQuery = Type.Object({
  size: Type.Optional(
    Type.Integer({ enum: SIZES, default: DEFAULT_SIZE, description: 'Pixels on the long side, at most.' }),
  ),
  showNativeFormatAnnotations: Type.Optional(
    Type.Boolean({ default: false, description: 'Shows the comments of word-processing documents.' }),
  ),
});

const binary = { schema: { type: 'string', format: 'binary' } };

/** The OpenAPI responses of a thumbnail. */
export const THUMBNAIL_RESPONSES = {
  200: { description: "The picture, or the default image of the document's kind.", content: { 'image/png': binary } },
  304: { description: 'The copy named by If-None-Match is good.', type: 'null' },
};

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

import { Type } from 'typebox';
import { flag } from '../../platform/openapi/fields.ts';
import { PAGE_WIDTHS, type PageWidth } from '../../content/renditions/pages.ts';
import { DocumentParams } from '../tree/tree.schema.ts';

export const RenditionQuery = Type.Object({
  type: Type.Unsafe<'pdf'>({ type: 'string', enum: ['pdf'], description: 'The format of the rendition.' }),
  showNativeFormatAnnotations: Type.Optional(
    Type.Boolean({ default: false, description: 'Includes the comments of word-processing documents.' }),
  ),
});

export const pageNumber = Type.Integer({ minimum: 1, description: 'Number of the page, from 1.' });
export const PageParams = Type.Object({ ...DocumentParams.properties, page: pageNumber });

export const PageQuery = Type.Object({
  width: Type.Optional(
    Type.Unsafe<PageWidth>({
      type: 'integer',
      enum: [...PAGE_WIDTHS],
      default: 800,
      description: 'Width in pixels, at most.',
    }),
  ),
});

export const PagesSchema = Type.Object(
  {
    PageCount: Type.Integer({ description: 'Pages that can be shown.' }),
    Width: Type.Number({ description: 'Width of the first page in points; of an image in pixels.' }),
    Height: Type.Number({ description: 'Height of the first page in points; of an image in pixels.' }),
    IsComplete: flag('False if the document has more pages, which are not shown.'),
  },
  { title: 'Pages', description: 'The pages of a document.' },
);

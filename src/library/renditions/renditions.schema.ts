import { Type } from 'typebox';
import { bytes, count, flag, nullableTime, text } from '../../platform/openapi/fields.ts';
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

export const TextSchema = Type.Object(
  {
    Pages: Type.Array(
      Type.Object(
        {
          Page: Type.Union([Type.Integer(), Type.Null()], {
            description: 'Number of the page, from 1; null: the content has no pages, or it is metadata.',
          }),
          Text: text('The text, without runs of spaces.'),
        },
        { title: 'TextOfPage', description: 'The text of a page.' },
      ),
      { description: 'The pages that have text, in their order.' },
    ),
    IsComplete: flag('False if there is more text, such as words in pictures that were not read.'),
  },
  { title: 'ContentText', description: 'The text of a content.' },
);

export const EntriesSchema = Type.Object(
  {
    EntryCount: count('Entries that the archive declares.'),
    IsComplete: flag('False if there are more than 10 000 entries, or the rest of the list is damaged.'),
    Entries: Type.Array(
      Type.Object(
        {
          Name: text('The path in the archive, with `/` between names.'),
          Size: bytes('Size in bytes that the archive declares.'),
          DateModified: nullableTime('When it was last changed; null: not valid.'),
          IsFolder: flag('Whether it is a folder.'),
          IsEncrypted: flag('Whether a password protects it.'),
        },
        { title: 'ArchiveEntry', description: 'A file or folder in an archive.' },
      ),
      { description: 'The first entries in the order of the archive.' },
    ),
  },
  { title: 'ArchiveEntries', description: 'The entries of a ZIP archive.' },
);

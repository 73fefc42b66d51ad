import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { nullable, text } from '../../platform/openapi/fields.ts';
import { FoundItemSchema } from '../../library/search/search.schema.ts';
import { VisitDocumentSchema, VisitFolderSchema } from '../link-routes/visits.schema.ts';

export const LinkSearchQuery = Type.Object({
  ...pageQuery,
  q: Type.String({
    description:
      'A query: words, "phrases", -not, OR, prefix*, `type:`, `in:`, `modified:`, `after:` and `before:`. At most 512 characters.',
  }),
});

const { Path } = VisitFolderSchema.properties;
const { Snippet } = FoundItemSchema.properties;

/** A folder or document of a link that a search found. */
export const VisitFoundItemSchema = Type.Object(
  {
    ItemType: Type.Enum(['Folder', 'Document'], { description: 'The kind of the item.' }),
    ItemName: text('Its name.'),
    Path: { ...Path, description: 'The folders from the shared one to the one that contains the item.' },
    Document: nullable(VisitDocumentSchema, 'The document; null for a folder.'),
    FolderId: nullable(Type.Integer(), 'The folder; null for a document.'),
    Snippet: Type.Array(Snippet.items, {
      description: 'At most two pieces of the text; none if the link does not allow downloads, or limits them.',
    }),
    Page: nullable(Type.Integer({ minimum: 1 }), 'The page of the first snippet; null without pages or snippets.'),
    MatchedIn: Type.Enum(['Name', 'Text'], {
      description: 'Whether the name has all the words, or the text is needed.',
    }),
  },
  { title: 'VisitFoundItem', description: 'A folder or document of a link that a search found.' },
);

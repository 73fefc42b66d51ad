import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { count, flag, name, nullable, text } from '../../platform/openapi/fields.ts';
import { ITEM_KINDS } from '../listings/file-kinds.ts';
import { NamedItemSchema } from '../name-search/name-search.schema.ts';
import { searchFilters } from '../search-query/filters.ts';

const q = 'A query: words, "phrases", -not, OR, prefix*, and filters such as `type:pdf`. At most 512 characters.';

export const SearchQuery = Type.Object({
  ...pageQuery,
  q: Type.Optional(
    Type.String({
      description: `${q} Searches names, tags, and the text of documents. Either \`q\` or \`query\`, or neither with a filter.`,
    }),
  ),
  query: Type.Optional(Type.String({ description: 'Words; a name must hold all of them, in any order and case.' })),
  ...searchFilters,
});

export const FacetsQuery = Type.Object({ q: Type.Optional(Type.String({ description: q })), ...searchFilters });

const SnippetSchema = Type.Object(
  {
    Text: Type.String({ description: 'Plain text, which is not escaped.' }),
    Marks: Type.Array(
      Type.Array(Type.Integer({ minimum: 0, description: 'An offset.' }), {
        minItems: 2,
        maxItems: 2,
        description: 'A range.',
      }),
      {
        description: 'Ranges of the words that match: start and end (exclusive) in UTF-16 code units.',
      },
    ),
  },
  { title: 'Snippet', description: 'A piece of the text around words that match.' },
);

/** A folder or document that a search found. */
export const FoundItemSchema = Type.Object(
  {
    ...NamedItemSchema.properties,
    Snippet: Type.Optional(Type.Array(SnippetSchema, { description: 'With `q`: at most two pieces of the text.' })),
    Page: Type.Optional(
      nullable(
        Type.Integer({ minimum: 1 }),
        'With `q`: the page of the first snippet; null for a text without pages or snippets.',
      ),
    ),
    MatchedIn: Type.Optional(
      Type.Enum(['Name', 'Tags', 'Text'], {
        description: 'With `q`: where all words were found: in the name, in name and tags, or with the text.',
      }),
    ),
  },
  { title: 'NamedItem' },
);

const Count = count('Number of matches.');

/** Counts of matches by facet. */
export const FacetsSchema = Type.Object(
  {
    Total: count('Number of documents that match, at most 1000.'),
    IsExact: flag('Whether these are all matches.'),
    Kinds: Type.Array(Type.Object({ Value: Type.Enum(ITEM_KINDS, { description: 'The kind, for `type`.' }), Count }), {
      description: 'Kinds of documents by their extensions.',
    }),
    Libraries: Type.Array(
      Type.Object({
        LibraryId: Type.Integer({ description: 'Id of the library.' }),
        LibraryName: name('Name of the library.'),
        Count,
      }),
      { description: 'Libraries.' },
    ),
    People: Type.Array(
      Type.Object({
        UserId: Type.Integer({ description: 'Id of the user, for `owner`.' }),
        Name: text('Name of the user.'),
        Count,
      }),
      { description: 'People who created the documents.' },
    ),
    Years: Type.Array(Type.Object({ Year: Type.Integer({ description: 'A year, UTC.' }), Count }), {
      description: 'Years of modification.',
    }),
    Tags: Type.Array(
      Type.Object({
        TagTypeId: Type.Integer({ description: 'Id of the tag type.' }),
        TagTypeName: name('Name of the tag type.'),
        Value: text('The value.'),
        Count,
      }),
      { description: 'Values of tags.' },
    ),
  },
  { title: 'SearchFacets' },
);

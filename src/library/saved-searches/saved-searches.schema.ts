import { Type } from 'typebox';
import { flag, nullable, time, wantedId } from '../../platform/openapi/fields.ts';
import { CriteriaBody } from '../tag-search/tag-search.schema.ts';

/** A saved search: by tags in a library, or in a folder with its subtree; or a query, which can have such a place. */
export const SavedSearchSchema = Type.Object(
  {
    SavedSearchId: Type.Integer({ description: 'The saved search.' }),
    SearchName: Type.String({ description: 'Name of the saved search, 1 to 199 characters.' }),
    LibraryId: nullable(Type.Integer(), 'The library that it searches; null if it searches a folder, or everything.'),
    FolderId: nullable(
      Type.Integer(),
      'The folder that it searches, with everything below; null if it searches a library, or everything.',
    ),
    PlaceName: Type.Union([Type.String(), Type.Null()], {
      description:
        'The name of the library or folder; null if there is none, you can no longer read it, or it is in the trash.',
    }),
    Criteria: Type.Array(
      Type.Object({
        TagTypeId: Type.Integer({ description: 'The tag type.' }),
        Value: Type.String({ description: 'The value in the form of its data type.' }),
      }),
      { description: 'Tags that a document must have, all of them. Empty if there is a query.' },
    ),
    Q: nullable(Type.String(), 'The query, as for `q` of `GET /api/search`; null for a search by tags.'),
    Alert: flag('Whether you are notified of new matches.'),
    DateCreated: time('When the search was saved.'),
  },
  { title: 'SavedSearch' },
);

const Q = Type.Optional(
  Type.String({ description: 'A query, as for `q` of `GET /api/search`. At most 512 characters.' }),
);
const Alert = Type.Optional(
  flag('Whether you are notified of new matches. Requires a query without `is:starred`. Default false.'),
);

/** Criteria with exactly one of LibraryId and FolderId, or a query with at most one of them. */
export const SaveSearchBody = Type.Object(
  {
    SearchName: Type.String({ description: 'Name of the saved search, 1 to 199 characters.' }),
    LibraryId: Type.Optional(wantedId('The library to search.')),
    FolderId: Type.Optional(wantedId('The folder to search, with everything below.')),
    Criteria: Type.Optional(CriteriaBody),
    Q,
    Alert,
  },
  { title: 'SavedSearchCreate', description: 'A search to save: by tags in either a library or a folder, or a query.' },
);

/** Absent properties stay. */
export const ChangeSearchBody = Type.Object(
  {
    SearchName: Type.Optional(Type.String({ description: 'Name of the saved search, 1 to 199 characters.' })),
    Q,
    Alert: Type.Optional(flag('Turns the alert on or off.')),
  },
  { title: 'SavedSearchChange', description: 'Changes of a saved search; absent: unchanged.' },
);

export const SavedSearchParams = Type.Object({ savedSearchId: Type.Integer({ description: 'The saved search.' }) });

import type { Static } from 'typebox';
import { presentConstraints } from '../tag-types/tag-types.presenter.ts';
import type { DeprecatedSearchResultSchema } from './deprecated.schema.ts';
import { type TypedValue, presentPlace, presentValue, valuesOf } from './tag-search.presenter.ts';
import type { FoundDocument } from './tag-search.queries.ts';
import type { FoundInLibrary } from './tag-search.access.ts';

type Found = Static<typeof DeprecatedSearchResultSchema>['Embedded']['Documents'][number];
type StatusEntry = Found['StatusInformation'][number];

/** docs/api/search.md#deprecated-tag-search */
export function presentDeprecatedFound({ libraryId, types }: FoundInLibrary, document: FoundDocument): Found {
  const { simple } = valuesOf(types, document);
  return {
    ...presentPlace(document, simple),
    LibraryId: libraryId,
    StatusInformation: simple.map((tag) => ({
      TagValueId: null,
      TagTypeValueId: null,
      TagTypeValue: presentTypeValue(tag),
      DocumentId: document.documentId,
      Document: presentNestedDocument(document),
    })),
  };
}

function presentTypeValue(tag: TypedValue): StatusEntry['TagTypeValue'] {
  const { type } = tag;
  return {
    TagTypeValueId: null,
    TagTypeId: type.tagTypeId,
    ...presentValue(tag),
    TagType: {
      TagTypeName: type.name,
      Statistics: null,
      UserId: type.createdBy,
      Values: [],
      Libraries: [],
      Flavor: 'Simple',
      DataType: type.dataType,
      TagTypeConstraints: presentConstraints(type.defaultValue),
    },
  };
}

function presentNestedDocument({ createdAt, modifiedAt, createdBy }: FoundDocument): StatusEntry['Document'] {
  return {
    DateStored: createdAt,
    DateModified: modifiedAt,
    UserId: createdBy,
    Files: [],
    Tags: [],
    Folder: null,
    Library: null,
    ACLs: [],
    IsDeleted: false,
    IsLocked: false,
    LockedByUserId: null,
    LockedDate: null,
  };
}

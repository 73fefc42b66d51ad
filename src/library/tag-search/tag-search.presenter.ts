import type { TagTypeRow } from '../tag-types/tag-types.queries.ts';
import { DATA_TYPES, dayOfKey } from '../tag-types/tag-values.ts';
import { autoName } from '../tags/document-tags.presenter.ts';
import type { FoundDocument } from './tag-search.queries.ts';
import type { TagTypes } from './tag-search.access.ts';

/** The deprecated version's fields of a document besides its tags. */
export function presentPlace(document: FoundDocument, simple: TypedValue[]) {
  return {
    DocumentId: document.documentId,
    DocumentName: document.name,
    DocumentAutoName: autoName(
      document.name,
      simple.map(({ value }) => value),
    ),
    FolderId: document.folderId,
    FolderName: document.folderName,
    LibraryName: document.libraryName,
  };
}

/** A value with its type. */
export type TypedValue = { type: TagTypeRow; value: string; key: string };

/** The document's values set by people and by the service, each by tag type id. */
export function valuesOf(types: TagTypes, { tags }: FoundDocument): { simple: TypedValue[]; status: TypedValue[] } {
  const simple: TypedValue[] = [];
  const status: TypedValue[] = [];
  for (const [tagTypeId, value, key] of tags) {
    const type = types.get(tagTypeId);
    // A type created between listing the types and searching is skipped.
    if (type !== undefined) (type.isStatus ? status : simple).push({ type, value, key });
  }
  return { simple, status };
}

/** A value in the property of its type; those of the other types are null. */
export function presentValue({ type: { dataType }, value, key }: TypedValue) {
  return {
    TagValueString: dataType === DATA_TYPES.String ? value : null,
    TagValueNumeric: dataType === DATA_TYPES.Numeric ? Number(value) : null,
    TagValueDate: dataType === DATA_TYPES.Date ? dayOfKey(key) : null,
  };
}

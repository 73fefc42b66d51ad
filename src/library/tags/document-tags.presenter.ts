import type { Static } from 'typebox';
import { entityTag } from '../../platform/http/files/entity-tag.ts';
import { extensionOf } from '../../platform/values/names.ts';
import type { DocumentTagRow } from './document-tags.queries.ts';
import type { DocumentTagSchema } from './document-tags.schema.ts';

/** docs/api/tags.md#tags-of-a-document */
export function presentDocumentTag({ tagTypeId, name, value }: DocumentTagRow): Static<typeof DocumentTagSchema> {
  return { TagTypeId: tagTypeId, TagTypeName: name, Tags: [value] };
}

/** The tag of a document's tag values. */
export function tagsTag(rows: DocumentTagRow[]): string {
  return entityTag('tags', rows.map(presentDocumentTag));
}

/** DocumentAutoName: the values, in the order of their types, and the document's extension; null without values. */
export function autoName(documentName: string, values: string[]): string | null {
  return values.length === 0 ? null : values.join('_') + extensionOf(documentName);
}

import type { Static } from 'typebox';
import { extensionOf } from '../../platform/names.ts';
import type { DocumentTagRow } from './document-tags.queries.ts';
import type { DocumentTagSchema } from './document-tags.schema.ts';

/** Contract: Resources, Document tag. */
export function presentDocumentTag({ tagTypeId, name, value }: DocumentTagRow): Static<typeof DocumentTagSchema> {
  return { TagTypeId: tagTypeId, TagTypeName: name, Tags: [value] };
}

/** DocumentAutoName: the values, which are in the order of their types, and the document's extension; null without values. */
export function autoName(documentName: string, values: string[]): string | null {
  return values.length === 0 ? null : values.join('_') + extensionOf(documentName);
}

import type { Static } from 'typebox';
import type { PersonSchema } from '../../core/persons/persons.schema.ts';
import { presentPersonOrNull } from '../../core/persons/persons.presenter.ts';
import { presentDocumentTag } from '../tags/document-tags.presenter.ts';
import type { DocumentTagSchema } from '../tags/document-tags.schema.ts';
import type { ItemDetails } from './item-details.queries.ts';

type PresentedDetails = {
  IsShared?: boolean;
  ModifiedBy?: Static<typeof PersonSchema> | null;
  Tags?: Static<typeof DocumentTagSchema>[];
};

/** The properties that were asked for (docs/api/folders.md#additional-properties). */
export function presentDetails(baseUrl: string, { isShared, modifiedBy, tags }: ItemDetails): PresentedDetails {
  return {
    ...(isShared === undefined ? {} : { IsShared: isShared }),
    ...(modifiedBy === undefined ? {} : { ModifiedBy: presentPersonOrNull(baseUrl, modifiedBy) }),
    ...(tags === undefined ? {} : { Tags: tags.map(presentDocumentTag) }),
  };
}

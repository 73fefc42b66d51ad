import type { Static } from 'typebox';
import { presentPersonOrNull } from '../../core/persons/persons.presenter.ts';
import type { RevisionRow } from './revisions.queries.ts';
import type { RevisionSchema } from './revisions.schema.ts';

export function presentRevision(baseUrl: string, revision: RevisionRow): Static<typeof RevisionSchema> {
  const document = `${baseUrl}/api/documents/${revision.documentId}`;
  const self = `${document}/revisions/${revision.revisionId}`;
  return {
    RevisionId: revision.revisionId,
    RevisionNumber: revision.revisionNumber,
    RevisionName: revision.name,
    DocumentId: revision.documentId,
    DocumentSize: revision.size,
    Hash: revision.hash,
    DateCreated: revision.createdAt,
    CreatedBy: revision.createdBy?.email ?? '',
    CreatedByPerson: presentPersonOrNull(baseUrl, revision.createdBy),
    IsCurrent: revision.isCurrent,
    Links: { Self: self, Content: `${self}/content`, Document: document },
  };
}

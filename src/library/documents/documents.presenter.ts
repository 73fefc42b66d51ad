import type { Static } from 'typebox';
import type { PresentableDocument } from '../tree/tree.presenter.ts';
import type { DocumentSchema, DocumentSummarySchema } from './documents.schema.ts';

/** The summary of a document (docs/api/documents.md#document-object). */
export function presentDocumentSummary(
  baseUrl: string,
  document: Omit<PresentableDocument, 'folderId'>,
): Static<typeof DocumentSummarySchema> {
  const self = `${baseUrl}/api/documents/${document.documentId}`;
  return {
    DocumentId: document.documentId,
    DocumentName: document.name,
    DateModified: document.modifiedAt,
    Links: { Self: self, Content: `${self}/content`, Revisions: `${self}/revisions` },
  };
}

/** The detail of a document (docs/api/documents.md#document-object). */
export function presentDocument(baseUrl: string, document: PresentableDocument): Static<typeof DocumentSchema> {
  const self = `${baseUrl}/api/documents/${document.documentId}`;
  return {
    DocumentId: document.documentId,
    DocumentName: document.name,
    DateModified: document.modifiedAt,
    Links: { Self: self, Content: `${self}/content`, Revisions: `${self}/revisions` },
    DocumentSize: document.size,
    FolderId: document.folderId,
    Hash: document.hash,
  };
}

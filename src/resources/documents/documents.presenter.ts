import type { Static } from 'typebox';
import type { DocumentSchema, DocumentSummarySchema } from './documents.schema.ts';

/** What both shapes of a document are printed from. */
export type PresentableDocument = {
  documentId: number;
  folderId: number;
  name: string;
  size: number;
  hash: string;
  modifiedAt: string;
};

/** Contract: Resources, Document, summary shape. */
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

/** Contract: Resources, Document, detail shape. */
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

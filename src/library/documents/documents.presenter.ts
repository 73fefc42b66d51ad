import type { Static } from 'typebox';
import type { Validators } from '../../platform/http/conditional.ts';
import { entityTag } from '../../platform/http/entity-tag.ts';
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

/** Names the state that the detail shape shows. */
export function documentTag({ documentId, folderId, name, size, hash, modifiedAt }: PresentableDocument): string {
  return entityTag('document', documentId, folderId, name, size, hash, modifiedAt);
}

/** The ETag of a content. */
export function contentTag({ hash }: { hash: string }): string {
  return `"${hash}"`;
}

/** What GET of a document says of its state, and what preconditions of its writes are compared with. */
export function documentState(document: PresentableDocument & { changedAt: string }): Validators {
  return { etag: documentTag(document), modifiedAt: document.changedAt };
}

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

import type { PresentableDocument } from '../tree/tree.presenter.ts';

/**
 * The JSON text of some of a folder's documents in the detail shape, separated by commas and identical to serializing presentDocument (a test compares
 * them). Lists have thousands of entries; without intermediate objects they take half the time.
 */
export function formatEntries(
  baseUrl: string,
  folderId: number,
  documents: Omit<PresentableDocument, 'folderId'>[],
): string {
  const root = JSON.stringify(`${baseUrl}/api/documents/`).slice(0, -1);
  const parts = documents.map((document) => {
    const self = root + document.documentId;
    return (
      `{"DocumentId":${document.documentId},"DocumentName":${JSON.stringify(document.name)},` +
      `"DateModified":"${document.modifiedAt}",` +
      `"Links":{"Self":${self}","Content":${self}/content","Revisions":${self}/revisions"},` +
      `"DocumentSize":${document.size},"FolderId":${folderId},"Hash":"${document.hash}"}`
    );
  });
  return parts.join(',');
}

/** The same as a JSON array. */
export function formatDocuments(
  baseUrl: string,
  folderId: number,
  documents: Omit<PresentableDocument, 'folderId'>[],
): string {
  return `[${formatEntries(baseUrl, folderId, documents)}]`;
}

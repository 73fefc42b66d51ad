import { presentDetails } from '../listings/item-details.presenter.ts';
import type { ItemDetails } from '../listings/item-details.queries.ts';
import type { PresentableDocument } from '../tree/tree.presenter.ts';

/** `details` by document, if the list was asked for some. */
type Listed = { documents: Omit<PresentableDocument, 'folderId'>[]; details?: Map<number, ItemDetails> };

/**
 * The JSON text of some of a folder's documents in the detail shape, separated by commas and identical to serializing presentDocument (a test compares
 * them). Lists have thousands of entries; without intermediate objects they take half the time. Details go through their
 * presenter.
 */
export function formatEntries(baseUrl: string, folderId: number, { documents, details }: Listed): string {
  const root = JSON.stringify(`${baseUrl}/api/documents/`).slice(0, -1);
  const parts = documents.map((document) => {
    const self = root + document.documentId;
    return (
      `{"DocumentId":${document.documentId},"DocumentName":${JSON.stringify(document.name)},` +
      `"DateModified":"${document.modifiedAt}",` +
      `"Links":{"Self":${self}","Content":${self}/content","Revisions":${self}/revisions"},` +
      `"DocumentSize":${document.size},"FolderId":${folderId},"Hash":"${document.hash}"${formatDetails(baseUrl, details?.get(document.documentId))}}`
    );
  });
  return parts.join(',');
}

/** The same as a JSON array. */
export function formatDocuments(baseUrl: string, folderId: number, listed: Listed): string {
  return `[${formatEntries(baseUrl, folderId, listed)}]`;
}

function formatDetails(baseUrl: string, details: ItemDetails | undefined): string {
  return details === undefined ? '' : `,${JSON.stringify(presentDetails(baseUrl, details)).slice(1, -1)}`;
}

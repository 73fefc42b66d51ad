/** A document as it is shown, or one of its revisions. */
import type { RevisionRow } from '../revisions/revisions.queries.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';

/** `shownRevisionId`: the revision that was asked for, current or not. */
export type ShownDocument = DocumentRow & { shownRevisionId?: number };

/** The revision in the place of the document, with its name: all revisions have the extension of the document. */
export function asRevision(document: DocumentRow, revision: RevisionRow): ShownDocument {
  const { revisionId, blobId, size, hash, storageKey, createdAt: modifiedAt } = revision;
  return { ...document, revisionId, shownRevisionId: revisionId, blobId, size, hash, storageKey, modifiedAt };
}

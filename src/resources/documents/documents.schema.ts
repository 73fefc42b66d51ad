import { Type } from 'typebox';

const summary = {
  DocumentId: Type.Integer(),
  DocumentName: Type.String(),
  DateModified: Type.String({ format: 'date-time', description: 'When the current revision was stored.' }),
  Links: Type.Object({ Self: Type.String(), Content: Type.String(), Revisions: Type.String() }),
};

/** A document inside a folder's embedding (contract: Resources, Document, summary shape). */
export const DocumentSummarySchema = Type.Object(summary, { title: 'DocumentSummary' });

/** A document fetched directly or listed (contract: Resources, Document, detail shape). */
export const DocumentSchema = Type.Object(
  {
    ...summary,
    DocumentSize: Type.Integer({ description: 'Bytes.' }),
    FolderId: Type.Integer(),
    Hash: Type.String({ description: 'SHA-256 of the content, lower-case hexadecimal.' }),
  },
  { title: 'Document' },
);

export const DocumentParams = Type.Object({ documentId: Type.Integer() });

const id = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

export const ChangeDocumentBody = Type.Object({
  DocumentName: Type.Optional(Type.String()),
  FolderId: Type.Optional(Type.Integer({ ...id, description: 'Moves the document to this folder.' })),
});

export const CopyDocumentBody = Type.Object({
  FolderId: Type.Integer({ ...id, description: 'The folder that the copy goes to.' }),
  DocumentName: Type.Optional(Type.String()),
});

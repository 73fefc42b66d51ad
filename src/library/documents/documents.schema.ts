import { Type } from 'typebox';
import { links } from '../../platform/openapi/fields.ts';
import { documentDetails } from '../listings/item-details.schema.ts';

const summary = {
  DocumentId: Type.Integer({ description: 'The document.' }),
  DocumentName: Type.String({ description: 'Name of the document with its extension, 1 to 199 characters.' }),
  DateModified: Type.String({ format: 'date-time', description: 'When the current revision was stored.' }),
  Links: links({
    Self: Type.String({ description: 'URL of this resource.' }),
    Content: Type.String({ description: 'URL of the content.' }),
    Revisions: Type.String({ description: 'URL of the revisions.' }),
  }),
};

/** A document embedded in a folder: the summary (docs/api/documents.md#document-object). */
export const DocumentSummarySchema = Type.Object(summary, { title: 'DocumentSummary' });

/** A document by itself or in a list: the detail (docs/api/documents.md#document-object). */
export const DocumentSchema = Type.Object(
  {
    ...summary,
    DocumentSize: Type.Integer({ description: 'Bytes.' }),
    FolderId: Type.Integer({ description: 'The folder.' }),
    Hash: Type.String({ description: 'SHA-256 of the content, lower-case hexadecimal.' }),
  },
  { title: 'Document' },
);

/** A document in a list of a folder, with the properties that `expand` names. */
export const ListedDocumentSchema = Type.Object(
  { ...DocumentSchema.properties, ...documentDetails },
  { title: 'ListedDocument' },
);

const id = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

export const ChangeDocumentBody = Type.Object(
  {
    DocumentName: Type.Optional(
      Type.String({ description: 'Name of the document with its extension, 1 to 199 characters.' }),
    ),
    FolderId: Type.Optional(Type.Integer({ ...id, description: 'Moves the document to this folder.' })),
  },
  { title: 'DocumentUpdate', description: 'Changes of a document.' },
);

export const CopyDocumentBody = Type.Object(
  {
    FolderId: Type.Integer({ ...id, description: 'The folder that the copy goes to.' }),
    DocumentName: Type.Optional(
      Type.String({ description: 'Name of the document with its extension, 1 to 199 characters.' }),
    ),
  },
  { title: 'DocumentCopy', description: 'Where a document is copied to, and the name of the copy.' },
);

/** The OpenAPI schema of a small upload form. */
export const SMALL_UPLOAD_FORM = Type.Object({
  metadata: Type.Optional(
    Type.String({ description: 'JSON like `{"DocumentName": "Plan.pdf"}`; without it the file keeps its name.' }),
  ),
  file: Type.String({
    format: 'binary',
    description: 'The content, less than 5 242 880 bytes, with a file name or a DocumentName in metadata.',
  }),
});

/** The same for a revision, which takes its name from the file. */
export const SMALL_REVISION_FORM = Type.Object({
  metadata: Type.Optional(Type.String({ description: 'Its DocumentName names a revision whose file has no name.' })),
  file: SMALL_UPLOAD_FORM.properties.file,
});

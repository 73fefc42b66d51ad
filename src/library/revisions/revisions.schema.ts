import { Type } from 'typebox';

/** A stored content of a document. */
export const RevisionSchema = Type.Object(
  {
    RevisionId: Type.Integer(),
    RevisionNumber: Type.Integer({ description: 'From 1 upwards.' }),
    RevisionName: Type.String({ description: 'The name of the file that was uploaded.' }),
    DocumentId: Type.Integer(),
    DocumentSize: Type.Integer({ description: 'Bytes.' }),
    Hash: Type.String({ description: 'SHA-256 of the content, lower-case hexadecimal.' }),
    DateCreated: Type.String({ format: 'date-time' }),
    CreatedBy: Type.String({ description: 'Email address.' }),
    IsCurrent: Type.Boolean(),
    Links: Type.Object({ Self: Type.String(), Content: Type.String(), Document: Type.String() }),
  },
  { title: 'Revision' },
);

export const RevisionParams = Type.Object({ documentId: Type.Integer(), revisionId: Type.Integer() });

import { Type } from 'typebox';
import { links, time } from '../../platform/openapi/fields.ts';
import { personOrNull } from '../../core/persons/persons.schema.ts';

/** A stored content of a document. */
export const RevisionSchema = Type.Object(
  {
    RevisionId: Type.Integer({ description: 'The revision.' }),
    RevisionNumber: Type.Integer({ description: 'From 1 upwards.' }),
    RevisionName: Type.String({ description: 'The name of the file that was uploaded.' }),
    DocumentId: Type.Integer({ description: 'The document.' }),
    DocumentSize: Type.Integer({ description: 'Bytes.' }),
    Hash: Type.String({ description: 'SHA-256 of the content, lower-case hexadecimal.' }),
    DateCreated: time('When the revision was stored.'),
    CreatedBy: Type.String({ description: 'Email address.' }),
    CreatedByPerson: personOrNull(
      'The user who stored it; for uploads through a link, the creator of the link; null: the operator.',
    ),
    IsCurrent: Type.Boolean({ description: 'Whether it is the current revision.' }),
    Links: links({
      Self: Type.String({ description: 'URL of this resource.' }),
      Content: Type.String({ description: 'URL of the content.' }),
      Document: Type.String({ description: 'URL of the document.' }),
    }),
  },
  { title: 'Revision' },
);

export const RevisionParams = Type.Object({
  documentId: Type.Integer({ description: 'The document.' }),
  revisionId: Type.Integer({ description: 'The revision.' }),
});

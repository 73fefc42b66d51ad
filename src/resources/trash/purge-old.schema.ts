import { Type } from 'typebox';

/** Contract: POST /api/async/documents/purge-old-documents. */
export const PurgeOldBody = Type.Object({
  PurgeType: Type.Enum(['DateStored'], { description: 'Age is counted from when the document was first stored.' }),
  // A hundred years: what is beyond is no age of a document.
  Days: Type.Number({ minimum: 60, maximum: 36_500, description: 'Documents at least so old are purged.' }),
  DryRun: Type.Optional(Type.Boolean({ description: 'Only counts what would be purged.' })),
});

/** Contract: Report rows, Purge-old-documents result. */
export const PurgeOldResultSchema = Type.Object(
  { DocumentsDeleted: Type.Integer(), DocumentsThatFailedToDelete: Type.Integer() },
  { title: 'PurgeOldDocumentsResult' },
);

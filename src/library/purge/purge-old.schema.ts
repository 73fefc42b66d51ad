import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { flag, time } from '../../platform/openapi/fields.ts';

// At most a hundred years.
const Days = Type.Number({ minimum: 60, maximum: 36_500, description: 'Documents at least so old are purged.' });

/** docs/api/trash.md#purging-old-documents */
export const PurgeOldBody = Type.Object(
  {
    PurgeType: Type.Enum(['DateStored'], { description: 'Age is counted from when the document was first stored.' }),
    Days,
    DryRun: Type.Optional(Type.Boolean({ description: 'Only counts what would be purged.' })),
  },
  { title: 'PurgeOldDocuments', description: 'The documents to purge.' },
);

/** The result of the job (docs/api/trash.md#purging-old-documents). */
export const PurgeOldResultSchema = Type.Object(
  {
    DocumentsDeleted: Type.Integer({ description: 'Number of documents that were deleted.' }),
    DocumentsThatFailedToDelete: Type.Integer({ description: 'Number of documents that could not be deleted.' }),
    Size: Type.Optional(Type.Integer({ description: 'After a dry run: bytes of the documents as they are now.' })),
  },
  { title: 'PurgeOldDocumentsResult' },
);

export const OldDocumentsQuery = Type.Object({ days: Days, ...pageQuery });

/** A document that a purge would remove. */
export const OldDocumentSchema = Type.Object(
  {
    DocumentId: Type.Integer({ description: 'The document.' }),
    DocumentName: Type.String({ description: 'Name of the document with its extension, 1 to 199 characters.' }),
    Location: Type.Array(Type.String(), { description: 'The names of what it lies in, the library first.' }),
    Size: Type.Integer({ description: 'Bytes of the documents.' }),
    DateStored: time('When the document was first stored.'),
    IsInTrash: flag('Whether the document is in the trash.'),
  },
  { title: 'OldDocument' },
);

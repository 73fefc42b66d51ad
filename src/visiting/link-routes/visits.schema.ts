import { Type } from 'typebox';
import { TaskSchema } from '../../work/tasks/tasks.schema.ts';

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);
const one = <T extends string>(...values: T[]) => Type.Unsafe<T>({ type: 'string', enum: values });

export const LinkParams = Type.Object({ reference: Type.String() });
export const LinkFolderParams = Type.Object({ reference: Type.String(), folderId: Type.Integer() });
export const LinkDocumentParams = Type.Object({ reference: Type.String(), documentId: Type.Integer() });
export const RecipientQuery = Type.Object({ recipient: Type.Optional(Type.String()) });

/** A visit: the data for the first view of a link's page. */
export const VisitSchema = Type.Object({
  Kind: one('folder', 'document'),
  /** As in the URL of the page. */
  ItemId: Type.Integer(),
  TaskId: nullable(Type.Integer()),
  ShareType: one('Content', 'Template'),
  Status: one('Active', 'Pending'),
  SharedBy: Type.Object({ Name: Type.String(), Email: Type.String() }),
  ExpiresOn: nullable(Type.String()),
  Protection: one('none', 'password', 'code'),
  IsUnlocked: Type.Boolean(),
  Code: nullable(
    Type.Object({
      Recipient: nullable(Type.String()),
      SentAt: nullable(Type.String()),
      CanResendAt: nullable(Type.String()),
      TriesLeft: Type.Integer(),
    }),
  ),
  Item: Type.Union([
    Type.Object({ FolderId: Type.Integer(), Name: Type.String() }),
    Type.Object({
      DocumentId: Type.Integer(),
      Name: Type.String(),
      DocumentSize: Type.Integer(),
      DateModified: Type.String(),
      MediaType: Type.String(),
    }),
    Type.Null(),
  ]),
  Allow: Type.Object({
    View: Type.Boolean(),
    Download: Type.Boolean(),
    Upload: Type.Boolean(),
    Edit: Type.Boolean(),
  }),
  /** Over the lifetime of the link; null: uploads are not allowed. A null limit is unlimited. */
  UploadLimits: nullable(
    Type.Object({
      MaxUploadBytes: nullable(Type.Integer()),
      MaxUploadDocuments: nullable(Type.Integer()),
      UploadedBytes: Type.Integer(),
      UploadedDocuments: Type.Integer(),
    }),
  ),
  Branding: Type.Object({
    Name: Type.String(),
    Color: nullable(Type.String()),
    LogoUri: nullable(Type.String()),
  }),
});

/** A password, or the code mailed to the recipient. */
export const UnlockBody = Type.Object({
  Password: Type.Optional(Type.String({ maxLength: 1000 })),
  Recipient: Type.Optional(Type.String({ maxLength: 100 })),
  Code: Type.Optional(Type.String({ maxLength: 100 })),
});

export const ResendBody = Type.Object({ Recipient: Type.String({ maxLength: 100 }) });
export const ResentSchema = Type.Object({ SentAt: Type.String(), CanResendAt: Type.String() });

export const VisitDocumentSchema = Type.Object({
  DocumentId: Type.Integer(),
  DocumentName: Type.String(),
  DocumentSize: Type.Integer(),
  Hash: Type.String(),
  DateModified: Type.String(),
  MediaType: Type.String(),
  CanPreview: nullable(one('image', 'pdf', 'text', 'video', 'audio')),
  Links: Type.Object({ Content: Type.String(), Thumbnail: Type.String() }),
});

const FolderNameSchema = Type.Object({ FolderId: Type.Integer(), FolderName: Type.String() });

export const VisitFolderSchema = Type.Object({
  ...FolderNameSchema.properties,
  Path: Type.Array(FolderNameSchema),
  Folders: Type.Array(Type.Object({ ...FolderNameSchema.properties, DocumentCount: Type.Optional(Type.Integer()) })),
  Documents: Type.Array(VisitDocumentSchema),
});

export const TreeSizeSchema = Type.Object({ Documents: Type.Integer(), Bytes: Type.Integer() });

export const SubFolderBody = Type.Object({ FolderPath: Type.String() });
export const MadeFolderSchema = FolderNameSchema;

export const FinalizeBody = Type.Object({ UploadId: Type.String({ maxLength: 100 }) });
export const MadeRevisionSchema = Type.Object({ RevisionNumber: Type.Integer() });

const { TaskId, TaskStatus, TaskResult, Instructions, DueDate, DateAssigned, DateEnded, Assignee } =
  TaskSchema.properties;
const { ItemName, AssignedRevision, DecidedRevision, CurrentRevision } = TaskSchema.properties;
const { ChangedSinceAssigned, Comment, AccessEndsAt } = TaskSchema.properties;

/** A task for an assignee without an account. */
export const VisitTaskSchema = Type.Object({
  TaskId,
  TaskStatus,
  TaskResult,
  Instructions,
  DueDate,
  DateAssigned,
  DateEnded,
  Creator: Type.Object({ Name: Type.String(), Email: Type.String() }),
  Assignee,
  ItemName,
  AssignedRevision,
  DecidedRevision,
  CurrentRevision,
  ChangedSinceAssigned,
  Comment,
  AccessEndsAt,
  CanDecide: Type.Boolean(),
});

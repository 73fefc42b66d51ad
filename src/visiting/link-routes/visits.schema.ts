import { Type } from 'typebox';
import { bytes, count, flag, id, link, nullable, nullableTime, text, time } from '../../platform/openapi/fields.ts';
import { PASSWORD_MAX_LENGTH } from '../../core/settings/password-policy.ts';
import { PREVIEW_KINDS } from '../../library/downloads/previews.ts';
import { TaskSchema } from '../../work/tasks/tasks.schema.ts';

const one = <T extends string>(description: string, ...values: T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: values, description });

const reference = text('The reference in the URL of the link. It grants access: keep it secret.');

export const LinkParams = Type.Object({ reference });
export const LinkFolderParams = Type.Object({ reference, folderId: id('The shared folder, or one below it.') });
export const LinkDocumentParams = Type.Object({
  reference,
  documentId: id('The shared document, or one in the shared folder.'),
});
export const RecipientQuery = Type.Object({
  recipient: Type.Optional(text('The key of the recipient in the URL of a personal link.')),
});
export const VisitContentQuery = Type.Object({
  ...RecipientQuery.properties,
  download: Type.Optional(flag('Sends an attachment instead of the content for display.')),
});

const PersonSchema = Type.Object(
  { Name: text('The name.'), Email: Type.String({ description: 'The address.' }) },
  { title: 'VisitPerson', description: 'A person to contact.' },
);

const CodeStateSchema = Type.Object(
  {
    Recipient: nullable(Type.String(), 'The masked address of the recipient; null if the link names none.'),
    SentAt: nullableTime('When the valid code was sent; null if none is valid.'),
    CanResendAt: nullableTime('When another code can be requested; null if the link names no recipient.'),
    TriesLeft: count('Attempts that are left in this browser.'),
    AcceptsEmail: flag('Whether anyone with an address in an allowed domain can request a code.'),
  },
  { title: 'VisitCode', description: 'The state of the access code.' },
);

const VisitItemSchema = Type.Union(
  [
    Type.Object(
      { FolderId: id('The shared folder.'), Name: text('Its name.') },
      { title: 'VisitedFolder', description: 'The shared folder.' },
    ),
    Type.Object(
      {
        DocumentId: id('The shared document.'),
        Name: text('Its name.'),
        DocumentSize: bytes('Size of its content in bytes.'),
        DateModified: time('When its content last changed.'),
        MediaType: text('The media type by its extension.'),
      },
      { title: 'VisitedDocument', description: 'The shared document.' },
    ),
    Type.Null(),
  ],
  { description: 'The shared item; null while the link is locked or pending.' },
);

const UploadLimitsSchema = Type.Object(
  {
    MaxUploadBytes: nullable(Type.Integer(), 'Bytes that the link accepts; null: unlimited.'),
    MaxUploadDocuments: nullable(Type.Integer(), 'Documents, revisions, and folders that it accepts; null: unlimited.'),
    UploadedBytes: bytes('Bytes that were uploaded.'),
    UploadedDocuments: count('Documents, revisions, and folders that were uploaded.'),
  },
  { title: 'VisitUploadLimits', description: 'Limits over the lifetime of a link, and what is used of them.' },
);

/** A visit: the data for the first view of a link's page. */
export const VisitSchema = Type.Object(
  {
    Kind: one('The kind of the shared item.', 'folder', 'document'),
    ItemId: id('The folder or document, as in the URL of the page.'),
    TaskId: nullable(Type.Integer(), 'The task that the link belongs to; null if none.'),
    ShareType: one('The kind of share.', 'Content', 'Template'),
    Status: one('`Pending`: the content is still being prepared.', 'Active', 'Pending'),
    SharedBy: PersonSchema,
    ExpiresOn: nullableTime('When the link expires; null: never.'),
    Protection: one('The secret that unlocks the link.', 'none', 'password', 'code'),
    IsUnlocked: flag('Whether this browser can open the link.'),
    Code: nullable(CodeStateSchema, 'The access code; null unless the link waits for one.'),
    Item: VisitItemSchema,
    Allow: Type.Object(
      {
        View: flag('Documents can be viewed.'),
        Download: flag('Documents can be downloaded.'),
        Upload: flag('Documents can be added to the folder.'),
        Edit: flag('New versions of the document can be uploaded.'),
        Comment: flag('Comments on documents can be read and added.'),
      },
      { description: 'The operations that the link and the rights of its creator allow.' },
    ),
    Watermark: flag('Whether pictures of pages carry the address of the visitor and the time.'),
    DownloadsLeft: nullable(Type.Integer(), 'Downloads that the link still allows; null: no limit.'),
    UploadLimits: nullable(UploadLimitsSchema, 'The limits; null if uploads are not allowed.'),
    Branding: Type.Object(
      {
        Name: text('The name of the deployment.'),
        Color: nullable(Type.String(), 'Its color as `#rrggbb`; null: the default.'),
        LogoUri: nullable(Type.String(), 'The logo; null if there is none.'),
      },
      { description: 'The look of the page.' },
    ),
  },
  { title: 'Visit', description: 'The content and the abilities of a link.' },
);

/** A password, or the code mailed to the recipient. */
export const UnlockBody = Type.Object(
  {
    Password: Type.Optional(Type.String({ maxLength: PASSWORD_MAX_LENGTH, description: 'The password of the link.' })),
    Recipient: Type.Optional(
      Type.String({ maxLength: 100, description: 'The key of the recipient in the URL of a personal link.' }),
    ),
    Email: Type.Optional(
      Type.String({ maxLength: 300, description: 'Instead of `Recipient`: the address that the code was sent to.' }),
    ),
    Code: Type.Optional(Type.String({ maxLength: 100, description: 'The access code that the recipient got.' })),
  },
  { title: 'VisitUnlock', description: 'The password of a link, or the recipient and the access code.' },
);

export const ResendBody = Type.Object(
  {
    Recipient: Type.Optional(
      Type.String({ maxLength: 100, description: 'The key of the recipient in the URL of a personal link.' }),
    ),
    Email: Type.Optional(
      Type.String({
        maxLength: 300,
        description: 'Instead of `Recipient`: an address, if the link accepts those of allowed domains.',
      }),
    ),
  },
  { title: 'AccessCodeRequest', description: 'The person who requests an access code.' },
);
export const ResentSchema = Type.Object(
  { SentAt: time('When the code was sent.'), CanResendAt: time('When another code can be requested.') },
  { title: 'AccessCodeSent', description: 'The times of an access code.' },
);

export const VisitDocumentSchema = Type.Object(
  {
    DocumentId: id('The document.'),
    DocumentName: text('Its name.'),
    DocumentSize: bytes('Size of its content in bytes.'),
    Hash: Type.String({
      description: 'Its content, SHA-256 in lower-case hexadecimal; empty if the link does not allow downloads.',
    }),
    DateModified: time('When its content last changed.'),
    MediaType: text('The media type by its extension.'),
    CanPreview: Type.Union([Type.Enum(PREVIEW_KINDS), Type.Null()], {
      description:
        'How browsers can show the content; null: they cannot, or the link does not allow downloads or limits them.',
    }),
    Links: Type.Object(
      { Content: link('The content.'), Thumbnail: link('The thumbnail.') },
      { description: 'URLs of related resources.' },
    ),
  },
  { title: 'VisitDocument', description: 'A document of a link.' },
);

const FolderNameSchema = Type.Object(
  { FolderId: id('The folder.'), FolderName: text('Its name.') },
  { title: 'VisitFolderName', description: 'A folder of a link.' },
);

export const VisitFolderSchema = Type.Object(
  {
    ...FolderNameSchema.properties,
    Path: Type.Array(FolderNameSchema, { description: 'The folders from the shared one to this one.' }),
    Folders: Type.Array(
      Type.Object(
        {
          ...FolderNameSchema.properties,
          DocumentCount: Type.Optional(count('Documents directly in it; absent if the visitor sees none.')),
        },
        { title: 'VisitSubFolder', description: 'A folder in a folder of a link.' },
      ),
      { description: 'The folders in it.' },
    ),
    Documents: Type.Array(VisitDocumentSchema, { description: 'The documents in it.' }),
  },
  { title: 'VisitFolder', description: 'A folder of a link with its content.' },
);

export const TreeSizeSchema = Type.Object(
  { Documents: count('Documents in the folder and below it.'), Bytes: bytes('Their size in bytes.') },
  { title: 'VisitTreeSize', description: 'The size of a folder with everything below it.' },
);

export const SubFolderBody = Type.Object(
  { FolderPath: text('Names of folders, separated by `/` or `\\`.') },
  { title: 'VisitFolderCreate', description: 'A folder to create by a link.' },
);
export const MadeFolderSchema = FolderNameSchema;

export const FinalizeBody = Type.Object(
  { UploadId: Type.String({ maxLength: 100, description: 'The last part of the `Location` of the upload.' }) },
  { title: 'VisitUploadFinish', description: 'A complete upload.' },
);
export const MadeRevisionSchema = Type.Object(
  { RevisionNumber: Type.Integer({ description: 'Number of the revision, from 1.' }) },
  { title: 'VisitRevision', description: 'A revision that was uploaded by a link.' },
);

const { TaskId, TaskStatus, TaskResult, Instructions, DueDate, DateAssigned, DateEnded, Assignee } =
  TaskSchema.properties;
const { ItemName, AssignedRevision, DecidedRevision, CurrentRevision } = TaskSchema.properties;
const { ChangedSinceAssigned, Comment, AccessEndsAt } = TaskSchema.properties;

/** A task for an assignee without an account. */
export const VisitTaskSchema = Type.Object(
  {
    TaskId,
    TaskStatus,
    TaskResult,
    Instructions,
    DueDate,
    DateAssigned,
    DateEnded,
    Creator: PersonSchema,
    Assignee,
    ItemName,
    AssignedRevision,
    DecidedRevision,
    CurrentRevision,
    ChangedSinceAssigned,
    Comment,
    AccessEndsAt,
    CanDecide: flag('Whether the task is open.'),
  },
  { title: 'VisitTask', description: 'A task for an assignee without an account.' },
);

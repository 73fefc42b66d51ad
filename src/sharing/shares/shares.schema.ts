import { type Static, Type } from 'typebox';
import { PASSWORD_MAX_LENGTH } from '../../core/settings/password-policy.ts';

const links = Type.Object({
  WebUri: Type.String({
    description: 'The page of the link. With an access code, each recipient has a link of their own.',
  }),
  Self: Type.String(),
});

const orNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description });

/** Limits of the link's own. */
const uploadLimits = {
  MaxUploadBytes: orNull('What visitors may upload in total, in bytes; null: the limit in the settings.'),
  MaxUploadDocuments: orNull(
    'The documents, versions and folders that visitors may add in total; null: the limit in the settings.',
  ),
};

/** The same, with the amounts that visitors have used. */
export const usedLimits = {
  ...uploadLimits,
  UploadedBytes: Type.Integer({ description: 'What visitors have uploaded.' }),
  UploadedDocuments: Type.Integer({ description: 'The documents, versions and folders that visitors have added.' }),
};

const about = {
  ...uploadLimits,
  CreatedBy: Type.String({ description: 'Email address.' }),
  DateCreated: Type.String({ format: 'date-time' }),
  ExpiresOn: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  AccessCodeRequired: Type.Boolean(),
  HasPassword: Type.Boolean(),
  AllowView: Type.Boolean(),
  AllowDownload: Type.Boolean(),
};

/** A link to a folder, as its creator and people with Grant see it (docs/api/shares.md#share-object). */
export const FolderShareSchema = Type.Object(
  {
    ShareId: Type.Integer(),
    FolderId: Type.Integer(),
    ReferenceString: Type.String({ description: 'Empty for those who see that there is a link, but not the link.' }),
    Status: Type.Union([Type.Literal('Active'), Type.Literal('Pending')]),
    ShareType: Type.Union([Type.Literal('Content'), Type.Literal('Template')]),
    Link: Type.String({ description: 'Obsolete: the same as Links.WebUri.' }),
    Links: links,
    ...about,
    AllowUpload: Type.Boolean(),
  },
  { title: 'FolderShare' },
);

/** A share of a document (docs/api/shares.md#share-object). */
export const DocumentShareSchema = Type.Object(
  {
    ShareId: Type.Integer(),
    DocumentId: Type.Integer(),
    ReferenceString: Type.String({ description: 'Empty for those who see that there is a link, but not the link.' }),
    Links: links,
    ...about,
    AllowEdit: Type.Boolean(),
  },
  { title: 'DocumentShare' },
);

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const addresses = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

const limit = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }));

/** Limits of the link's own. */
export const wantedLimits = {
  MaxUploadBytes: limit(
    'What visitors may upload in total, in bytes. Above the limit in the settings for site admins only.',
  ),
  MaxUploadDocuments: limit('The documents, versions and folders that visitors may add in total; likewise.'),
};

/** How long a link is valid. */
export const expiry = {
  ExpireStyle: Type.Optional(
    Type.Enum(['days', 'hours', 'minutes', 'date', 'never'], {
      description: 'Default `never`; required with ExpiresOn or ExpirationValue.',
    }),
  ),
  ExpiresOn: Type.Optional(
    Type.String({ description: 'For ExpireStyle `date`: a time, or a date for the end of that day, UTC.' }),
  ),
  ExpirationValue: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'For ExpireStyle `days`, `hours` and `minutes`.',
    }),
  ),
};

const sharing = {
  ...expiry,
  ...wantedLimits,
  AccessCodeRequired: flag('Each recipient must enter a code that is mailed to them. Excludes Password.'),
  PinRequired: Type.Optional(Type.Boolean({ deprecated: true, description: 'The same as AccessCodeRequired.' })),
  Recipients: addresses('Email addresses, at most 100; each gets a link of their own.'),
  NotifyRecipients: Type.Optional(Type.Boolean({ default: true, description: 'False: no mail is sent.' })),
  EmailRecipientsCc: addresses("Get a copy of each recipient's mail, at most 100. Ignored where no mail is sent."),
  CustomEmailHeader: Type.Optional(
    Type.String({ maxLength: 255, description: 'Subject of the mail, one line. Ignored where no mail is sent.' }),
  ),
  CustomEmailText: Type.Optional(
    Type.String({ maxLength: 10_000, description: 'Message in the mail. Ignored where no mail is sent.' }),
  ),
  Password: Type.Optional(
    Type.String({ maxLength: PASSWORD_MAX_LENGTH, description: 'As the password policy of the settings wants it.' }),
  ),
  AllowView: flag('To see contents.'),
  AllowDownload: flag('To see and to download contents.'),
};

export const FolderShareBody = Type.Object(
  {
    ...sharing,
    AllowUpload: flag('To add documents; the creator of the share needs Write.'),
    ShareType: Type.Optional(
      Type.Enum(['Content', 'Template'], {
        description: 'Default `Content`. `Template` guides through uploads and needs AllowView and AllowUpload.',
      }),
    ),
  },
  { title: 'FolderShareRequest' },
);
export type FolderShareBody = Static<typeof FolderShareBody>;

export const DocumentShareBody = Type.Object(
  { ...sharing, AllowEdit: flag('To revise the document; the creator of the share needs Write.') },
  { title: 'DocumentShareRequest' },
);
export type DocumentShareBody = Static<typeof DocumentShareBody>;

/** Known properties of bodies that share: their own, those of answers, and those of the other kind. */
export const KNOWN_IN_SHARES = [FolderShareSchema, DocumentShareSchema, FolderShareBody, DocumentShareBody];

/** The common properties. */
export type SharingBody = Omit<DocumentShareBody, 'AllowEdit'>;

/** A recipient of a share, as its creator sees it (docs/api/shares.md#recipients). */
export const ShareRecipientSchema = Type.Object(
  { Recipient: Type.String({ description: 'Email address.' }), WebUri: Type.String() },
  { title: 'ShareRecipient' },
);

const shareId = { shareId: Type.Integer() };
export const FolderShareParams = Type.Object({ folderId: Type.Integer(), ...shareId });
export const DocumentShareParams = Type.Object({ documentId: Type.Integer(), ...shareId });

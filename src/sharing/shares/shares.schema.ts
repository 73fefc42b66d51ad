import { type Static, Type } from 'typebox';
import { PASSWORD_MAX_LENGTH } from '../../core/settings/password-policy.ts';
import { email, flag, id, link, links, nullable, nullableTime, text, time } from '../../platform/openapi/fields.ts';

const shareLinks = links({
  WebUri: link('The page of the link. With an access code, each recipient has a link of their own.'),
  Self: link('The share.'),
});

const orNull = (description: string) => nullable(Type.Integer(), description);

/** Limits of the link's own. */
const uploadLimits = {
  MaxUploadBytes: orNull('Bytes that visitors can upload in total; null: the limit in the settings.'),
  MaxUploadDocuments: orNull(
    'Documents, versions, and folders that visitors can add in total; null: the limit in the settings.',
  ),
};

/** The same, with the amounts that visitors have used. */
export const usedLimits = {
  ...uploadLimits,
  UploadedBytes: Type.Integer({ description: 'Bytes that visitors have uploaded.' }),
  UploadedDocuments: Type.Integer({ description: 'Documents, versions, and folders that visitors have added.' }),
};

/** The common properties of all shares. */
export const shareState = {
  DateCreated: time('When the share was created.'),
  ExpiresOn: nullableTime('When the link expires; null: never.'),
  AccessCodeRequired: flag('Whether recipients must enter a code that is emailed to them.'),
  HasPassword: flag('Whether a password protects the link.'),
  AllowView: flag('Whether visitors can view.'),
  AllowDownload: flag('Whether visitors can download and view.'),
};

/** Terms that the managers of a link see, and visitors do not. */
export const linkTerms = {
  Name: nullable(Type.String(), 'Distinguishes several links to one item; visitors do not see it. Null: none.'),
  AllowedDomains: Type.Array(Type.String(), {
    description: 'Anyone with an email address in one of these domains can get an access code.',
  }),
  MaxDownloads: orNull('Downloads that visitors can start in total; null: no limit.'),
  AllowComment: flag('Whether visitors can read all comments on documents that they can view, and add some.'),
  NotifyOnOpen: Type.Union([Type.Literal('never'), Type.Literal('first'), Type.Literal('each')], {
    description: 'Whether the creator is notified of each opening, or of the first one by each recipient.',
  }),
  Watermark: flag('Whether pictures of pages carry the address of the visitor and the time.'),
};

const about = { ...uploadLimits, ...linkTerms, CreatedBy: email('Address of the creator.'), ...shareState };

const reference = text('128 random bits that identify the link; empty for people who cannot see the link.');

/** A link to a folder, as its creator and people with Grant see it (docs/api/shares.md#share-object). */
export const FolderShareSchema = Type.Object(
  {
    ShareId: id('The share.'),
    FolderId: id('The shared folder.'),
    ReferenceString: reference,
    Status: Type.Union([Type.Literal('Active'), Type.Literal('Pending')], {
      description: '`Pending`: nobody can open the link until its content was checked.',
    }),
    ShareType: Type.Union([Type.Literal('Content'), Type.Literal('Template')], {
      description: '`Template`: a guided upload.',
    }),
    Link: link('Obsolete: the same as `Links.WebUri`.'),
    Links: shareLinks,
    ...about,
    AllowUpload: flag('Whether visitors can add documents and folders.'),
  },
  { title: 'FolderShare', description: 'A link to a folder.' },
);

/** A share of a document (docs/api/shares.md#share-object). */
export const DocumentShareSchema = Type.Object(
  {
    ShareId: id('The share.'),
    DocumentId: id('The shared document.'),
    ReferenceString: reference,
    Links: shareLinks,
    ...about,
    AllowEdit: flag('Whether visitors can add revisions.'),
  },
  { title: 'DocumentShare', description: 'A link to a document.' },
);

const option = (description: string) => Type.Optional(flag(description));
const addresses = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

const limit = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }));

/** Limits of the link's own. */
export const wantedLimits = {
  MaxUploadBytes: limit(
    'Bytes that visitors can upload in total; absent: the limit in the settings. Only site admins can exceed that limit.',
  ),
  MaxUploadDocuments: limit(
    'Documents, versions, and folders that visitors can add in total; absent: the limit in the settings. Only site admins can exceed that limit.',
  ),
};

/** How long a link is valid. */
export const expiry = {
  ExpireStyle: Type.Optional(
    Type.Enum(['days', 'hours', 'minutes', 'date', 'never'], {
      description: 'How the expiration is given. Default `never`; required with `ExpiresOn` or `ExpirationValue`.',
    }),
  ),
  ExpiresOn: Type.Optional(
    Type.String({ description: 'Required with `ExpireStyle` `date`: a time, or a date for the end of that day, UTC.' }),
  ),
  ExpirationValue: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Required with `ExpireStyle` `days`, `hours`, and `minutes`: how many of them.',
    }),
  ),
};

const password = Type.String({
  maxLength: PASSWORD_MAX_LENGTH,
  description: 'Password of the link, by the rules of `PasswordPolicy`. Excludes `AccessCodeRequired`.',
});

/** Terms of a new link, beside its flags, expiry and upload limits. */
const terms = {
  Name: Type.Optional(
    Type.String({
      description: 'Distinguishes several links to one item; visitors do not see it. Fewer than 200 characters.',
    }),
  ),
  AllowedDomains: addresses(
    'Email domains, at most 100: anyone with an address in one of them can get an access code. Requires `AccessCodeRequired`.',
  ),
  MaxDownloads: limit('Downloads that visitors can start in total; absent: no limit.'),
  AllowComment: option(
    'Whether visitors can read all comments on documents that they can view, and add some. Default false.',
  ),
  NotifyOnOpen: Type.Optional(
    Type.Enum(['never', 'first', 'each'], {
      description:
        'Whether you are notified of each opening, or of the first one by each recipient and by anybody else. Default `never`.',
    }),
  ),
  Watermark: option('Whether pictures of pages carry the address of the visitor and the time. Default false.'),
  AccessCodeRequired: option(
    'Whether visitors must enter a code that is emailed to them. Requires `Recipients` or `AllowedDomains`, and excludes `Password`.',
  ),
};

const sharing = {
  ...expiry,
  ...wantedLimits,
  ...terms,
  PinRequired: Type.Optional(
    Type.Boolean({ deprecated: true, description: 'Deprecated: the same as `AccessCodeRequired`.' }),
  ),
  Recipients: addresses('Email addresses, at most 100. Each gets a personal link.'),
  NotifyRecipients: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether recipients are emailed their link.' }),
  ),
  EmailRecipientsCc: addresses(
    'Email addresses that get a copy of each email, at most 100. Ignored if no email is sent.',
  ),
  CustomEmailHeader: Type.Optional(
    Type.String({ maxLength: 255, description: 'Subject of the email, one line. Ignored if no email is sent.' }),
  ),
  CustomEmailText: Type.Optional(
    Type.String({ maxLength: 10_000, description: 'Message in the email. Ignored if no email is sent.' }),
  ),
  Password: Type.Optional(password),
  AllowView: option('Whether visitors can view. Default false.'),
  AllowDownload: option('Whether visitors can download and view. Default false.'),
};

export const FolderShareBody = Type.Object(
  {
    ...sharing,
    AllowUpload: option('Whether visitors can add documents and folders; requires Write. Default false.'),
    ShareType: Type.Optional(
      Type.Enum(['Content', 'Template'], {
        description: '`Template` makes a guided upload and requires `AllowView` and `AllowUpload`. Default `Content`.',
      }),
    ),
  },
  {
    title: 'FolderShareCreate',
    description:
      'A link to a folder to create. At least one of `AllowView`, `AllowDownload`, and `AllowUpload` must be true.',
  },
);
export type FolderShareBody = Static<typeof FolderShareBody>;

export const DocumentShareBody = Type.Object(
  { ...sharing, AllowEdit: option('Whether visitors can add revisions; requires Write. Default false.') },
  {
    title: 'DocumentShareCreate',
    description: 'A link to a document to create. `AllowView` or `AllowDownload` must be true.',
  },
);
export type DocumentShareBody = Static<typeof DocumentShareBody>;

const removable = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Optional(nullable(schema, description));

const newLimit = (description: string) =>
  removable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), description);

/** Changes of a share. Missing properties stay as they are, so removing the expiry requires `never`. */
export const ShareChangeBody = Type.Object(
  {
    ...expiry,
    Name: removable(Type.String(), 'A name that only the managers of the link see; null: none.'),
    Password: removable(
      Type.String({ maxLength: PASSWORD_MAX_LENGTH }),
      'A new password; null removes it. Locks the link in all browsers.',
    ),
    AccessCodeRequired: terms.AccessCodeRequired,
    AllowedDomains: removable(Type.Array(Type.String()), 'Email domains whose addresses can get a code; null: none.'),
    AllowView: option('Whether visitors can view.'),
    AllowDownload: option('Whether visitors can download and view.'),
    AllowUpload: option('Folders: whether visitors can add documents and folders; requires Write.'),
    AllowEdit: option('Documents: whether visitors can add revisions; requires Write.'),
    ShareType: Type.Optional(
      Type.Enum(['Content', 'Template'], { description: 'Folders: `Template` makes a guided upload.' }),
    ),
    NotifyOnOpen: terms.NotifyOnOpen,
    Watermark: terms.Watermark,
    AllowComment: option('Whether visitors can read all comments on documents that they can view, and add some.'),
    MaxDownloads: newLimit(
      'Downloads that visitors can start in total, including those before the change; null: no limit.',
    ),
    MaxUploadBytes: newLimit('Bytes that visitors can upload in total; null: the limit in the settings.'),
    MaxUploadDocuments: newLimit(
      'Documents, versions, and folders that visitors can add in total; null: the limit in the settings.',
    ),
  },
  {
    title: 'ShareUpdate',
    description: 'Changes of a share. Absent properties stay as they are.',
  },
);
export type ShareChangeBody = Static<typeof ShareChangeBody>;

/** Known properties of bodies that share: their own, those of answers, and those of the other kind. */
export const KNOWN_IN_SHARES = [FolderShareSchema, DocumentShareSchema, FolderShareBody, DocumentShareBody];

/** The common properties. */
export type SharingBody = Omit<DocumentShareBody, 'AllowEdit'>;

/** A recipient of a share, as its creator sees it (docs/api/shares.md#recipients). */
export const ShareRecipientSchema = Type.Object(
  { Recipient: email('Address of the recipient.'), WebUri: link('The personal link of the recipient.') },
  { title: 'ShareRecipient', description: 'A recipient of a share.' },
);

const shareId = { shareId: id('The share.') };
export const FolderShareParams = Type.Object({ folderId: id('The shared folder.'), ...shareId });
export const DocumentShareParams = Type.Object({ documentId: id('The shared document.'), ...shareId });

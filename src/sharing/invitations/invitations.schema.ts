import { type Static, Type } from 'typebox';
import { nullable, wantedId } from '../../platform/openapi/fields.ts';
import { PermissionSchema } from '../../library/permissions/permissions.schema.ts';
import { ROLE_NAMES } from '../../library/rights/roles.ts';
import { DocumentShareBody, DocumentShareSchema, FolderShareBody, FolderShareSchema } from '../shares/shares.schema.ts';

const To = Type.Array(
  Type.Object({
    UserId: Type.Optional(wantedId('A user.')),
    GroupId: Type.Optional(wantedId('A group.')),
    Email: Type.Optional(Type.String({ description: 'Address of a user, or of somebody without an account.' })),
  }),
  {
    minItems: 1,
    maxItems: 100,
    description: 'Users and groups get access; addresses that belong to no user are emailed a link.',
  },
);

const access = {
  To,
  Role: Type.Enum(ROLE_NAMES, { description: 'The role that the users and groups get.' }),
  ExpiresOn: Type.Optional(
    Type.String({
      description: 'When the access of users and groups ends: a time, or a date for the end of that day, UTC.',
    }),
  ),
  NotifyUsers: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'False: users get no email, and only people who could not read the object before get a notification.',
    }),
  ),
  Message: Type.Optional(Type.String({ maxLength: 10_000, description: 'Included in the emails.' })),
};

// The recipients and the message of the link are those of the body.
const ABOUT_RECIPIENTS = [
  'Recipients',
  'NotifyRecipients',
  'EmailRecipientsCc',
  'CustomEmailHeader',
  'CustomEmailText',
] as const;
const WHEN = 'The link for addresses without an account; required if there are any.';

export const LibraryAccessBody = Type.Object(access, { title: 'LibraryAccessCreate' });
export const FolderAccessBody = Type.Object(
  { ...access, Link: Type.Optional(Type.Omit(FolderShareBody, ABOUT_RECIPIENTS, { description: WHEN })) },
  { title: 'FolderAccessCreate' },
);
export const DocumentAccessBody = Type.Object(
  { ...access, Link: Type.Optional(Type.Omit(DocumentShareBody, ABOUT_RECIPIENTS, { description: WHEN })) },
  { title: 'DocumentAccessCreate' },
);

export type AccessBody = Static<typeof LibraryAccessBody>;
export type FolderAccessBody = Static<typeof FolderAccessBody>;
export type DocumentAccessBody = Static<typeof DocumentAccessBody>;

const given = {
  Permissions: Type.Array(PermissionSchema, { description: 'The entries of the users and groups.' }),
  Blocked: Type.Array(
    Type.Object({
      UserId: Type.Integer({ description: 'The user.' }),
      Name: Type.String({ description: 'Name.' }),
      Role: nullable(
        Type.Enum(ROLE_NAMES),
        'The role that matches the effective rights of the user; null: none matches.',
      ),
    }),
    { description: 'Users who still lack a right of the role, because an entry denies it. At most 100.' },
  ),
};
const LINK = 'The link that was emailed; null: all addresses belong to users.';

export const LibraryAccessGivenSchema = Type.Object(given, { title: 'LibraryAccessGiven' });
export const FolderAccessGivenSchema = Type.Object(
  { ...given, Share: nullable(FolderShareSchema, LINK) },
  { title: 'FolderAccessGiven' },
);
export const DocumentAccessGivenSchema = Type.Object(
  { ...given, Share: nullable(DocumentShareSchema, LINK) },
  { title: 'DocumentAccessGiven' },
);

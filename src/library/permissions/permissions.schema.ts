import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { link, nullable, time, wantedId } from '../../platform/openapi/fields.ts';
import { ROLE_NAMES } from '../rights/roles.ts';

const rights = (description: string) => Type.Array(Type.Enum(['Read', 'Write', 'Delete', 'Grant']), { description });
const allow = rights('Rights that the entry grants.');
const deny = rights('Rights that the entry denies.');

/** Rights that one user or group is granted and denied on one object. */
export const PermissionSchema = Type.Object(
  {
    UserId: Type.Optional(Type.Integer({ description: 'The user.' })),
    GroupId: Type.Optional(Type.Integer({ description: 'The group.' })),
    Name: Type.String({ description: "The user's or group's name." }),
    PictureUri: Type.Optional(link("URL of the user's picture; absent: there is none.")),
    Role: nullable(
      Type.Enum(ROLE_NAMES),
      'The role with the same rights; null: there is none, or the entry denies something.',
    ),
    Allow: allow,
    Deny: deny,
    ExpiresOn: Type.Optional(time('When the entry ends; absent: never.')),
    Inherited: Type.Optional(Type.Boolean({ description: 'True for an entry of something above.' })),
    InheritedFrom: Type.Optional(Type.String({ description: 'Address of the library or folder that has the entry.' })),
  },
  { title: 'Permission' },
);

/** All entries of the object; a missing user or group has none. */
export const PermissionsBody = Type.Array(
  Type.Object({
    UserId: Type.Optional(wantedId('The user.')),
    GroupId: Type.Optional(wantedId('The group.')),
    Allow: Type.Optional(allow),
    Deny: Type.Optional(deny),
    ExpiresOn: Type.Optional(
      Type.String({
        description: 'When the entry ends: a time, or a date for the end of that day; UTC without a zone.',
      }),
    ),
    Inherited: Type.Optional(
      Type.Boolean({
        description: 'True: an entry of something above, as in an answer that is sent back. It is left out.',
      }),
    ),
  }),
  { title: 'PermissionsUpdate', maxItems: 1000, description: 'Each entry names either UserId or GroupId.' },
);

export const PermissionsQuery = Type.Object({
  ...pageQuery,
  inherited: Type.Optional(Type.Boolean({ description: 'Also the entries of what is above.' })),
});

export const PermissionsHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'The ETag of the entries that were seen; 412 if they have changed since.' }),
  ),
});

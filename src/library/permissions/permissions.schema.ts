import { Type } from 'typebox';

const right = Type.Enum(['Read', 'Write', 'Delete', 'Grant']);
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Rights that one user or group is granted and denied on one object. */
export const PermissionSchema = Type.Object(
  {
    UserId: Type.Optional(Type.Integer({ description: 'The user.' })),
    GroupId: Type.Optional(Type.Integer({ description: 'The group.' })),
    Name: Type.String({ description: "The user's or group's name." }),
    Allow: Type.Array(right),
    Deny: Type.Array(right),
    ExpiresOn: Type.Optional(Type.String({ format: 'date-time' })),
    Inherited: Type.Optional(Type.Boolean({ description: 'True for an entry of something above.' })),
    InheritedFrom: Type.Optional(Type.String({ description: 'Address of the library or folder that has the entry.' })),
  },
  { title: 'Permission' },
);

/** All entries of the object; a missing user or group has none. */
export const PermissionsBody = Type.Array(
  Type.Object({
    UserId: Type.Optional(id),
    GroupId: Type.Optional(id),
    Allow: Type.Optional(Type.Array(right)),
    Deny: Type.Optional(Type.Array(right)),
    ExpiresOn: Type.Optional(
      Type.String({
        description: 'When the entry ends: a time, or a date for the end of that day; UTC without a zone.',
      }),
    ),
  }),
  { maxItems: 1000, description: 'Each entry names either UserId or GroupId.' },
);

export const PermissionsQuery = Type.Object({
  inherited: Type.Optional(Type.Boolean({ description: 'Also the entries of what is above.' })),
});

export const PermissionsHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'The ETag of the entries that were seen; 412 if they have changed since.' }),
  ),
});

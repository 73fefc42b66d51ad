import { type Static, Type } from 'typebox';
import { PasswordPolicySchema } from '../settings/settings.schema.ts';
import { expiry } from './shares.schema.ts';

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);
const time = Type.String({ format: 'date-time' });
const one = <T extends string>(...values: T[]) => Type.Unsafe<T>({ type: 'string', enum: values });

/** A link as who made it looks after it. */
export const OwnShareSchema = Type.Object(
  {
    ShareId: Type.Integer(),
    ItemType: one('Folder', 'Document'),
    ItemId: Type.Integer(),
    ItemName: nullable(Type.String({ description: 'Null where you may not read the item any more.' })),
    Location: Type.Array(Type.String(), { description: 'The names of what it lies in, the library first.' }),
    IsInTrash: Type.Boolean(),
    Status: one('Active', 'Pending', 'Refused', 'Expired'),
    ShareType: one('Content', 'Template'),
    DateCreated: time,
    ExpiresOn: nullable(time),
    AccessCodeRequired: Type.Boolean(),
    HasPassword: Type.Boolean(),
    AllowView: Type.Boolean(),
    AllowDownload: Type.Boolean(),
    AllowUpload: Type.Boolean(),
    AllowEdit: Type.Boolean(),
    OpenCount: Type.Integer({ description: 'By everybody.' }),
    LastOpened: nullable(time),
    Recipients: Type.Array(
      Type.Object({
        Recipient: Type.String({ description: 'Email address.' }),
        WebUri: Type.String(),
        OpenCount: Type.Integer(),
        LastOpened: nullable(time),
      }),
    ),
    Abilities: Type.Object({ ChangeExpiry: Type.Boolean(), Notify: Type.Boolean(), Revoke: Type.Boolean() }),
    Links: Type.Object({ WebUri: Type.String(), Self: Type.String() }),
  },
  { title: 'OwnShare' },
);
export type OwnShare = Static<typeof OwnShareSchema>;

/** Until when a link is good, from now on. Unlike in a new share, `never` must be said. */
export const ShareExpiryBody = Type.Object(
  {
    ...expiry,
    ExpireStyle: Type.Enum(['days', 'hours', 'minutes', 'date', 'never']),
  },
  { title: 'ShareExpiryRequest' },
);

/** What the settings demand of new links. */
export const SharingRulesSchema = Type.Object(
  {
    MaxLinkExpirationDays: nullable(Type.Integer()),
    PasswordPolicy: PasswordPolicySchema,
    AllowsTemplates: Type.Boolean({ description: 'Whether folders can be shared for guided uploads.' }),
    IsChecked: Type.Boolean({ description: 'Whether new links are Pending until their content was checked.' }),
  },
  { title: 'SharingRules' },
);

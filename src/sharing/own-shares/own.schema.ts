import { type Static, Type } from 'typebox';
import { PasswordPolicySchema } from '../../core/settings/settings.schema.ts';
import { expiry, usedLimits, wantedLimits } from '../shares/shares.schema.ts';

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);
const time = Type.String({ format: 'date-time' });
const one = <T extends string>(...values: T[]) => Type.Unsafe<T>({ type: 'string', enum: values });

/** A link for its creator. */
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
    ...usedLimits,
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

/** A new expiry, new limits, or both. Missing fields stay unchanged, so removing the expiry requires `never`. */
export const ShareChangeBody = Type.Object({ ...expiry, ...wantedLimits }, { title: 'ShareChangeRequest' });
export type ShareChangeBody = Static<typeof ShareChangeBody>;

/** Requirements for new links from the settings. */
export const SharingRulesSchema = Type.Object(
  {
    MaxLinkExpirationDays: nullable(Type.Integer()),
    PasswordPolicy: PasswordPolicySchema,
    MaxUploadBytes: nullable(Type.Integer({ description: 'Of one link, unless it has a limit of its own.' })),
    MaxUploadDocuments: nullable(Type.Integer({ description: 'Likewise; folders count.' })),
    AllowsTemplates: Type.Boolean({ description: 'Whether folders can be shared for guided uploads.' }),
    IsChecked: Type.Boolean({ description: 'Whether new links are Pending until their content was checked.' }),
  },
  { title: 'SharingRules' },
);

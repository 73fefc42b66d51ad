import { type Static, Type } from 'typebox';
import { PasswordPolicySchema } from '../../core/settings/settings.schema.ts';
import { email, flag, id, link, links, nullable, nullableTime } from '../../platform/openapi/fields.ts';
import { expiry, shareState, usedLimits, wantedLimits } from '../shares/shares.schema.ts';

const one = <T extends string>(description: string, ...values: T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: values, description });

/** A link for its creator. */
export const OwnShareSchema = Type.Object(
  {
    ShareId: id('The share.'),
    ItemType: one('The kind of the shared item.', 'Folder', 'Document'),
    ItemId: id('The shared folder or document.'),
    ItemName: nullable(Type.String(), 'Name of the item; null if you cannot read it anymore.'),
    Location: Type.Array(Type.String(), {
      description: 'Names of the library and the folders that the item lies in; empty if you cannot read it anymore.',
    }),
    IsInTrash: flag('Whether the item is in the trash.'),
    Status: one(
      '`Pending`: its content is being checked. `Refused`: something was found in it.',
      'Active',
      'Pending',
      'Refused',
      'Expired',
    ),
    ShareType: one('`Template`: a guided upload.', 'Content', 'Template'),
    DateCreated: shareState.DateCreated,
    ExpiresOn: shareState.ExpiresOn,
    ...usedLimits,
    AccessCodeRequired: shareState.AccessCodeRequired,
    HasPassword: shareState.HasPassword,
    AllowView: shareState.AllowView,
    AllowDownload: shareState.AllowDownload,
    AllowUpload: flag('Whether visitors can add documents and folders.'),
    AllowEdit: flag('Whether visitors can add revisions.'),
    OpenCount: Type.Integer({ description: 'How often the link was opened by everybody.' }),
    LastOpened: nullableTime('When the link was last opened; null: never.'),
    Recipients: Type.Array(
      Type.Object(
        {
          Recipient: email('Address of the recipient.'),
          WebUri: link('The personal link of the recipient.'),
          OpenCount: Type.Integer({ description: 'How often the recipient opened the link.' }),
          LastOpened: nullableTime('When the recipient last opened the link; null: never.'),
        },
        { description: 'A recipient.' },
      ),
      { description: 'The recipients; empty if the share has none.' },
    ),
    Abilities: Type.Object(
      {
        ChangeExpiry: flag('Whether you can change the expiration.'),
        Notify: flag('Whether you can email the links again.'),
        Revoke: flag('Whether you can revoke the share.'),
      },
      { description: 'The operations that you can do with the share now.' },
    ),
    Links: links({ WebUri: link('The page of the link.'), Self: link('The share.') }),
  },
  { title: 'OwnShare', description: 'A share that you created.' },
);
export type OwnShare = Static<typeof OwnShareSchema>;

/** A new expiry, new limits, or both. Missing fields stay unchanged, so removing the expiry requires `never`. */
export const ShareChangeBody = Type.Object(
  { ...expiry, ...wantedLimits },
  {
    title: 'ShareUpdate',
    description: 'Changes of a share: an expiration, limits, or both. Absent properties stay as they are.',
  },
);
export type ShareChangeBody = Static<typeof ShareChangeBody>;

/** Requirements for new links from the settings. */
export const SharingRulesSchema = Type.Object(
  {
    MaxLinkExpirationDays: nullable(Type.Integer(), 'Longest validity in days; null: no limit.'),
    PasswordPolicy: PasswordPolicySchema,
    MaxUploadBytes: nullable(
      Type.Integer(),
      'Bytes that visitors can upload by a link without a limit of its own; null: no limit.',
    ),
    MaxUploadDocuments: nullable(
      Type.Integer(),
      'Documents, versions, and folders that visitors can add by a link without a limit of its own; null: no limit.',
    ),
    AllowsTemplates: flag('Whether folders can be shared for guided uploads.'),
    IsChecked: flag('Whether new shares are `Pending` until their content was checked.'),
  },
  { title: 'SharingRules', description: 'The requirements of the settings for new shares.' },
);

export const OwnShareParams = Type.Object({ shareId: id('The share.') });

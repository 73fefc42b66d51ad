import { type Static, Type } from 'typebox';
import { PasswordPolicySchema } from '../../core/settings/settings.schema.ts';
import { count, email, flag, id, link, links, nullable, nullableTime } from '../../platform/openapi/fields.ts';
import { linkTerms, shareState, usedLimits } from '../shares/shares.schema.ts';

const one = <T extends string>(description: string, ...values: T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: values, description });

const usage = (whose: string) => ({
  OpenCount: count(`Openings of the link by ${whose}.`),
  LastOpened: nullableTime(`The last opening by ${whose}; null: none.`),
  DownloadCount: count(`Downloads by ${whose}; an archive is one.`),
  LastDownloaded: nullableTime(`The last download by ${whose}; null: none.`),
});

/** A visitor of a link, for the creator of the link. */
export const ShareVisitorSchema = Type.Object(
  {
    Recipient: nullable(Type.String(), 'Address of the recipient; null: all visitors who are not known recipients.'),
    HasJoined: flag('Whether the visitor has an address in an allowed domain and was not named in `Recipients`.'),
    ...usage('the visitor'),
  },
  { title: 'ShareVisitor', description: 'The openings and downloads of a recipient, or of all unknown visitors.' },
);

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
    ...linkTerms,
    ...usedLimits,
    AccessCodeRequired: shareState.AccessCodeRequired,
    HasPassword: shareState.HasPassword,
    AllowView: shareState.AllowView,
    AllowDownload: shareState.AllowDownload,
    AllowUpload: flag('Whether visitors can add documents and folders.'),
    AllowEdit: flag('Whether visitors can add revisions.'),
    ...usage('everybody'),
    Recipients: Type.Array(
      Type.Object(
        {
          Recipient: email('Address of the recipient.'),
          WebUri: link('The personal link of the recipient.'),
          ...usage('the recipient'),
        },
        { description: 'A recipient.' },
      ),
      { description: 'The recipients named at creation; empty if there are none.' },
    ),
    Abilities: Type.Object(
      {
        Change: flag('Whether you can change the share.'),
        ChangeExpiry: flag('Deprecated: the same as `Change`.'),
        AllowWriting: flag('Whether you can let visitors upload or edit.'),
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

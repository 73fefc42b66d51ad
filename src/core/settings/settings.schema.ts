import { type Static, Type } from 'typebox';
import { EXTENSION } from '../../platform/names.ts';

const flag = (description: string) => Type.Boolean({ description });

/** What passwords must have. */
export const PasswordPolicySchema = Type.Object(
  {
    MinLength: Type.Integer({ minimum: 1, maximum: 128 }),
    RequireUppercase: Type.Boolean(),
    RequireLowercase: Type.Boolean(),
    RequireDigit: Type.Boolean(),
    RequireSymbol: Type.Boolean(),
  },
  { additionalProperties: false },
);

const BrandingSchema = Type.Object(
  {
    Name: Type.Union([Type.String({ pattern: '^[^\\p{Cc}\\p{Cs}]+$', maxLength: 100 }), Type.Null()]),
    Color: Type.Union([Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }), Type.Null()]),
  },
  { additionalProperties: false },
);

const days = (description: string) =>
  Type.Union([Type.Integer({ minimum: 1, maximum: 36_500 }), Type.Null()], { description });

const limit = (description: string) =>
  Type.Union([Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], { description });

/** The settings of a deployment, whole. */
export const SettingsSchema = Type.Object(
  {
    EnablePurging: flag('Whether anything can be deleted for good.'),
    MaxLinkExpirationDays: days('The longest that a link may be valid; null: no limit.'),
    MaxExternalShareDurationDays: days('The longest that an external task assignee may read; null: no limit.'),
    MaxUploadBytes: limit('The bytes that visitors may upload by one link in total; null: no limit.'),
    MaxUploadDocuments: limit(
      'The documents, versions and folders that visitors may add by one link in total; null: no limit.',
    ),
    PasswordPolicy: PasswordPolicySchema,
    FileTypeWhitelist: Type.Union(
      [
        Type.Array(Type.String({ pattern: `^\\.?${EXTENSION}$` }), {
          minItems: 1,
          maxItems: 1000,
        }),
        Type.Null(),
      ],
      {
        description:
          'The extensions that documents may have, each 1 to 10 letters or digits and not digits alone; null: any.',
      },
    ),
    NewLinkExperience: flag('Wanted by guided-upload shares.'),
    DynamicBranding: flag('Wanted by guided-upload shares.'),
    MaxMailsPerUserPerDay: Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()], {
      description: 'How many emails a user may send in 24 hours by sharing, tasks and invitations; null: no limit.',
    }),
    SharingAsAService: flag('New shares are Pending until their content was checked.'),
    Branding: BrandingSchema,
  },
  { title: 'Settings', additionalProperties: false },
);

export type Settings = Static<typeof SettingsSchema>;

// A partial object forgets what its whole says about unknown keys.
const closed = { additionalProperties: false };

/** Any part of the settings; what is not named stays as it is. Unknown keys are refused, so that a typo is noticed. */
export const SettingsPatchSchema = Type.Partial(
  Type.Object({
    ...SettingsSchema.properties,
    PasswordPolicy: Type.Partial(PasswordPolicySchema, closed),
    Branding: Type.Partial(BrandingSchema, closed),
  }),
  { title: 'SettingsPatch', ...closed },
);

export type SettingsPatch = Static<typeof SettingsPatchSchema>;

export const DEFAULT_SETTINGS: Settings = {
  EnablePurging: true,
  MaxLinkExpirationDays: null,
  MaxExternalShareDurationDays: null,
  MaxUploadBytes: 10 * 1024 ** 3,
  MaxUploadDocuments: 1000,
  PasswordPolicy: {
    MinLength: 8,
    RequireUppercase: false,
    RequireLowercase: false,
    RequireDigit: false,
    RequireSymbol: false,
  },
  FileTypeWhitelist: null,
  NewLinkExperience: true,
  DynamicBranding: true,
  MaxMailsPerUserPerDay: 500,
  SharingAsAService: false,
  Branding: { Name: null, Color: null },
};

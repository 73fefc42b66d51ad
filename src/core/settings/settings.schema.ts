import { type Static, Type } from 'typebox';
import { EXTENSION } from '../../platform/values/names.ts';
import { flag, nullable, text } from '../../platform/openapi/fields.ts';

/** Requirements for passwords. */
export const PasswordPolicySchema = Type.Object(
  {
    MinLength: Type.Integer({ minimum: 1, maximum: 128, description: 'Minimum number of characters. Default 8.' }),
    RequireUppercase: flag('Whether an uppercase letter is required. Default false.'),
    RequireLowercase: flag('Whether a lowercase letter is required. Default false.'),
    RequireDigit: flag('Whether a digit is required. Default false.'),
    RequireSymbol: flag('Whether a character is required that is neither a letter nor a digit. Default false.'),
  },
  {
    title: 'PasswordPolicy',
    description: 'Rules for new passwords of accounts and links.',
    additionalProperties: false,
  },
);

const BrandingSchema = Type.Object(
  {
    Name: Type.Union([Type.String({ pattern: '^[^\\p{Cc}\\p{Cs}]+$', maxLength: 100 }), Type.Null()], {
      description: 'Name on pages and in emails, at most 100 characters; null: the name of the product.',
    }),
    Color: Type.Union([Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }), Type.Null()], {
      description: 'Color of pages and emails as `#RRGGBB`; null: the default color.',
    }),
  },
  { title: 'Branding', description: 'Name and color of pages and emails.', additionalProperties: false },
);

/** The look of the sign-in page. */
export const SignInBrandingSchema = Type.Object(
  {
    Name: text('Heading of the sign-in page.'),
    Color: nullable(Type.String(), 'Color of the sign-in page as `#RRGGBB`; null: the default color.'),
    LogoUri: nullable(Type.String(), 'URL of the logo, which changes with it; null if there is none.'),
  },
  { title: 'SignInBranding', description: 'The look of the sign-in page.' },
);

const days = (description: string) =>
  Type.Union([Type.Integer({ minimum: 1, maximum: 36_500 }), Type.Null()], { description });

const limit = (description: string) =>
  Type.Union([Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], { description });

/** The values of the setting for required second factors, from the weakest. */
export const SECOND_FACTOR_RULES = ['optional', 'siteAdmins', 'everyone'] as const;

/** All settings of a deployment. */
export const SettingsSchema = Type.Object(
  {
    EnablePurging: flag('Whether anything can be deleted permanently. Default true.'),
    MaxLinkExpirationDays: days('Longest validity of a link in days; null: no limit. Default null.'),
    MaxExternalShareDurationDays: days(
      'Longest access of a task assignee without an account in days; null: no limit. Default null.',
    ),
    MaxUploadBytes: limit(
      'Bytes that visitors can upload by one link in total; null: no limit. Default 10 737 418 240 (10 GiB).',
    ),
    MaxUploadDocuments: limit(
      'Documents, versions, and folders that visitors can add by one link in total; null: no limit. Default 1000.',
    ),
    PasswordPolicy: PasswordPolicySchema,
    PasswordSignIn: flag(
      'Whether people can sign in with a password, or with a passkey alone. Only a site admin who has signed in with an identity provider can turn it off. Default true.',
    ),
    SessionIdleMinutes: Type.Union([Type.Integer({ minimum: 5, maximum: 43_200 }), Type.Null()], {
      description:
        'Minutes without use after which a browser is signed out, at most 30 days; null: never. Default 720.',
    }),
    SessionMaxDays: Type.Integer({
      minimum: 1,
      maximum: 365,
      description: 'Days after signing in after which a browser is signed out even if it is in use. Default 30.',
    }),
    SecondFactor: Type.Enum(SECOND_FACTOR_RULES, {
      description:
        'Requires a second factor from no one (`optional`), site admins, or everyone. Members of groups with ' +
        '`RequiresSecondFactor` must have one in any case. Default `optional`.',
    }),
    SecondFactorGraceDays: Type.Integer({
      minimum: 0,
      maximum: 90,
      description: 'Days to set up a second factor after it became required for a person. Default 7.',
    }),
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
          'Extensions that documents can have, each 1 to 10 letters or digits and not digits alone; null: all. Default null.',
      },
    ),
    NewLinkExperience: flag('Required, with `DynamicBranding`, for guided uploads. Default true.'),
    DynamicBranding: flag('Required, with `NewLinkExperience`, for guided uploads. Default true.'),
    MaxMailsPerUserPerDay: Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()], {
      description:
        'Emails that a user can send in 24 hours by sharing, tasks, and invitations, each recipient and copy counted; null: ' +
        'no limit. Default 500.',
    }),
    SharingAsAService: flag('Whether new links are `Pending` until their content was checked. Default false.'),
    Branding: BrandingSchema,
  },
  { title: 'Settings', description: 'The settings of a deployment.', additionalProperties: false },
);

export type Settings = Static<typeof SettingsSchema>;

// Type.Partial drops this option of its argument.
const closed = { additionalProperties: false };

/** Any part of the settings; others stay unchanged. Unknown keys are rejected, so that typos are noticed. */
export const SettingsUpdateSchema = Type.Partial(
  Type.Object({
    ...SettingsSchema.properties,
    PasswordPolicy: Type.Partial(PasswordPolicySchema, {
      description: 'Rules for new passwords to change.',
      ...closed,
    }),
    Branding: Type.Partial(BrandingSchema, { description: 'Name and color to change.', ...closed }),
  }),
  {
    title: 'SettingsUpdate',
    description: 'Settings to change; those that are absent stay as they are.',
    ...closed,
  },
);

export type SettingsUpdate = Static<typeof SettingsUpdateSchema>;

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
  PasswordSignIn: true,
  SessionIdleMinutes: 720,
  SessionMaxDays: 30,
  SecondFactor: 'optional',
  SecondFactorGraceDays: 7,
  FileTypeWhitelist: null,
  NewLinkExperience: true,
  DynamicBranding: true,
  MaxMailsPerUserPerDay: 500,
  SharingAsAService: false,
  Branding: { Name: null, Color: null },
};

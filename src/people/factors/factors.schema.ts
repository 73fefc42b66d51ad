import { type Static, Type } from 'typebox';
import { count, nullable, nullableTime, text, time } from '../../platform/openapi/fields.ts';
import { PasskeySchema } from '../passkeys/passkeys.schema.ts';

export const FACTOR_METHODS = ['Passkey', 'Totp', 'RecoveryCode'] as const;

/** A code of an authenticator app as it was typed. */
export const TotpCode = Type.String({
  maxLength: 20,
  description: 'The six digits that the authenticator app shows; spaces are ignored.',
});

export const CodesText = Type.Array(Type.String(), {
  description: 'The recovery codes, each for one sign-in. They are shown only here.',
});

export const FactorsSchema = Type.Object(
  {
    Passkeys: Type.Array(PasskeySchema, { description: 'The passkeys, oldest first.' }),
    Totp: nullable(
      Type.Object(
        {
          DateCreated: time('When it was set up.'),
          LastUsed: nullableTime('When it was last used to sign in; null: never.'),
        },
        { description: 'The authenticator app.' },
      ),
      'The authenticator app; null if there is none.',
    ),
    RecoveryCodes: nullable(
      Type.Object(
        { DateCreated: time('When the set was created.'), Remaining: count('Codes that were not used.') },
        { description: 'The current set of recovery codes.' },
      ),
      'The recovery codes; null if there are none.',
    ),
  },
  { title: 'SecondFactors', description: 'Second factors of the caller.' },
);

export type Factors = Static<typeof FactorsSchema>;

export const TotpSetupSchema = Type.Object(
  {
    Secret: text('The key in base32, for apps that cannot scan the QR code.'),
    Uri: text('The `otpauth` URI that the QR code contains.'),
  },
  { title: 'TotpSetup', description: 'The key of an authenticator app that waits for its first code.' },
);

export const ConfirmTotpBody = Type.Object(
  { Code: TotpCode },
  { title: 'TotpConfirmation', description: 'The first code of the authenticator app.' },
);

export const ConfirmedSchema = Type.Object(
  { RecoveryCodes: nullable(CodesText, 'The recovery codes; null if the person has a set already.') },
  { title: 'SecondFactorAdded', description: 'The result of adding a second factor.' },
);

export const NewCodesSchema = Type.Object(
  { RecoveryCodes: CodesText },
  { title: 'NewRecoveryCodes', description: 'A new set of recovery codes.' },
);

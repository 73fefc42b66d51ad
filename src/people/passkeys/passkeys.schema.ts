import { type Static, Type } from 'typebox';
import { flag, id, name, nullableTime, text, time } from '../../platform/openapi/fields.ts';

/** Limits far beyond what authenticators send. */
const encoded = (description: string) =>
  Type.String({ maxLength: 16_384, description: `${description} In base64url.` });

const shared = {
  id: encoded('The id of the credential.'),
  rawId: encoded('The same.'),
  type: Type.Enum(['public-key'], { description: 'The type of the credential.' }),
};

const clientDataJSON = encoded('The request of the browser, with challenge and origin.');

/** `PublicKeyCredential.toJSON()` of an assertion. Other properties are ignored. */
export const PasskeyProofSchema = Type.Object(
  {
    ...shared,
    response: Type.Object(
      {
        clientDataJSON,
        authenticatorData: encoded('Data of the authenticator.'),
        signature: encoded('The signature over both.'),
        userHandle: Type.Optional(encoded('The value that the authenticator keeps for the account.')),
      },
      { description: 'The response of the authenticator.' },
    ),
  },
  { title: 'PasskeyProof', description: 'The result of `navigator.credentials.get()` as JSON.' },
);

export type PasskeyProof = Static<typeof PasskeyProofSchema>;

const transports = Type.Array(Type.String({ maxLength: 32 }), {
  maxItems: 10,
  description: 'How the authenticator is reached, such as `internal` or `usb`.',
});

/** `PublicKeyCredential.toJSON()` of a new credential. Other properties are ignored. */
export const NewCredentialSchema = Type.Object(
  {
    ...shared,
    response: Type.Object(
      {
        clientDataJSON,
        attestationObject: encoded('The new credential.'),
        transports: Type.Optional(transports),
      },
      { description: 'The response of the authenticator.' },
    ),
  },
  { title: 'NewCredential', description: 'The result of `navigator.credentials.create()` as JSON.' },
);

export type NewCredential = Static<typeof NewCredentialSchema>;

const credentials = (description: string) =>
  Type.Array(
    Type.Object(
      {
        id: Type.String({ description: 'The id of the credential in base64url.' }),
        type: Type.String({ description: '`public-key`.' }),
        transports: Type.Optional(Type.Array(Type.String(), { description: 'How the authenticator is reached.' })),
      },
      { description: 'A credential.' },
    ),
    { description },
  );

const options = {
  challenge: Type.String({ description: 'Valid once, for 10 minutes, in this browser. In base64url.' }),
  timeout: Type.Integer({ description: 'In milliseconds.' }),
};

const verification = Type.String({ description: '`required`: a PIN or biometrics.' });

/** The answer to a request for a challenge, for `parseRequestOptionsFromJSON()`. */
export const RequestOptionsSchema = Type.Object(
  {
    ...options,
    rpId: Type.String({ description: 'The host that passkeys belong to.' }),
    userVerification: verification,
    allowCredentials: Type.Optional(credentials('The passkeys of the person; absent: any passkey for this host.')),
  },
  { title: 'PasskeyRequestOptions', description: 'Options for `navigator.credentials.get()` as JSON.' },
);

/** The same for a new passkey, for `parseCreationOptionsFromJSON()`. */
export const CreationOptionsSchema = Type.Object(
  {
    ...options,
    rp: Type.Object(
      {
        id: Type.String({ description: 'The host that the passkey will belong to.' }),
        name: Type.String({ description: 'The name of the service.' }),
      },
      { description: 'The site.' },
    ),
    user: Type.Object(
      {
        id: Type.String({ description: 'A random value for the account, in base64url.' }),
        name: Type.String({
          description: 'The address of the account; with the name of the deployment if there are several.',
        }),
        displayName: Type.String({ description: 'The name of the person.' }),
      },
      { description: 'The account.' },
    ),
    pubKeyCredParams: Type.Array(
      Type.Object(
        {
          type: Type.String({ description: '`public-key`.' }),
          alg: Type.Integer({ description: 'The algorithm, by its COSE number.' }),
        },
        { description: 'An algorithm.' },
      ),
      { description: 'The algorithms that can be used, best first.' },
    ),
    excludeCredentials: credentials('The passkeys that the person has.'),
    authenticatorSelection: Type.Object(
      {
        residentKey: Type.String({ description: 'Whether the authenticator keeps the account: `preferred`.' }),
        requireResidentKey: Type.Boolean({ description: 'The same for older browsers.' }),
        userVerification: verification,
      },
      { description: 'Requirements for the authenticator.' },
    ),
    attestation: Type.String({ description: '`none`: the manufacturer of the authenticator is not checked.' }),
  },
  { title: 'PasskeyCreationOptions', description: 'Options for `navigator.credentials.create()` as JSON.' },
);

/** A passkey in answers. */
export const passkeyFields = {
  PasskeyId: id('The passkey.'),
  Name: name('The name that the person gave it.'),
  Host: text('The host of this service that it was added for. Browsers use it there only.'),
  IsSyncable: flag('Whether a password manager can copy it to other devices.'),
  IsSynced: flag('Whether it has done so, as of the last use.'),
  DateCreated: time('When it was added.'),
  LastUsed: nullableTime('When it was last used; null: never.'),
};

export const PasskeySchema = Type.Object(passkeyFields, { title: 'Passkey', description: 'A passkey of the caller.' });

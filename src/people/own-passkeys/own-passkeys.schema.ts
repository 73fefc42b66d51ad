import { Type } from 'typebox';
import { id, name, nullable } from '../../platform/openapi/fields.ts';
import { CodesText } from '../factors/factors.schema.ts';
import { NewCredentialSchema, passkeyFields } from '../passkeys/passkeys.schema.ts';

export const CreatePasskeyBody = Type.Object(
  { Name: name('The name that the person gives it.'), Passkey: NewCredentialSchema },
  { title: 'PasskeyCreate', description: 'A new passkey.' },
);

export const RenamePasskeyBody = Type.Object(
  { Name: name('The new name.') },
  { title: 'PasskeyUpdate', description: 'The new name of a passkey.' },
);

export const NewPasskeySchema = Type.Object(
  {
    ...passkeyFields,
    RecoveryCodes: nullable(CodesText, 'The recovery codes; null if the person has a set already.'),
  },
  { title: 'NewPasskey', description: 'The passkey that was added.' },
);

export const PasskeyParams = Type.Object({ passkeyId: id('The passkey.') });

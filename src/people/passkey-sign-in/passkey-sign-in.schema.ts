import { Type } from 'typebox';
import { PasskeyProofSchema } from '../passkeys/passkeys.schema.ts';

export const PasskeySignInBody = Type.Object(
  { Passkey: PasskeyProofSchema },
  { title: 'PasskeySignIn', description: 'A passkey that signs in alone.' },
);

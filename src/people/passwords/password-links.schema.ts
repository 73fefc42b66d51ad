import { Type } from 'typebox';
import { PasswordText } from '../sessions/sessions.schema.ts';

export const RequestResetBody = Type.Object({ Email: Type.String() });

export const RedeemBody = Type.Object({
  Token: Type.String({ description: 'What follows the # in the mailed address.' }),
  NewPassword: PasswordText,
});

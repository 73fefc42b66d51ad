import { Type } from 'typebox';
import { email, text, wantedId } from '../../platform/openapi/fields.ts';
import { NewPasswordText } from '../sessions/sessions.schema.ts';

export const RequestResetBody = Type.Object(
  {
    Email: email('Address of the account.'),
    DeploymentId: Type.Optional(wantedId('The deployment of the account; otherwise all in which the address has one.')),
  },
  { title: 'PasswordResetRequest', description: 'The account whose password was forgotten.' },
);

export const RedeemBody = Type.Object(
  { Token: text('The part of the emailed URL after `#`.'), NewPassword: NewPasswordText },
  { title: 'OneTimeLinkInput', description: 'An emailed link and the password to set.' },
);

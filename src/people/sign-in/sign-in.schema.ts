import { Type } from 'typebox';
import { email, flag, id, name, nullable, time, wantedId } from '../../platform/openapi/fields.ts';
import { FACTOR_METHODS, TotpCode } from '../factors/factors.schema.ts';
import { PasskeyProofSchema } from '../passkeys/passkeys.schema.ts';
import { PasswordText } from '../sessions/sessions.schema.ts';

export const SignInBody = Type.Object(
  {
    Email: email('Address of the account.'),
    Password: PasswordText,
    DeploymentId: Type.Optional(wantedId('The deployment, if the address has an account in several.')),
  },
  { title: 'SessionCreate', description: 'The credentials of an account.' },
);

/** The answer to signing in; the session itself is in the cookie. */
export const SignedInSchema = Type.Object(
  {
    SessionId: id('The session.'),
    UserId: id('The user.'),
    Email: email('Address of the user.'),
    Name: name('Name of the user.'),
    IsSiteAdmin: flag('Whether the user manages the deployment.'),
  },
  { title: 'SignedIn', description: 'The user who has signed in. The session itself is in the cookie.' },
);

/** The response to a correct password that requires a second step. */
export const SecondStepSchema = Type.Object(
  {
    SecondFactor: Type.Object(
      {
        Methods: Type.Array(Type.Enum(FACTOR_METHODS), { description: 'The ways of which one is required.' }),
      },
      { description: 'The second step.' },
    ),
  },
  { title: 'SecondStep', description: 'A second factor is required. There is no session yet.' },
);

/** The response to a password that matches accounts in several deployments. */
export const DeploymentChoiceSchema = Type.Object(
  {
    Deployments: Type.Array(
      Type.Object(
        {
          DeploymentId: id('The deployment.'),
          Name: name('Its name.'),
          LogoUri: nullable(Type.String(), 'URL of its logo; null if it has none.'),
        },
        { title: 'DeploymentToChoose', description: 'A deployment to choose.' },
      ),
      { description: 'The deployments in which the address has an account with this password, by name.' },
    ),
  },
  { title: 'DeploymentChoice', description: 'The request must be sent again with a `DeploymentId`.' },
);

const RecoveryCode = Type.String({
  maxLength: 40,
  description: 'A recovery code; case, spaces, and dashes are ignored.',
});

/** Exactly one proof, which the action checks. */
export const SecondStepBody = Type.Object(
  {
    Code: Type.Optional(TotpCode),
    RecoveryCode: Type.Optional(RecoveryCode),
    Passkey: Type.Optional(PasskeyProofSchema),
  },
  { title: 'SecondStepProof', description: 'One second factor.' },
);

/** Ways to confirm a session. Recovery codes are for signing in only. */
export const CONFIRMATION_METHODS = ['Password', 'Totp', 'Passkey'] as const;

export const SessionAuthenticationSchema = Type.Object(
  {
    DateAuthenticated: time('When the user last authenticated in this session.'),
    IsFresh: flag('Whether that was within the last 10 minutes.'),
    Methods: Type.Array(Type.Enum(CONFIRMATION_METHODS), {
      description: 'The proofs that the user has. If there is none, the user signs in again.',
    }),
  },
  { title: 'SessionAuthenticationState', description: 'When and how the session of this request can be confirmed.' },
);

export const ReauthenticateBody = Type.Object(
  {
    Password: Type.Optional(PasswordText),
    Code: Type.Optional(TotpCode),
    Passkey: Type.Optional(PasskeyProofSchema),
  },
  { title: 'SessionAuthentication', description: 'One proof of who you are.' },
);

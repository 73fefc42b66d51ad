import { Type } from 'typebox';
import { PASSWORD_MAX_LENGTH } from '../../core/settings/password-policy.ts';

/** A password in a request; the deployment's policy checks new ones. */
export const PasswordText = Type.String({ maxLength: PASSWORD_MAX_LENGTH });

export const SignInBody = Type.Object({ Email: Type.String(), Password: PasswordText });

export const ChangePasswordBody = Type.Object({
  CurrentPassword: PasswordText,
  NewPassword: PasswordText,
  RevokeTokens: Type.Optional(Type.Boolean({ description: 'Also revoke all your API tokens. Default false.' })),
});

/** The answer to signing in; the session itself is in the cookie. */
export const SignedInSchema = Type.Object(
  {
    SessionId: Type.Integer(),
    UserId: Type.Integer(),
    Email: Type.String(),
    Name: Type.String(),
    IsSiteAdmin: Type.Boolean(),
  },
  { title: 'SignedIn' },
);

/** A browser session of a user. */
export const SessionSchema = Type.Object(
  {
    SessionId: Type.Integer(),
    DateCreated: Type.String({ format: 'date-time' }),
    LastUsed: Type.String({ format: 'date-time', description: 'To the minute.' }),
    UserAgent: Type.Union([Type.String(), Type.Null()]),
    Address: Type.Union([Type.String(), Type.Null()], { description: 'Where it was opened from.' }),
    IsCurrent: Type.Boolean({ description: 'Whether this request was made in it.' }),
  },
  { title: 'Session' },
);

export const SessionParams = Type.Object({ sessionId: Type.Integer() });

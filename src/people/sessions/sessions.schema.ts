import { Type } from 'typebox';
import { flag, id, nullable, nullableTime, shown, time } from '../../platform/openapi/fields.ts';
import { DEVICE_KINDS } from '../devices/device.ts';
import { PASSWORD_MAX_LENGTH } from '../../core/settings/password-policy.ts';

/** A password in a request; the deployment's policy checks new ones. */
export const PasswordText = Type.String({
  maxLength: PASSWORD_MAX_LENGTH,
  description: `The password, at most ${PASSWORD_MAX_LENGTH} characters.`,
  ...shown({ format: 'password' }),
});

/** A password that is to be set. */
export const NewPasswordText = { ...PasswordText, description: 'The new password, by the rules of `PasswordPolicy`.' };

export const ChangePasswordBody = Type.Object(
  {
    CurrentPassword: { ...PasswordText, description: 'The current password.' },
    NewPassword: NewPasswordText,
    RevokeTokens: Type.Optional(flag('Whether to revoke all your API tokens too. Default false.')),
  },
  { title: 'PasswordUpdate', description: 'The current and the new password.' },
);

/** The authentication methods of a session. */
const METHODS = ['Password', 'Provider', 'Passkey', 'Totp', 'RecoveryCode'] as const;

export type SessionMethod = (typeof METHODS)[number];

/** A browser session of a user. */
export const SessionSchema = Type.Object(
  {
    SessionId: id('The session.'),
    DateCreated: time('When the user signed in.'),
    LastUsed: time('Last use, to the minute.'),
    Device: nullable(Type.String(), 'Browser and system, such as `Firefox on Windows`; null: an unknown browser.'),
    DeviceKind: Type.Enum([...DEVICE_KINDS], { description: 'The kind of device.' }),
    UserAgent: nullable(Type.String(), 'The `User-Agent` of the browser; null if it sent none.'),
    Address: nullable(Type.String(), 'Network address at sign-in; null if it is not known.'),
    LastAddress: nullable(Type.String(), 'Network address of the last use; null if it is not known.'),
    Methods: Type.Array(Type.Enum([...METHODS]), {
      description: 'How the user proved who they are: at sign-in, and later in the session.',
    }),
    IdleExpiresOn: nullableTime('When the session ends if it is not used; null: only at `ExpiresOn`.'),
    ExpiresOn: time('When the session ends even if it is in use.'),
    IsCurrent: flag('Whether this request belongs to the session.'),
  },
  { title: 'Session', description: 'A browser in which the user is signed in.' },
);

/** The session of the request. */
export const CurrentSessionSchema = Type.Object(
  {
    ...SessionSchema.properties,
    IdleExpiresIn: nullable(
      Type.Integer({ minimum: 0 }),
      'Seconds until `IdleExpiresOn`, for clients whose clock is wrong; null: the session has no idle limit and ends at `ExpiresOn`.',
    ),
  },
  { title: 'CurrentSession', description: 'The session of the request.' },
);

export const SessionParams = Type.Object({ sessionId: id('The session.') });

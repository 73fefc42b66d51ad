import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { flag, id, name, nullable, nullableTime, time, wantedId } from '../../platform/openapi/fields.ts';
import { PersonSchema } from '../../core/persons/persons.schema.ts';
import { SCOPES } from '../../core/scopes.ts';
import { PasswordText } from '../sessions/sessions.schema.ts';

const token = {
  TokenId: id('The token.'),
  Name: name('Purpose of the token.'),
  IsSync: flag('Whether a sync client uses the token; its reads are recorded as syncs.'),
  DateCreated: time('When the token was created.'),
  CreatedBy: PersonSchema,
  Scopes: nullable(
    Type.Array(Type.Enum([...SCOPES])),
    'Scopes that limit the token; null: it can do everything that its owner can do.',
  ),
  ExpiresOn: nullableTime('When the token expires; null: never.'),
};

/** An API token in lists. */
export const TokenSchema = Type.Object(
  {
    ...token,
    LastUsed: nullableTime('Last use, to the minute; null: never used.'),
    LastAddress: nullable(Type.String(), 'Network address of the last use; null if it is not known.'),
    PreviousValidUntil: nullableTime('After a rotation: when the previous secret expires; null: there is none.'),
    PreviousLastUsed: nullableTime('Last use of the previous secret since the rotation; null: not used.'),
  },
  { title: 'Token', description: 'An API token without its text.' },
);

/** Filters the tokens by owner; those of all users by default. */
export const DeploymentTokensQuery = Type.Object({
  userId: Type.Optional(wantedId('Only tokens of this user.')),
  ...pageQuery,
});

/** The same in the list of a whole deployment. */
export const DeploymentTokenSchema = Type.Object(
  { ...TokenSchema.properties, User: PersonSchema },
  { title: 'DeploymentToken', description: 'An API token of any user of the deployment, without its text.' },
);

/** The answer to creating a token. */
export const NewTokenSchema = Type.Object(
  { ...token, Token: Type.String({ description: 'The token itself. It is shown only once.' }) },
  { title: 'NewToken', description: 'An API token that was just created.' },
);

/** The answer to rotating a token. */
export const RotatedTokenSchema = Type.Object(
  {
    ...NewTokenSchema.properties,
    PreviousValidUntil: nullableTime('When the previous secret ends; null: it has ended.'),
  },
  { title: 'RotatedToken', description: 'An API token with its new secret.' },
);

export const RotateParams = Type.Object({ tokenId: id('The token.') });

export const TokenParams = Type.Object({ userId: id('The user.'), tokenId: id('The token.') });

const currentPassword = {
  ...PasswordText,
  description: 'Your password. Required in a browser session that is older than 10 minutes.',
};

const expiresOn = (absent: string) =>
  Type.String({ description: `When the token expires: a time, or a date for the end of that day, UTC. ${absent}` });

export const CreateTokenBody = Type.Object(
  {
    Name: name('Purpose of the token.'),
    IsSync: Type.Optional(
      flag('Whether a sync client uses the token; its reads are then recorded as syncs. Default false.'),
    ),
    Scopes: Type.Optional(
      Type.Array(Type.Enum([...SCOPES]), {
        maxItems: 20,
        description:
          'Scopes that limit the token. Absent or empty: the scopes of the token that authenticates the request, or no limit.',
      }),
    ),
    ExpiresOn: Type.Optional(expiresOn('Absent: when the token that authenticates the request expires, or never.')),
    CurrentPassword: Type.Optional(currentPassword),
  },
  { title: 'TokenCreate', description: 'A token to create.' },
);

/** The longest overlap of two secrets of a token. */
export const MAX_OVERLAP_HOURS = 168;

export const RotateTokenBody = Type.Object(
  {
    OverlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_HOURS,
        description: 'For how long the previous secret stays valid, at most 7 days. Default 0.',
      }),
    ),
    ExpiresOn: Type.Optional(expiresOn('Absent: as before.')),
    CurrentPassword: Type.Optional(currentPassword),
  },
  { title: 'TokenRotate', description: 'How a token is rotated.' },
);

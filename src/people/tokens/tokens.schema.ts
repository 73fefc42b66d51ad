import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { PasswordText } from '../sessions/sessions.schema.ts';

const Person = Type.Object({ UserId: Type.Integer(), Name: Type.String(), Email: Type.String() });

const token = {
  TokenId: Type.Integer(),
  Name: Type.String(),
  IsSync: Type.Boolean({ description: 'Whether it is for a sync client, whose reads are recorded as syncs.' }),
  DateCreated: Type.String({ format: 'date-time' }),
  CreatedBy: Person,
};

/** An API token in lists. */
export const TokenSchema = Type.Object(
  {
    ...token,
    LastUsed: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'To the minute; null: never.',
    }),
  },
  { title: 'Token' },
);

/** Filters the tokens by owner; those of all users by default. */
export const DeploymentTokensQuery = Type.Object({
  userId: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  ...pageQuery,
});

/** The same in the list of a whole deployment. */
export const DeploymentTokenSchema = Type.Object(
  {
    ...TokenSchema.properties,
    User: Person,
  },
  { title: 'DeploymentToken' },
);

/** The answer to creating a token. */
export const NewTokenSchema = Type.Object(
  { ...token, Token: Type.String({ description: 'The token itself, shown this once.' }) },
  { title: 'NewToken' },
);

export const TokenParams = Type.Object({ userId: Type.Integer(), tokenId: Type.Integer() });

export const CreateTokenBody = Type.Object({
  Name: Type.String({ description: 'What it is for.' }),
  IsSync: Type.Optional(
    Type.Boolean({ description: 'For a sync client: reads with the token are recorded as syncs. Default false.' }),
  ),
  CurrentPassword: Type.Optional({
    ...PasswordText,
    description: "The caller's. Required in a session that is older than 10 minutes.",
  }),
});

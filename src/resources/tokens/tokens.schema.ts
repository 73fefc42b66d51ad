import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';

const token = {
  TokenId: Type.Integer(),
  Name: Type.String(),
  DateCreated: Type.String({ format: 'date-time' }),
};

/** An API token as lists show it. */
export const TokenSchema = Type.Object(
  {
    ...token,
    LastUsed: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'To the minute; null: never.',
    }),
  },
  { title: 'Token' },
);

/** Whose tokens of the deployment are listed; everybody's if nobody is named. */
export const DeploymentTokensQuery = Type.Object({
  userId: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  ...pageQuery,
});

/** The same in the list of a whole deployment. */
export const DeploymentTokenSchema = Type.Object(
  {
    ...TokenSchema.properties,
    User: Type.Object({ UserId: Type.Integer(), Name: Type.String(), Email: Type.String() }),
  },
  { title: 'DeploymentToken' },
);

/** The answer to making a token. */
export const NewTokenSchema = Type.Object(
  { ...token, Token: Type.String({ description: 'The token itself, shown this once.' }) },
  { title: 'NewToken' },
);

export const TokenParams = Type.Object({ userId: Type.Integer(), tokenId: Type.Integer() });

export const CreateTokenBody = Type.Object({ Name: Type.String({ description: 'What it is for.' }) });

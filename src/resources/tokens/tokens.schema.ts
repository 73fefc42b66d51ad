import { Type } from 'typebox';

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

/** The answer to making a token. */
export const NewTokenSchema = Type.Object(
  { ...token, Token: Type.String({ description: 'The token itself, shown this once.' }) },
  { title: 'NewToken' },
);

export const TokenParams = Type.Object({ userId: Type.Integer(), tokenId: Type.Integer() });

export const CreateTokenBody = Type.Object({ Name: Type.String({ description: 'What it is for.' }) });

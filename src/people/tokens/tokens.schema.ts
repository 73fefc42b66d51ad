import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { flag, id, name, nullableTime, time, wantedId } from '../../platform/openapi/fields.ts';
import { PersonSchema } from '../../core/persons/persons.schema.ts';
import { PasswordText } from '../sessions/sessions.schema.ts';

const token = {
  TokenId: id('The token.'),
  Name: name('Purpose of the token.'),
  IsSync: flag('Whether a sync client uses the token; its reads are recorded as syncs.'),
  DateCreated: time('When the token was created.'),
  CreatedBy: PersonSchema,
};

/** An API token in lists. */
export const TokenSchema = Type.Object(
  { ...token, LastUsed: nullableTime('Last use, to the minute; null: never used.') },
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

export const TokenParams = Type.Object({ userId: id('The user.'), tokenId: id('The token.') });

export const CreateTokenBody = Type.Object(
  {
    Name: name('Purpose of the token.'),
    IsSync: Type.Optional(
      flag('Whether a sync client uses the token; its reads are then recorded as syncs. Default false.'),
    ),
    CurrentPassword: Type.Optional({
      ...PasswordText,
      description: 'Your password. Required in a browser session that is older than 10 minutes.',
    }),
  },
  { title: 'TokenCreate', description: 'A token to create.' },
);

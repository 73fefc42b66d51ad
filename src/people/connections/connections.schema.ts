import { Type } from 'typebox';
import { count, flag, id, link, links, name, nullable, nullableTime, time } from '../../platform/openapi/fields.ts';
import { PersonSchema } from '../../core/persons/persons.schema.ts';
import { PasswordText } from '../sessions/sessions.schema.ts';

const CurrentPassword = Type.Optional({
  ...PasswordText,
  description: 'Your password. Required in a browser session that is older than 10 minutes.',
});

const connection = {
  ConnectionId: id('The connection.'),
  Name: name('Name of the identity provider.'),
  InvitesPeople: flag('Whether people whom the connection adds get an invitation by email.'),
  ManagesExisting: flag(
    'Whether the connection also sees people and groups that no connection manages, and takes them over with its first change.',
  ),
  IsPaused: flag('Whether requests of the connection are refused.'),
  PeopleCount: count('Number of people whom the connection manages.'),
  GroupCount: count('Number of groups that the connection manages.'),
  DateCreated: time('When the connection was created.'),
  CreatedBy: nullable(PersonSchema, 'The person who created the connection; null: the command line.'),
  TokenDateCreated: time('When the current token was created.'),
  LastUsed: nullableTime('Last use of the current token, to the minute; null: never used.'),
  Links: links({
    Self: link('The connection.'),
    Scim: link('The base URL of SCIM 2.0 for the identity provider.'),
  }),
};

export const ConnectionSchema = Type.Object(connection, {
  title: 'ScimConnection',
  description: 'An identity provider that manages people and groups by SCIM 2.0, without its token.',
});

export const NewConnectionSchema = Type.Object(
  { ...connection, Token: Type.String({ description: 'The token itself. It is shown only once.' }) },
  { title: 'NewScimConnection', description: 'A connection with the token that was just created.' },
);

export const ConnectionParams = Type.Object({ connectionId: id('The connection.') });

export const CreateConnectionBody = Type.Object(
  {
    Name: name('Name of the identity provider, unique in the deployment.'),
    InvitesPeople: Type.Optional(
      flag('Whether people whom the connection adds get an invitation by email. Default true.'),
    ),
    ManagesExisting: Type.Optional(
      flag(
        'Whether the connection also sees people and groups that no connection manages, and takes them over with its first change. Default false.',
      ),
    ),
    CurrentPassword,
  },
  { title: 'ScimConnectionCreate', description: 'A connection to create.' },
);

export const ChangeConnectionBody = Type.Object(
  {
    Name: Type.Optional(name('New name; absent: unchanged.')),
    InvitesPeople: Type.Optional(flag('Whether new people get an invitation; absent: unchanged.')),
    ManagesExisting: Type.Optional(flag('Whether existing people and groups are managed; absent: unchanged.')),
    IsPaused: Type.Optional(flag('Whether requests of the connection are refused; absent: unchanged.')),
  },
  { title: 'ScimConnectionUpdate', description: 'Changes of a connection; at least one property.' },
);

export const RotateTokenBody = Type.Object(
  { CurrentPassword },
  { title: 'ScimTokenCreate', description: 'The proof for a new token, if one is required.' },
);

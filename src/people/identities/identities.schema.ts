import { Type } from 'typebox';
import { id, link, nullable, nullableTime, text, time, wantedId } from '../../platform/openapi/fields.ts';
import { PasswordText } from '../sessions/sessions.schema.ts';

/** An identity of the caller. */
export const IdentitySchema = Type.Object(
  {
    IdentityId: id('The identity.'),
    ProviderId: id('The provider.'),
    Name: text('Name of the provider.'),
    Email: nullable(Type.String(), 'Address at the provider at the last sign-in; null if it sends none.'),
    DateCreated: time('When it was connected.'),
    LastUsed: nullableTime('The last sign-in with it; null: none since it was connected.'),
  },
  { title: 'Identity', description: 'An account at an identity provider by which you sign in.' },
);

export const LinkBody = Type.Object(
  { ProviderId: wantedId('The provider.'), CurrentPassword: Type.Optional(PasswordText) },
  { title: 'IdentityCreate', description: 'The provider to connect.' },
);

export const LinkSchema = Type.Object(
  { Uri: link('The page of the provider to open in the same browser.') },
  { title: 'IdentityLink', description: 'Where to continue.' },
);

export const IdentityParams = Type.Object({ identityId: id('The identity.') });

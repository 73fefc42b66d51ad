import { type Static, Type } from 'typebox';
import {
  count,
  flag,
  id,
  link,
  links,
  name,
  nullable,
  nullableTime,
  text,
  time,
  wantedId,
} from '../../platform/openapi/fields.ts';
import { FAILURES } from './failure-classes.ts';

const MAX_DOMAINS = 50;
const MAX_GROUPS = 200;

const GroupOfClaim = Type.Object(
  {
    Value: Type.String({ minLength: 1, maxLength: 300, description: 'A value of the claim.' }),
    GroupId: wantedId('The group of the deployment.'),
  },
  { title: 'ProviderGroup', description: 'People with this value of `GroupsClaim` are members of the group.' },
);

const ManagedGroup = Type.Object(
  { ...GroupOfClaim.properties, GroupName: name('Name of the group.') },
  { title: 'ManagedGroup', description: 'A group whose members the provider manages.' },
);

/** A class of failures in answers. */
export const failureClass = (description: string) => Type.Enum(FAILURES, { description });

const claim = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });

const changeable = {
  ClientId: Type.String({ minLength: 1, maxLength: 500, description: 'The identifier of Carrel at the provider.' }),
  Scopes: Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,100}$' }), {
    maxItems: 20,
    description: 'Scopes to request besides `openid`. Default `email` and `profile`.',
  }),
  AllowedDomains: Type.Array(Type.String({ maxLength: 254 }), {
    maxItems: MAX_DOMAINS,
    description: 'Email domains for which the provider is trusted. Default none.',
  }),
  CreatesUsers: flag('Whether people with a verified address in `AllowedDomains` get an account. Default false.'),
  LinksByEmail: flag(
    'Whether people with a verified address in `AllowedDomains` are signed in to the existing account with this address, unless it is ' +
      'one of a site admin. Default false.',
  ),
  TrustsEmails: flag(
    'Whether addresses in `AllowedDomains` count as verified if the provider sends no `email_verified`. Default false.',
  ),
  Groups: Type.Array(GroupOfClaim, {
    maxItems: MAX_GROUPS,
    description: 'The groups whose members the provider manages. Default none.',
  }),
  RequiresSecondFactor: flag(
    'Whether people who must have a second factor need one here in addition to that of the provider. Default false.',
  ),
  IsEnabled: flag('Whether people can sign in with the provider. Default false.'),
};

/** Null removes them. */
const removable = {
  GroupsClaim: claim('The claim with the groups of a person.'),
  SiteAdminClaim: claim('The claim that makes people site admins, together with `SiteAdminValue`.'),
  SiteAdminValue: Type.String({
    minLength: 1,
    maxLength: 300,
    description: 'The value of `SiteAdminClaim` for site admins.',
  }),
};

const named = {
  Name: name('Name of the provider on the sign-in page.'),
  Issuer: link('The issuer: the URL below which `/.well-known/openid-configuration` is.'),
};

const ClientSecret = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'The secret of Carrel at the provider. It is stored encrypted and never returned.',
});

/** A provider in answers. */
export const ProviderSchema = Type.Object(
  {
    ProviderId: id('The provider.'),
    ...named,
    ...changeable,
    Groups: Type.Array(ManagedGroup, { description: 'The groups whose members the provider manages.' }),
    GroupsClaim: nullable(Type.String(), 'The claim with the groups of a person; null: none.'),
    SiteAdminClaim: nullable(Type.String(), 'The claim that makes people site admins; null: none.'),
    SiteAdminValue: nullable(Type.String(), 'The value of `SiteAdminClaim` for site admins; null: none.'),
    HasClientSecret: flag('Whether a secret is stored.'),
    DateCreated: time('When the provider was added.'),
    DateTested: nullableTime('The last completed test with the current client id, secret and scopes; null: none.'),
    LastSignIn: nullableTime('The last sign-in with the provider, to the minute; null: none.'),
    LastFailure: nullable(
      Type.Object({ Failure: failureClass('Why it failed.'), Date: time('When it failed, to the minute.') }),
      'The last sign-in or test that failed; null: none.',
    ),
    PeopleCount: count('Number of people who are connected to the provider.'),
    Links: links({
      Self: link('The provider.'),
      SignIn: link('The address at which people sign in with the provider.'),
      Callback: link('The redirect URI to register at the provider.'),
      BackChannelLogout: link('The address to register at the provider for back-channel logout.'),
      LogoutCallback: link('The address to register at the provider for redirects after logout.'),
    }),
  },
  { title: 'IdentityProvider', description: 'An OpenID Connect provider by which people sign in.' },
);

const { ClientId, ...optional } = changeable;

export const CreateProviderBody = Type.Object(
  {
    ...named,
    ClientId,
    ClientSecret: Type.Optional(ClientSecret),
    ...Type.Partial(Type.Object({ ...optional, ...removable })).properties,
  },
  { title: 'IdentityProviderCreate', description: 'A provider to add.' },
);

const orNull = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()], {
    description: `${(schema as { description?: string }).description ?? ''} Null removes it.`,
  });

/** `Issuer` cannot change: identities belong to it. */
export const ChangeProviderBody = Type.Partial(
  Type.Object({
    Name: named.Name,
    ...changeable,
    ClientSecret: orNull(ClientSecret),
    GroupsClaim: orNull(removable.GroupsClaim),
    SiteAdminClaim: orNull(removable.SiteAdminClaim),
    SiteAdminValue: orNull(removable.SiteAdminValue),
  }),
  { title: 'IdentityProviderUpdate', description: 'Properties to change; those that are absent stay as they are.' },
);

export type ProviderCreation = Static<typeof CreateProviderBody>;
export type ProviderChange = Static<typeof ChangeProviderBody>;

export const ProviderParams = Type.Object({ providerId: id('The provider.') });

/** The ways to sign in, before sign-in. */
export const SignInOptionsSchema = Type.Object(
  {
    PasswordSignIn: flag('Whether people can sign in with a password, or with a passkey alone.'),
    Providers: Type.Array(
      Type.Object({
        ProviderId: id('The provider.'),
        Name: text('Name of the provider.'),
        SignInUri: link('The address at which people sign in with the provider.'),
      }),
      { description: 'The enabled providers, by name; none if the instance has several deployments.' },
    ),
  },
  { title: 'SignInOptions', description: 'The ways to sign in.' },
);

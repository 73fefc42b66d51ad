import { operations } from '../../platform/openapi/operations.ts';

const NO_PROVIDER = 'No such identity provider exists in the deployment.';
const INVALID = 'A value is not valid, a group does not exist, or the values contradict each other.';
const LAST = 'Passwords are turned off, and nobody could sign in without this provider.';

const NOT_FRESH = 'The session was authenticated more than 10 minutes ago.';
const NOT_MANAGED = `${NOT_FRESH} Or an API token would let the provider manage a group that requires a second factor.`;

export const providerDocs = operations('Sessions', {
  getSignInOptions: {
    summary: 'List the ways to sign in',
    description:
      'Returns whether passwords can be used, and the identity providers. An instance with several deployments returns no ' +
      'providers. Public: no credential is needed.',
    answers: { 200: 'The ways to sign in.' },
  },
  listIdentityProviders: {
    summary: 'List identity providers',
    description: 'Returns the identity providers of the deployment by name. For site admins.',
    answers: { 200: 'The identity providers, without their secrets.' },
  },
  createIdentityProvider: {
    summary: 'Add an identity provider',
    description:
      'Adds an OpenID Connect provider, by default disabled. Register `Links.Callback` at the provider, test it, then enable it. ' +
      'For site admins.',
    bodyExample: {
      Name: 'Keller login',
      Issuer: 'https://login.example.com/realms/keller',
      ClientId: 'carrel',
      ClientSecret: 'mXk2cV7Jt0pQ9sLw',
      AllowedDomains: ['example.com'],
      CreatesUsers: true,
    },
    answers: {
      201: { description: 'The provider was added.', headers: ['Location'] },
      400: INVALID,
      403: NOT_MANAGED,
      409: 'The deployment has 20 providers.',
    },
  },
  getIdentityProvider: {
    summary: 'Get an identity provider',
    description: 'Returns an identity provider without its secret. For site admins.',
    answers: { 200: 'The identity provider.', 404: NO_PROVIDER },
  },
  updateIdentityProvider: {
    summary: 'Change an identity provider',
    description:
      'Changes the given properties. The issuer cannot change, because identities belong to it. For site admins.',
    bodyExample: { Name: 'Keller single sign-on', CreatesUsers: false },
    answers: { 200: 'The provider after the change.', 400: INVALID, 403: NOT_MANAGED, 404: NO_PROVIDER, 409: LAST },
  },
  deleteIdentityProvider: {
    summary: 'Delete an identity provider',
    description:
      'Deletes the provider, the connections of people to it, and the sessions that it opened. The accounts stay. For site admins.',
    answers: { 204: 'The provider was deleted.', 403: NOT_FRESH, 404: NO_PROVIDER, 409: LAST },
  },
});

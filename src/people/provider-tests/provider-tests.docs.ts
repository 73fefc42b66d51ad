import { operations } from '../../platform/openapi/operations.ts';

const NO_PROVIDER = 'No such identity provider exists in the deployment.';

export const providerTestDocs = operations('Sessions', {
  testIdentityProvider: {
    summary: 'Test an identity provider',
    description:
      'Reads the configuration and the keys of the provider, enabled or not, and begins a sign-in that shows its claims and changes ' +
      'nothing. Open `Uri` in the same browser within ten minutes. For site admins.',
    answers: { 200: { description: 'The result so far.', headers: ['Set-Cookie'] }, 404: NO_PROVIDER },
  },
  getProviderTest: {
    summary: 'Get the result of a test',
    description: 'Returns the claims that the provider sent, for ten minutes. For the site admin who began the test.',
    answers: { 200: 'The result.', 404: 'You began no such test, or it is older than ten minutes.' },
  },
});

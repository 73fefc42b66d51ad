import { operations } from '../../platform/openapi/operations.ts';

export const identityDocs = operations('Sessions', {
  listIdentities: {
    summary: 'List your identities',
    description: 'Returns your accounts at identity providers by which you can sign in.',
    answers: { 200: 'Your identities.' },
  },
  connectIdentity: {
    summary: 'Connect an identity',
    description:
      'Begins to connect an account at an identity provider to yours. Open `Uri` in the same browser within ten minutes. Requires a ' +
      'session; one that is older than 10 minutes must send `CurrentPassword`.',
    bodyExample: { ProviderId: 3 },
    answers: {
      200: { description: 'Continue at `Uri`.', headers: ['Set-Cookie'] },
      403: 'The request has no session, or the password is required or wrong.',
      404: 'No such provider is enabled.',
      503: 'The provider cannot be reached.',
    },
  },
  disconnectIdentity: {
    summary: 'Disconnect an identity',
    description: 'You can no longer sign in with it.',
    answers: {
      204: 'The identity was disconnected.',
      403: 'The session was authenticated more than 10 minutes ago.',
      404: 'You have no such identity.',
      409: 'You could not sign in without it.',
    },
  },
});

import { operations } from '../../platform/openapi/operations.ts';

export const basicSignInDocs = operations('Tokens', {
  createShortToken: {
    summary: 'Get a token for a password',
    description:
      'Creates an API token that expires after 12 hours, for the address and password in `Authorization: Basic`. Programs with a ' +
      'token of their own do not need it. If the address has accounts with this password in several deployments, the answer has ' +
      '`Deployments` instead of a token; send the request again with `deploymentId`. Limits are those of signing in.',
    security: [{ basic: [] }],
    answers: {
      200: 'The token, or the deployments of which one must be named.',
      401: {
        description:
          'The address or the password is wrong, or the account needs more than a password: a second factor or an identity provider. ' +
          '`title` states which.',
        headers: ['WWW-Authenticate'],
      },
      429: 'Too many wrong passwords from this network address, or more than 300 tokens for the account in an hour.',
    },
  },
});

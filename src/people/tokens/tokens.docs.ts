import { operations } from '../../platform/openapi/operations.ts';

const NOT_YOURS = {
  403: 'You are neither the user nor a site admin.',
  404: 'No such user exists in the deployment.',
};

export const tokenDocs = operations('Tokens', {
  listTokens: {
    summary: 'List the API tokens of a user',
    description:
      'Returns the API tokens of a user, newest first, without the tokens themselves. Without `top` the list is complete. For ' +
      'the user and for site admins.',
    answers: { 200: 'The tokens.', ...NOT_YOURS },
  },
  createToken: {
    summary: 'Create an API token',
    description:
      'Creates a token that acts as the user. `Scopes` and `ExpiresOn` limit it; without them it can do everything that the user ' +
      'can do, and does not expire. `Token` is shown only in this answer. For the user and for site admins; the user gets an email if a site admin creates it. In a browser session older than 10 minutes ' +
      '`CurrentPassword` is required.',
    bodyExample: { Name: 'Nightly export', Scopes: ['documents:read'], ExpiresOn: '2030-12-31' },
    answers: {
      201: 'The token was created.',
      400: 'The name, a scope or the end is not valid.',
      403:
        'The user is somebody else, and you are not a site admin; or the token of the request has fewer scopes or expires earlier; or ' +
        'the password is wrong; or it is missing, and the problem has `PasswordRequired: true`.',
      404: NOT_YOURS[404],
      409: 'A request with the same `Idempotency-Key` has created a token, which is not kept. Revoke it and create another.',
      429: 'Too many wrong passwords.',
    },
  },
  rotateToken: {
    summary: 'Rotate an API token',
    description:
      'Gives a token a new secret. The previous one stays valid for `OverlapHours`, at most 7 days, so that programs can be changed ' +
      'one after the other. Scopes, name and the tokens created with it stay. For the owner, for site admins, and for the token ' +
      'itself. In a browser session older than 10 minutes `CurrentPassword` is required.',
    bodyExample: { OverlapHours: 24, ExpiresOn: '2031-12-31' },
    answers: {
      201: 'The token has a new secret.',
      400: 'The overlap or the end is not valid.',
      403:
        'The token of the request has fewer scopes, expires earlier, or was itself replaced by a rotation; or the password is wrong; or ' +
        'it is missing, and the problem has `PasswordRequired: true`.',
      404: 'No such token exists, or it belongs to somebody else and you are not a site admin.',
      409: 'A request with the same `Idempotency-Key` has rotated the token, and its secret is not kept. Rotate it again.',
      429: 'Too many wrong passwords.',
    },
  },
  revokeToken: {
    summary: 'Revoke an API token',
    description:
      'Revokes a token and every token that was created with it. It takes effect at once. For the user and for site admins.',
    answers: { 204: 'The token was revoked.', 403: NOT_YOURS[403], 404: 'No such user or token exists.' },
  },
  listDeploymentTokens: {
    summary: 'List the API tokens of the deployment',
    description:
      'Returns the API tokens of all users, newest first, without the tokens themselves. Without `top` the list is complete. For ' +
      'site admins.',
    answers: { 200: 'The tokens.' },
  },
});

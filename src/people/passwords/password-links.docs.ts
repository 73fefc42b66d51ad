import { operations } from '../../platform/openapi/operations.ts';

const REFUSALS = {
  400: 'The new password is not good enough; `title` says why. The link still works.',
  410: 'The link was used, has expired, or is not known.',
};

export const oneTimeLinkDocs = operations('Sessions', {
  requestPasswordReset: {
    summary: 'Request a password reset',
    description:
      'Emails a link that sets a new password, valid once for one hour, if the address belongs to an account. An address with ' +
      'accounts in several deployments gets an email for each. The answer is the same for every address. Public: no credential is needed.',
    bodyExample: { Email: 'ann@example.com' },
    answers: {
      202: 'The request was accepted. The body is empty.',
      429: 'More than 20 requests within an hour from this network address.',
    },
  },
  resetPassword: {
    summary: 'Set a new password with an emailed link',
    description:
      'Sets a new password, ends all sessions of the account, and revokes all its API tokens. Public: the link is the credential.',
    bodyExample: { Token: 'Jx3vQ0h2mYk8s1TbWc5uPZ', NewPassword: 'violet harbor sings at 6' },
    answers: { 204: 'The password was set.', ...REFUSALS },
  },
  acceptInvitation: {
    summary: 'Accept an invitation',
    description:
      'Sets the first password of an account with the emailed link, valid for 7 days. Public: the link is the credential.',
    bodyExample: { Token: 'Jx3vQ0h2mYk8s1TbWc5uPZ', NewPassword: 'violet harbor sings at 6' },
    answers: { 204: 'The password was set. You can sign in.', ...REFUSALS },
  },
});

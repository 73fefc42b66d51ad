import { operations } from '../../platform/openapi/operations.ts';

export const subscriptionDocs = operations('Users', {
  turnOffEmails: {
    summary: 'Turn off a kind of email',
    description:
      'Turns off the kind of email that the token is for, as email programs do with the header `List-Unsubscribe` (RFC 8058). ' +
      'The body is ignored. Public: no credential is needed.',
    answers: { 204: 'The kind of email is turned off.', 404: 'The token is not valid.' },
  },
});

import { operations } from '../../platform/openapi/operations.ts';

const NOT_FRESH =
  'The request has no session; or the session was authenticated more than 10 minutes ago, and the problem has ' +
  '`AuthenticationRequired: true`.';

export const ownPasskeyDocs = operations('Sessions', {
  startPasskeySetup: {
    summary: 'Get options for a new passkey',
    description:
      'Returns options for `navigator.credentials.create()`, with a challenge that can be answered once within 10 minutes in ' +
      'this session. Requires a session that was authenticated within the last 10 minutes.',
    answers: { 200: 'The options.', 403: NOT_FRESH },
  },
  createPasskey: {
    summary: 'Add a passkey',
    description:
      'Adds the passkey that the browser has created. The first second factor creates recovery codes and signs you out ' +
      'everywhere else. You get an email.',
    bodyExample: {
      Name: 'Ann’s phone',
      Passkey: {
        id: 'BBPkQXjzTnGp1bXYN0cXoQ',
        rawId: 'BBPkQXjzTnGp1bXYN0cXoQ',
        type: 'public-key',
        response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ' },
      },
    },
    answers: {
      201: 'The passkey, with recovery codes if it is the first second factor.',
      400: 'The passkey could not be verified, or its challenge was used or has expired.',
      403: NOT_FRESH,
      409: 'You have 20 passkeys, or this one was added already.',
    },
  },
  updatePasskey: {
    summary: 'Rename a passkey',
    description: 'Gives one of your passkeys another name.',
    bodyExample: { Name: 'Old phone' },
    answers: { 200: 'The passkey.', 403: 'The request has no session.', 404: 'You have no such passkey.' },
  },
  deletePasskey: {
    summary: 'Remove a passkey',
    description:
      'Removes one of your passkeys. Removing the last second factor also deletes the recovery codes. You get an email.',
    answers: { 204: 'The passkey was removed.', 403: NOT_FRESH, 404: 'You have no such passkey.' },
  },
});

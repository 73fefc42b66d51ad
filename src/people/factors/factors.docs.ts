import { operations } from '../../platform/openapi/operations.ts';

const NOT_FRESH = 'The request has no session, or the session was authenticated more than 10 minutes ago.';

export const factorDocs = operations('Sessions', {
  getSecondFactors: {
    summary: 'Get your second factors',
    description: 'Returns the second factors that you have set up. It contains no keys and no codes.',
    answers: { 200: 'Your second factors.' },
  },
  startTotpSetup: {
    summary: 'Set up an authenticator app',
    description:
      'Creates a key for an authenticator app (RFC 6238). It takes effect when a code confirms it within an hour; an app that is ' +
      'in use works until then. Requires a session that was authenticated within the last 10 minutes.',
    answers: { 200: 'The key, which is shown only here.', 403: NOT_FRESH },
  },
  confirmTotpSetup: {
    summary: 'Confirm an authenticator app',
    description:
      'Turns the authenticator app on with its first code. The first second factor creates recovery codes and signs you out ' +
      'everywhere else. You get an email.',
    bodyExample: { Code: '123456' },
    answers: {
      200: 'The authenticator app is on.',
      400: 'The code is wrong.',
      403: NOT_FRESH,
      409: 'No setup was started, or it has expired.',
      429: 'Too many wrong codes.',
    },
  },
  removeTotp: {
    summary: 'Remove the authenticator app',
    description:
      'Removes the authenticator app. With the last second factor, the recovery codes go too. You get an email.',
    answers: {
      204: 'The authenticator app was removed.',
      403: NOT_FRESH,
      404: 'You have no authenticator app.',
      409: 'It is your last second factor, and you must have one.',
    },
  },
  createRecoveryCodes: {
    summary: 'Create new recovery codes',
    description: 'Replaces your recovery codes by ten new ones. You get an email.',
    answers: {
      201: 'The codes, which are shown only here.',
      403: NOT_FRESH,
      409: 'You have no second factor.',
    },
  },
  resetSecondFactors: {
    summary: 'Reset the second factors of a user',
    description:
      'Removes all second factors and recovery codes of a user who has lost them, and signs the user out everywhere. The user ' +
      'gets an email and a notification. For site admins; in a session that is older than 10 minutes it must be confirmed first.',
    answers: { 204: 'The second factors were removed.', 403: NOT_FRESH, 404: 'No such user exists in the deployment.' },
  },
});

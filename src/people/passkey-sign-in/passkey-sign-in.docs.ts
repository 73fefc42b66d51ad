import { operations } from '../../platform/openapi/operations.ts';

const NO_PASSKEY = 'You have no passkey for this host of the service.';
const FOREIGN = 'The request comes from a page of another origin.';

export const passkeySignInDocs = operations('Sessions', {
  startPasskeySignIn: {
    summary: 'Get options for signing in with a passkey',
    description:
      'Returns options for `navigator.credentials.get()`, with a challenge that can be answered once within 10 minutes by this ' +
      'browser. They do not depend on a person. Public: no credential is needed.',
    answers: { 200: { description: 'The options.', headers: ['Set-Cookie'] }, 403: FOREIGN },
  },
  createPasskeySession: {
    summary: 'Sign in with a passkey',
    description:
      'Signs in with a passkey alone and sets the session cookie. The authenticator must have verified the person by a PIN or ' +
      'biometrics, so no second step follows. Public: no credential is needed.',
    bodyExample: {
      Passkey: {
        id: 'BBPkQXjzTnGp1bXYN0cXoQ',
        rawId: 'BBPkQXjzTnGp1bXYN0cXoQ',
        type: 'public-key',
        response: {
          clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
          authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
          signature: 'MEUCIQDfbXDX4yQ',
          userHandle: 'q83vEjRWeJA',
        },
      },
    },
    answers: {
      201: { description: 'You are signed in.', headers: ['Set-Cookie'] },
      401: 'The passkey could not be verified, or its challenge was used or has expired.',
      403: 'The request comes from a page of another origin, or passwords and passkeys are turned off.',
      429: 'Too many passkeys from this network address could not be verified.',
    },
  },
  startSecondStepPasskey: {
    summary: 'Get options for the second step with a passkey',
    description:
      'Returns options for `navigator.credentials.get()` with the passkeys of the person whose sign-in is pending. ' +
      'Public: the cookie of the first step is needed.',
    answers: {
      200: 'The options.',
      403: FOREIGN,
      409: NO_PASSKEY,
      410: 'The sign-in has ended. Start again with `createSession`.',
    },
  },
  startConfirmationPasskey: {
    summary: 'Get options for confirming who you are with a passkey',
    description: 'Returns options for `navigator.credentials.get()` with your passkeys, for `authenticateSession`.',
    answers: {
      200: 'The options.',
      404: 'The request is authenticated by a token and has no session.',
      409: NO_PASSKEY,
    },
  },
});

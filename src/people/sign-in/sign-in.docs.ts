import { operations } from '../../platform/openapi/operations.ts';

export const signInDocs = operations('Sessions', {
  createSession: {
    summary: 'Sign in',
    description:
      'Signs in with address and password and sets the session cookie: HttpOnly, SameSite=Lax, 12 hours idle, 30 days at most. ' +
      'It ends the session that the browser had. If the person has a second factor, the answer is 200 without a session, and ' +
      '`finishSecondStep` follows within 10 minutes. If the address has accounts with this password in several deployments, the answer ' +
      'is 200 with `Deployments` and without a cookie; send the request again with a `DeploymentId`. Public: no credential is needed.',
    bodyExample: { Email: 'ann@example.com', Password: 'correct horse battery staple' },
    answers: {
      200:
        'The password is correct. Either a second factor is required, and the cookie of this step is set; or the deployment must be chosen. ' +
        'There is no session.',
      201: { description: 'You are signed in.', headers: ['Set-Cookie'] },
      401: 'The address or the password is wrong.',
      403: 'The request comes from a page of another origin, or passwords are turned off.',
      429: 'Too many wrong passwords from this network address.',
      503: 'Too many passwords wait to be checked, or the database cannot be reached.',
    },
  },
  finishSecondStep: {
    summary: 'Finish signing in with a second factor',
    description:
      'Takes one second factor after `createSession` answered 200, and sets the session cookie. The options for a passkey are of ' +
      '`startSecondStepPasskey`. The sign-in ends after 10 ' +
      'minutes, after 10 wrong attempts, and with a new password. Public: the cookie of the first step is needed.',
    bodyExample: { Code: '123456' },
    answers: {
      201: { description: 'You are signed in.', headers: ['Set-Cookie'] },
      400: 'The body has no proof, or several.',
      401: 'The code or the passkey is wrong or was used.',
      403: 'The request comes from a page of another origin.',
      410: 'The sign-in has ended. Start again with `createSession`.',
      429: 'Too many wrong codes or passkeys.',
    },
  },
  getSessionAuthentication: {
    summary: 'See how to confirm who you are',
    description:
      'Returns when the session of this request was last authenticated, and how it can be authenticated again.',
    answers: {
      200: 'The state of the session.',
      404: 'The request is authenticated by a token and has no session.',
    },
  },
  authenticateSession: {
    summary: 'Confirm who you are',
    description:
      'Authenticates the session of this request again, with a password, a code of the authenticator app, or a passkey ' +
      '(`startConfirmationPasskey`). For the next 10 ' +
      'minutes, changes that require fresh authentication are possible.',
    bodyExample: { Password: 'correct horse battery staple' },
    answers: {
      204: 'The session is freshly authenticated.',
      400: 'The body has no proof, or several.',
      403: 'The password, the code, or the passkey is wrong.',
      404: 'The request is authenticated by a token and has no session.',
      429: 'Too many wrong passwords, codes, or passkeys.',
    },
  },
});

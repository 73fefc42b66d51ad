import { operations } from '../../platform/openapi/operations.ts';

export const sessionDocs = operations('Sessions', {
  deleteCurrentSession: {
    summary: 'Sign out',
    description:
      'Ends the session of this request and removes its cookie. If an identity provider opened it, `Link` with `rel="logout"` names the ' +
      'page that ends the session there.',
    answers: {
      204: { description: 'You are signed out.', headers: ['Set-Cookie', 'Link'] },
      404: 'The request is authenticated by a token and has no session.',
    },
  },
  getCurrentSession: {
    summary: 'Get your session',
    description: 'Returns the session of this request, with the times at which it ends.',
    answers: { 200: 'The session.', 404: 'The request is authenticated by a token and has no session.' },
  },
  listSessions: {
    summary: 'List your sessions',
    description: 'Returns the browsers in which you are signed in, newest first. Without `top` the list is complete.',
    answers: { 200: 'Your sessions.' },
  },
  deleteOtherSessions: {
    summary: 'Sign out everywhere else',
    description:
      'Ends all your sessions except the one of this request. The next sign-in in their browsers is announced by email.',
    answers: { 204: 'The other sessions have ended.' },
  },
  deleteSession: {
    summary: 'End one of your sessions',
    description: 'Signs you out in one browser. If it is another one, the next sign-in there is announced by email.',
    answers: { 204: 'The session has ended.', 404: 'You have no such session.' },
  },
  changePassword: {
    summary: 'Change your password',
    description:
      'Sets a new password and ends all your other sessions. The new password must satisfy `PasswordPolicy`, must not contain your ' +
      'name or address, and must not be easy to guess.',
    bodyExample: { CurrentPassword: 'correct horse battery staple', NewPassword: 'violet harbor sings at 6' },
    answers: {
      204: 'The password was changed.',
      400: 'The new password is not good enough; `title` says why.',
      403: 'The current password is wrong.',
      429: 'Too many wrong passwords.',
    },
  },
});

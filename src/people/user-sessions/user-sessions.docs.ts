import { operations } from '../../platform/openapi/operations.ts';

const NOT_YOURS = {
  403: 'You are neither the user nor a site admin.',
  404: 'No such user exists in the deployment.',
};

export const userSessionDocs = operations('Sessions', {
  listUserSessions: {
    summary: 'List the sessions of a user',
    description:
      'Returns the browsers in which a user is signed in, newest first. Without `top` the list is complete. For the user and for ' +
      'site admins.',
    answers: { 200: 'The sessions.', ...NOT_YOURS },
  },
  deleteUserSessions: {
    summary: 'Sign a user out everywhere',
    description:
      'Ends all sessions of a user, including that of this request, and deletes the known browsers of the user: the next sign-in in each is ' +
      'announced by email. API tokens stay valid. For the user and for site admins.',
    answers: { 204: 'The user is signed out everywhere.', ...NOT_YOURS },
  },
  deleteUserSession: {
    summary: 'End a session of a user',
    description: 'Signs a user out in one browser. For the user and for site admins.',
    answers: { 204: 'The session has ended.', 403: NOT_YOURS[403], 404: 'No such user or session exists.' },
  },
});

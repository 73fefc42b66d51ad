import { operations } from '../../platform/openapi/operations.ts';

export const parkedSessionDocs = operations('Sessions', {
  listParkedSessions: {
    summary: 'List the other accounts of the browser',
    description:
      'Returns the parked sessions of the browser that have not ended, by deployment. Public: the cookie of parked sessions is needed.',
    answers: { 200: 'The accounts to which the browser can switch.' },
  },
  parkSession: {
    summary: 'Park your session',
    description:
      'Parks the session of this request, so that another account can sign in. The browser then has no session. It keeps at most 5 parked ' +
      'accounts, with one session each: an older parked session of the account ends.',
    answers: {
      204: { description: 'The session is parked.', headers: ['Set-Cookie'] },
      404: 'The request is authenticated by a token and has no session.',
      409: 'The browser keeps 5 other accounts already.',
    },
  },
  deleteParkedSessions: {
    summary: 'Sign out of the other accounts of the browser',
    description:
      'Ends the parked sessions. Public: the cookie of parked sessions is needed, and without it nothing changes.',
    answers: {
      204: { description: 'The sessions have ended.', headers: ['Set-Cookie'] },
      403: 'The request comes from a page of another origin.',
    },
  },
  resumeParkedSession: {
    summary: 'Switch to another account',
    description:
      'Makes a parked session the current session of the browser, and parks the previous one. Public: the cookie of parked sessions is needed.',
    answers: {
      204: { description: 'The browser has the session.', headers: ['Set-Cookie'] },
      403: 'The request comes from a page of another origin.',
      404: 'The browser has no such parked session, or it has ended.',
    },
  },
});

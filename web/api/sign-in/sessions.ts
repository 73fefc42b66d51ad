/** Sessions of the person, and of others for site admins. */
import type { CurrentSession, Session } from '../answers.ts';
import { callApi } from '../client.ts';

/** All sessions of a person, newest first. */
export const listSessions = (userId: number) => callApi<Session[]>('GET', `/api/users/${userId}/sessions`);

/** The session of the page. Asking while the page is used keeps the session. */
export const getSession = () => callApi<CurrentSession>('GET', '/api/sessions/current');

export const endSession = (userId: number, sessionId: number) =>
  callApi<null>('DELETE', `/api/users/${userId}/sessions/${sessionId}`);

/** Ends the caller's sessions except this one. */
export const endOtherSessions = () => callApi<null>('DELETE', '/api/users/me/sessions');

/** Ends all sessions of a person, also this one. */
export const signOutEverywhere = (userId: number) => callApi<null>('DELETE', `/api/users/${userId}/sessions`);

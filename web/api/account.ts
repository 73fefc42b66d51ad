/** Signing in and out, and the links that set a password. */
import { ask } from './client.ts';

export type Me = { UserId: number; Email: string; Name: string; IsSiteAdmin: boolean; DeploymentName: string };

/** Which mailed link sets a password. */
export type LinkPurpose = 'invitation' | 'reset';

export const signIn = (email: string, password: string) =>
  ask<unknown>('POST', '/api/sessions', { Email: email, Password: password });

export const signOut = () => ask<null>('DELETE', '/api/sessions/current');

export const getMe = () => ask<Me>('GET', '/api/users/me');

export const askForReset = (email: string) => ask<null>('POST', '/api/password-resets', { Email: email });

export const setPassword = (purpose: LinkPurpose, token: string, password: string) =>
  ask<null>('POST', purpose === 'invitation' ? '/api/invitations/accept' : '/api/password-resets/complete', {
    Token: token,
    NewPassword: password,
  });

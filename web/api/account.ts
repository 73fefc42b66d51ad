/** Sign-in, sign-out, password links and the signed-in person. */
import type { CurrentUser, SignInBranding, SignInOptions } from './answers.ts';
import { showAccount } from '../shown-account.ts';
import { ME, callApi, callForLink } from './client.ts';
import type { NextStep } from './sign-in/deployments.ts';

export type Me = CurrentUser;

/** The purpose of a link that sets a password. */
export type LinkPurpose = 'invitation' | 'reset';

export type Credentials = { email: string; password: string; deploymentId?: number };

/** Signs in, or returns the requirements of the next step. */
export const signIn = ({ email, password, deploymentId }: Credentials) =>
  callApi<NextStep>('POST', '/api/sessions', { Email: email, Password: password, DeploymentId: deploymentId });

/** The branding of the sign-in page. */
export const getSignInBranding = () => callApi<SignInBranding>('GET', '/api/branding');

/** The ways to sign in. */
export const getSignInOptions = () => callApi<SignInOptions>('GET', '/api/sign-in');

/** Signs out. Returns the address that ends the session of the identity provider, or null. */
export const signOut = () => callForLink('DELETE', '/api/sessions/current', 'logout');

/** The signed-in person, whose account the tab shows from then on. */
export async function getMe(): Promise<Me> {
  const me = await callApi<Me>('GET', ME);
  showAccount(me.UserId);
  return me;
}

export type PasswordChange = { current: string; next: string; revokesTokens: boolean };

export const changePassword = ({ current, next, revokesTokens }: PasswordChange) =>
  callApi<null>('PUT', '/api/users/me/password', {
    CurrentPassword: current,
    NewPassword: next,
    RevokeTokens: revokesTokens,
  });

export const requestPasswordReset = (email: string) => callApi<null>('POST', '/api/password-resets', { Email: email });

export const setPassword = (purpose: LinkPurpose, token: string, password: string) =>
  callApi<null>('POST', purpose === 'invitation' ? '/api/invitations/accept' : '/api/password-resets/complete', {
    Token: token,
    NewPassword: password,
  });

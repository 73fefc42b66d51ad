/** Passkeys: adding them, and signing in with them. */
import type { NewPasskey, Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '../answers.ts';
import { callApi } from '../client.ts';

const PATH = '/api/users/me/second-factors/passkeys';

/** The response of an authenticator as JSON of WebAuthn. */
export type PasskeyAnswer = object;

export const startPasskeySetup = () => callApi<PasskeyCreationOptions>('POST', `${PATH}/options`);

export const addPasskey = (name: string, passkey: PasskeyAnswer) =>
  callApi<NewPasskey>('POST', PATH, { Name: name, Passkey: passkey });

export const renamePasskey = (passkeyId: number, name: string) =>
  callApi<Passkey>('PATCH', `${PATH}/${passkeyId}`, { Name: name });

export const removePasskey = (passkeyId: number) => callApi<null>('DELETE', `${PATH}/${passkeyId}`);

export const startPasskeySignIn = () => callApi<PasskeyRequestOptions>('POST', '/api/sessions/passkey/options');

export const signInWithPasskey = (passkey: PasskeyAnswer) =>
  callApi<unknown>('POST', '/api/sessions/passkey', { Passkey: passkey });

export const startSecondStepPasskey = () => callApi<PasskeyRequestOptions>('POST', '/api/sessions/second-step/passkey');

export const startConfirmationPasskey = () =>
  callApi<PasskeyRequestOptions>('POST', '/api/sessions/current/authentication/passkey');

/** Second factors, and the second step of signing in. */
import type {
  NewRecoveryCodes,
  SecondFactorAdded,
  SecondFactors,
  SecondStep,
  SessionAuthenticationState,
  TotpSetup,
} from '../answers.ts';
import { callApi } from '../client.ts';
import type { PasskeyAnswer } from './passkeys.ts';

/** A way to take the second step. */
export type FactorMethod = SecondStep['SecondFactor']['Methods'][number];

/** A proof for the second step. */
export type SecondProof = { Code: string } | { RecoveryCode: string } | { Passkey: PasskeyAnswer };

export const finishSecondStep = (proof: SecondProof) => callApi<unknown>('POST', '/api/sessions/second-step', proof);

export const getFactors = () => callApi<SecondFactors>('GET', '/api/users/me/second-factors');

export const startTotpSetup = () => callApi<TotpSetup>('POST', '/api/users/me/second-factors/totp');

export const confirmTotp = (code: string) =>
  callApi<SecondFactorAdded>('POST', '/api/users/me/second-factors/totp/confirm', { Code: code });

export const removeTotp = () => callApi<null>('DELETE', '/api/users/me/second-factors/totp');

export const createRecoveryCodes = () =>
  callApi<NewRecoveryCodes>('POST', '/api/users/me/second-factors/recovery-codes');

/** How the person can prove again who they are. */
export const getConfirmation = () => callApi<SessionAuthenticationState>('GET', '/api/sessions/current/authentication');

/** Proves again who the person is, in this session. */
export const authenticateAgain = (proof: { Password: string } | { Code: string } | { Passkey: PasskeyAnswer }) =>
  callApi<null>('POST', '/api/sessions/current/authentication', proof);

export const resetFactors = (userId: number) => callApi<null>('DELETE', `/api/users/${userId}/second-factors`);

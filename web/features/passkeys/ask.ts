/** Asks the browser for passkeys. The library is loaded at first use. */
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '../../api/answers.ts';
import type { PasskeyAnswer } from '../../api/sign-in/passkeys.ts';
import { passkeyMessages } from '../../messages/en/sign-in/passkeys.ts';

export type PasskeyFailure = keyof typeof passkeyMessages.failures;

/** The browser returned no passkey. */
export class PasskeyError extends Error {
  readonly failure: PasskeyFailure;

  constructor(failure: PasskeyFailure, cause?: unknown) {
    super(passkeyMessages.failures[failure], { cause });
    this.failure = failure;
  }
}

/** The request was replaced by another one, or the page was left. */
export class PasskeyAborted extends Error {}

/** Why this page cannot use passkeys; null if it can. */
export function whyUnavailable(): PasskeyFailure | null {
  if (!window.isSecureContext) return 'insecure';
  // Passkeys require a domain name as host (WebAuthn 5.1.3).
  if (/^[\d.]+$|^\[/.test(location.hostname)) return 'address';
  return typeof window.PublicKeyCredential === 'function' ? null : 'unsupported';
}

/** A passkey of the person, for options from the server. */
export async function askForPasskey(getOptions: () => Promise<PasskeyRequestOptions>): Promise<PasskeyAnswer> {
  assertAvailable();
  const [{ startAuthentication }, options] = await Promise.all([load(), getOptions()]);
  return ask(() => startAuthentication({ optionsJSON: asRequest(options) }));
}

/**
 * The passkey that the person chooses from the suggestions of a field, whenever that is. Null if the browser has no such
 * suggestions.
 */
export async function offerPasskeys(getOptions: () => Promise<PasskeyRequestOptions>): Promise<PasskeyAnswer | null> {
  if (whyUnavailable() !== null || !(await hasSuggestions())) return null;
  const [{ startAuthentication }, options] = await Promise.all([load(), getOptions()]);
  return ask(() => startAuthentication({ optionsJSON: asRequest(options), useBrowserAutofill: true }));
}

/** A new passkey. */
export async function createPasskey(options: PasskeyCreationOptions): Promise<PasskeyAnswer> {
  assertAvailable();
  const { startRegistration } = await load();
  return ask(() =>
    startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] }),
  );
}

/** Aborts the pending request, if there is one. */
export async function stopAsking(): Promise<void> {
  (await load()).WebAuthnAbortService.cancelCeremony();
}

const load = () => import('@simplewebauthn/browser');

type Request = Parameters<Awaited<ReturnType<typeof load>>['startAuthentication']>[0]['optionsJSON'];

const asRequest = (options: PasskeyRequestOptions) => options as Request;

async function hasSuggestions(): Promise<boolean> {
  return (await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

function assertAvailable(): void {
  const why = whyUnavailable();
  if (why !== null) throw new PasskeyError(why);
}

async function ask<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw failureOf(error);
  }
}

/** Classifies an error by the codes of the library, which are more specific than the errors of browsers. */
const FAILURES: Record<string, PasskeyFailure> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'known',
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: 'unfit',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'unfit',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: 'unfit',
  ERROR_INVALID_DOMAIN: 'address',
  ERROR_INVALID_RP_ID: 'address',
};

function failureOf(error: unknown): Error {
  const { code, name } = error as { code?: string; name?: string };
  if (code === 'ERROR_CEREMONY_ABORTED') return new PasskeyAborted();
  if (name === 'NotAllowedError') return new PasskeyError('canceled', error);
  return new PasskeyError(FAILURES[code ?? ''] ?? 'failed', error);
}

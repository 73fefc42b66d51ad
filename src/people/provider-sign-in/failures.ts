/** Errors of sign-ins with a provider, each with its class. */
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { OutboundError } from '../../platform/outbound/guarded-fetch.ts';
import type { Failure } from '../identity-providers/failure-classes.ts';

const MAX_REASON = 300;

export class SignInFailure extends Error {
  override name = 'SignInFailure';
  readonly failure: Failure;

  constructor(failure: Failure, reason: string, options?: ErrorOptions) {
    // Parts of the text come from providers and browsers.
    super(
      reason
        .toWellFormed()
        .replaceAll(/\p{Cc}/gu, ' ')
        .slice(0, MAX_REASON),
      options,
    );
    this.failure = failure;
  }
}

/** Codes of openid-client: of answers that are no answers of a provider, and of dates. */
const BROKEN = new Set(['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_TIMEOUT', 'OAUTH_ABORT']);
const DATED = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';

/** The failure behind an error of the protocol; other errors are not failures of a sign-in and are thrown again. */
export function failureOf(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error;
  const outbound = causesOf(error).find((cause) => cause instanceof OutboundError);
  if (outbound !== undefined) return failed('Unavailable', outbound);
  if (error instanceof AuthorizationResponseError) {
    return new SignInFailure(
      isTemporary(error.error) ? 'Unavailable' : 'Denied',
      `The provider answered: ${error.error}`,
    );
  }
  if (error instanceof ResponseBodyError) {
    const reason = `The provider answered: ${error.error}`;
    return new SignInFailure(error.error === 'invalid_grant' ? 'Expired' : 'Misconfigured', reason);
  }
  if (error instanceof ClientError) {
    const { code = '' } = error;
    if (BROKEN.has(code)) return failed('Unavailable', error);
    return failed(code === DATED ? 'Clock' : 'Invalid', error);
  }
  throw error;
}

function isTemporary(code: string): boolean {
  return code === 'temporarily_unavailable' || code === 'server_error';
}

function failed(failure: Failure, error: unknown): SignInFailure {
  const messages = causesOf(error).map((cause) => cause.message);
  return new SignInFailure(failure, [...new Set(messages)].join(' '), { cause: error });
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

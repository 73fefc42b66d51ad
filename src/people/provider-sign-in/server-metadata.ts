/** The configuration that a provider publishes, with the values that the service requires. */
import type { ServerMetadata } from 'openid-client';
import { SignInFailure } from './failures.ts';

const REQUIRED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];
const OPTIONAL = ['userinfo_endpoint', 'end_session_endpoint'];
const LISTS = ['token_endpoint_auth_methods_supported', 'id_token_signing_alg_values_supported'];

/**
 * The configuration, without the functions that the library adds, and without values of a wrong type. Failure
 * `Misconfigured` for another issuer, and without the addresses that a sign-in needs.
 */
export function readMetadata(issuer: string, found: Readonly<ServerMetadata>): ServerMetadata {
  const server = JSON.parse(JSON.stringify(found)) as Record<string, unknown> & ServerMetadata;
  if (URL.parse(server.issuer)?.href !== new URL(issuer).href) {
    const name = typeof server['issuer'] === 'string' ? server['issuer'].slice(0, 200) : 'nothing';
    throw new SignInFailure('Misconfigured', `The provider calls itself ${name}.`);
  }
  const missing = REQUIRED.find((name) => !isWebAddress(server[name]));
  if (missing !== undefined) throw new SignInFailure('Misconfigured', `The provider names no valid ${missing}.`);
  for (const name of OPTIONAL) if (!isWebAddress(server[name])) delete server[name];
  for (const name of LISTS) if (!isStringArray(server[name])) delete server[name];
  return server;
}

function isWebAddress(value: unknown): boolean {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

function isStringArray(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

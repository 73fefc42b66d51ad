/** Sends a browser to a provider. */
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import type { Deps } from '../../platform/deps.ts';
import { deriveSecret } from '../../platform/crypto/secret-key.ts';
import { newSecret } from '../../platform/crypto/secrets.ts';
import { type Site, serves } from '../../core/hosts/sites.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { hit } from '../../platform/limits/throttle.ts';
import { callbackUri } from '../identity-providers/provider-addresses.ts';
import { type ProviderRow, findProviderById } from '../identity-providers/providers.queries.ts';
import type { Directory } from './directory.ts';
import { recordFailure } from './failed-sign-ins.steps.ts';
import { SignInFailure, failureOf } from './failures.ts';
import { type Purpose, type Secrets, insertSignIn } from './sign-ins.queries.ts';

/** Sign-ins that one address can begin in ten minutes. Each is a row, and may ask the provider. */
export const BEGINNINGS = 100;
const WINDOW_MS = 600_000;

/** `browser`: the secret of its cookie. `person`: who is signed in, for a link or test. */
export type Beginning = {
  browser: string;
  address: string;
  purpose: Purpose;
  returnTo: string;
  person: { userId: number; sessionId: number | null } | null;
  /** Where the browser is, and comes back to. */
  site: Site;
};

/** The address at the provider for a sign-in with the provider's id. Throws a SignInFailure. */
export async function beginSignIn(
  deps: Deps,
  directory: Directory,
  providerId: number,
  beginning: Beginning,
): Promise<string> {
  const provider = await findProviderById(deps.sql, providerId);
  const isHere = provider !== undefined && serves(beginning.site, provider);
  if (!isHere || !provider.isEnabled) throw new SignInFailure('Disabled', 'The provider is disabled.');
  return (await begin(deps, directory, provider, beginning)).uri;
}

/** The same for a provider that was looked up, enabled or not. */
export async function begin(
  deps: Deps,
  directory: Directory,
  provider: ProviderRow,
  { browser, address, purpose, returnTo, person, site }: Beginning,
): Promise<{ uri: string; signInId: number }> {
  const now = deps.clock();
  const { deploymentId, providerId } = provider;
  const throttle = { scope: 'provider-sign-in', subject: networkOf(address), windowMs: WINDOW_MS };
  if ((await hit(deps.sql, throttle, now)).hits > BEGINNINGS) throw new SignInFailure('TooMany', 'Too many attempts.');
  const { userId, sessionId } = person ?? { userId: null, sessionId: null };
  const { configuration } = await directory.open(provider).catch(async (error: unknown) => {
    const failure = failureOf(error);
    await recordFailure(deps, { deploymentId, providerId, userId, purpose, signInId: null }, failure);
    throw failure;
  });
  const secrets = { state: newSecret(), browser };
  const { nonce, verifier } = proofsOf(deps, secrets);
  const wanted = { deploymentId, providerId, purpose, userId, sessionId, returnTo, secrets, now };
  const signInId = await insertSignIn(deps.sql, wanted);
  const uri = buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUri(site, providerId),
    scope: ['openid', ...provider.scopes].join(' '),
    state: secrets.state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // For a test, so that the admin sees the same page as a person who is not signed in yet.
    ...(purpose === 'signIn' ? {} : { prompt: 'login' }),
    // Then the ID token must say when the person proved who they are (OpenID Connect Core, 3.1.2.1).
    ...(purpose === 'confirm' ? { max_age: '0' } : {}),
  });
  return { uri: uri.href, signInId };
}

/**
 * The nonce and the PKCE verifier of a sign-in. They are derived, so that neither the database nor the browser has them: only
 * the service can redeem a code.
 */
export function proofsOf({ secretKey }: Pick<Deps, 'secretKey'>, { state, browser }: Secrets) {
  const input = Buffer.from(`${state}\0${browser}`);
  return {
    nonce: deriveSecret(secretKey, 'sign-in-nonce', input).toString('base64url'),
    verifier: deriveSecret(secretKey, 'sign-in-verifier', input).toString('base64url'),
  };
}

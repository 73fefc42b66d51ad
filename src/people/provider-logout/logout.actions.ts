/** Signing out at the provider, and sessions that the provider ends (OpenID Connect RP-Initiated and Back-Channel Logout 1.0). */
import { type JWTPayload, createLocalJWKSet, errors, jwtVerify } from 'jose';
import { buildEndSessionUrl } from 'openid-client';
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { hiddenSubject, hit } from '../../platform/limits/throttle.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import type { Site } from '../../core/hosts/sites.ts';
import { signedOutUri } from '../identity-providers/provider-addresses.ts';
import { type ProviderRow, findProviderById } from '../identity-providers/providers.queries.ts';
import { type Directory, TOLERANCE_S } from '../provider-sign-in/directory.ts';
import { SignInFailure, failureOf } from '../provider-sign-in/failures.ts';
import { endProviderSessions, endProviderSignIns } from './provider-sessions.queries.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** A logout token is accepted once, for this long after it was issued. */
const VALID_S = 300;
/** Logout tokens and sign-outs of an address in ten minutes. */
const REQUESTS = 300;
const WINDOW_MS = 600_000;

/** `idTokenFor`: the ID token that the browser kept for the client, or null; without it the provider asks the person. */
type Leaving = {
  providerId: number;
  address: string;
  idTokenFor: (provider: ProviderRow) => string | null;
  site: Site;
};

/** The page of the provider that ends its session; our sign-in page if it has none. */
export async function findSignOutUri(
  deps: Deps,
  directory: Directory,
  { providerId, address, idTokenFor, site }: Leaving,
) {
  const provider = await findProviderById(deps.sql, providerId);
  if (provider === undefined || (await isOverLimit(deps, address))) return signedOutUri(site);
  try {
    const { configuration, server } = await directory.open(provider);
    if (server.end_session_endpoint === undefined) return signedOutUri(site);
    const hint = idTokenFor(provider);
    return buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: signedOutUri(site),
      ...(hint === null ? {} : { id_token_hint: hint }),
    }).href;
  } catch (error) {
    // The person is signed out here already.
    deps.log.warn({ providerId, reason: failureOf(error).message }, 'The provider cannot be asked to sign out.');
    return signedOutUri(site);
  }
}

/** Ends the sessions that a logout token names. A SignInFailure if the token is not valid. */
export async function endByProvider(
  deps: Deps,
  directory: Directory,
  { providerId, token, address }: { providerId: number; token: string; address: string },
): Promise<void> {
  if (await isOverLimit(deps, address)) throw new SignInFailure('TooMany', 'Too many requests.');
  const provider = await findProviderById(deps.sql, providerId);
  if (provider === undefined) throw new SignInFailure('Disabled', 'There is no such provider.');
  const claims = await verifyLogoutToken(deps, directory, provider, token);
  const { sub: subject, sid } = claims;
  const now = deps.clock();
  const once = {
    scope: 'logout-token',
    subject: hiddenSubject(`${providerId} ${claims.jti ?? ''}`),
    windowMs: WINDOW_MS,
  };
  await transaction(deps.sql, async (tx) => {
    // In the transaction that ends the sessions: providers send a token again if they get no response.
    if ((await hit(tx, once, now)).hits > 1) throw new SignInFailure('Expired', 'The logout token was used already.');
    const named = {
      issuer: claims.iss ?? '',
      subject: subject ?? null,
      providerSession: typeof sid === 'string' ? sid : null,
    };
    await endProviderSignIns(tx, provider, named);
    const ended = await endProviderSessions(tx, provider, named);
    for (const { userId, email, sessions } of ended) {
      const details = { sessions, providerId };
      const who = { deploymentId: provider.deploymentId, userId, at: now };
      await insertActivity(tx, who, { type: 'UserSignedOut', contentName: email, details });
    }
  });
}

async function verifyLogoutToken(
  deps: Deps,
  directory: Directory,
  provider: ProviderRow,
  token: string,
): Promise<JWTPayload> {
  const options = {
    audience: provider.clientId,
    algorithms: ALGORITHMS,
    clockTolerance: TOLERANCE_S,
    maxTokenAge: VALID_S,
    currentDate: deps.clock(),
    requiredClaims: ['iat', 'jti'],
  };
  const verify = async () => {
    const { server } = await directory.open(provider);
    const keys = createLocalJWKSet(await directory.readKeys(provider));
    return jwtVerify(token, keys, { ...options, issuer: server.issuer });
  };
  try {
    const { payload } = await verify().catch((error: unknown) => {
      if (!isKeyUnknown(error)) throw error;
      directory.doubt(provider.providerId);
      return verify();
    });
    assertLogout(payload);
    return payload;
  } catch (error) {
    // Malformed keys.
    const isKeyError = error instanceof TypeError || error instanceof DOMException;
    if (isKeyError || error instanceof errors.JOSEError)
      throw new SignInFailure('Invalid', error.message, { cause: error });
    throw failureOf(error);
  }
}

// A provider may replace a key and keep its name.
function isKeyUnknown(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
}

// An ID token must not pass as a logout token: it has a nonce and no such event.
function assertLogout({ events, nonce, sub, sid }: JWTPayload): void {
  const isEvent = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT);
  if (!isEvent || nonce !== undefined || (sub === undefined && typeof sid !== 'string')) {
    throw new SignInFailure('Invalid', 'This is not a logout token.');
  }
}

async function isOverLimit({ sql, clock }: Deps, address: string): Promise<boolean> {
  const throttle = { scope: 'provider-sign-out', subject: networkOf(address), windowMs: WINDOW_MS };
  return (await hit(sql, throttle, clock())).hits > REQUESTS;
}

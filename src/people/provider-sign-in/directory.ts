/** Reads the configuration and the keys of providers, and keeps them for a while. One directory a process. */
import {
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  None,
  type ClientAuth,
  type ExportedJWKSCache,
  type ServerMetadata,
  allowInsecureRequests,
  clockSkew,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  getJwksCache,
  setJwksCache,
} from 'openid-client';
import type { Deps } from '../../platform/deps.ts';
import { type GuardedFetch, createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts';
import { openClientSecret } from '../identity-providers/client-secret.ts';
import type { ProviderRow } from '../identity-providers/providers.queries.ts';
import { SignInFailure, failureOf } from './failures.ts';
import { readMetadata } from './server-metadata.ts';

/** The configuration of a provider is read again after this time. */
const MAX_AGE_MS = 600_000;
/** Accepted difference of clocks. */
export const TOLERANCE_S = 60;
const TIMEOUT_S = 8;
const MAX_KNOWN = 200;
/** Keys are read again for an unknown one after this time, and in any case after the longer one. */
const KEYS_MIN_MS = 60_000;
const KEYS_MAX_MS = 300_000;

type Jwks = ExportedJWKSCache['jwks'];
type Known = { version: number; readAt: number; server: Promise<ServerMetadata>; keys: Keys | null };
/** `readAt` by our clock in milliseconds. */
type Keys = { jwks: Jwks; readAt: number };

export type OpenedProvider = { configuration: Configuration; server: ServerMetadata };

export type Directory = {
  fetch: GuardedFetch;
  /** Throws a SignInFailure if the provider cannot be used. */
  open(provider: ProviderRow): Promise<OpenedProvider>;
  /** The keys of the provider; `isFresh`: read again, unless that was done within a minute. */
  readKeys(provider: ProviderRow, isFresh: boolean): Promise<Jwks>;
  /** Keeps the keys that the configuration has read. openid-client reads them again for an unknown key, at most once a minute. */
  keepKeys(provider: ProviderRow, opened: OpenedProvider): void;
};

/** The directory of the process. */
export function directoryOf(deps: Deps): Directory {
  const known = directories.get(deps) ?? createDirectory(deps);
  directories.set(deps, known);
  return known;
}

const directories = new WeakMap<Deps, Directory>();

function createDirectory(deps: Deps): Directory {
  const fetch = createGuardedFetch(deps.config.providerNetworks);
  const known = new Map<number, Known>();
  const find = (provider: ProviderRow): Known => {
    const now = deps.clock().getTime();
    const found = known.get(provider.providerId);
    if (found !== undefined && found.version === provider.version && now - found.readAt < MAX_AGE_MS) return found;
    if (known.size >= MAX_KNOWN) known.clear();
    const entry: Known = {
      version: provider.version,
      readAt: now,
      server: readServer(fetch, provider),
      keys: found?.keys ?? null,
    };
    known.set(provider.providerId, entry);
    // A failure is not kept: the next attempt asks again.
    entry.server.catch(() => known.delete(provider.providerId));
    return entry;
  };
  return {
    fetch,
    async open(provider) {
      const { server: reading, keys } = find(provider);
      const server = await reading;
      return { server, configuration: configure(deps, provider, { server, keys, fetch }) };
    },
    async readKeys(provider, isFresh) {
      const entry = find(provider);
      const newest = deps.clock().getTime() - (isFresh ? KEYS_MIN_MS : KEYS_MAX_MS);
      if (entry.keys !== null && entry.keys.readAt > newest) return entry.keys.jwks;
      const jwks = await requestKeys(fetch, await entry.server);
      entry.keys = { jwks, readAt: deps.clock().getTime() };
      return jwks;
    },
    keepKeys(provider, { configuration }) {
      const [cache, entry] = [getJwksCache(configuration), known.get(provider.providerId)];
      if (cache === undefined || entry === undefined) return;
      entry.keys = { jwks: cache.jwks, readAt: (cache.uat + skewOf(deps)) * 1000 };
    },
  };
}

async function requestKeys(fetch: GuardedFetch, { jwks_uri: uri }: ServerMetadata): Promise<Jwks> {
  if (uri === undefined) throw new SignInFailure('Misconfigured', 'The provider names no keys.');
  const response = await fetch(uri, { headers: { accept: 'application/json' } });
  const body = (await response.json().catch(() => null)) as Partial<Jwks> | null;
  if (response.status !== 200 || !Array.isArray(body?.keys)) {
    throw new SignInFailure('Unavailable', 'The provider sends no keys.');
  }
  return { keys: body.keys };
}

async function readServer(fetch: GuardedFetch, { issuer, clientId }: ProviderRow): Promise<ServerMetadata> {
  try {
    const found = await discovery(new URL(issuer), clientId, undefined, None(), {
      [customFetch]: fetch,
      timeout: TIMEOUT_S,
      execute: isInsecure(issuer) ? [allowInsecureRequests] : [],
    });
    return readMetadata(issuer, found.serverMetadata());
  } catch (error) {
    // The library throws it for an issuer that is not a valid URL.
    if (error instanceof TypeError) throw new SignInFailure('Misconfigured', error.message, { cause: error });
    const failure = failureOf(error);
    throw failure.failure === 'Invalid'
      ? new SignInFailure('Misconfigured', failure.message, { cause: error })
      : failure;
  }
}

type Parts = { server: ServerMetadata; keys: Keys | null; fetch: GuardedFetch };

function configure(deps: Deps, provider: ProviderRow, { server, keys, fetch }: Parts): Configuration {
  const metadata = { [clockSkew]: skewOf(deps), [clockTolerance]: TOLERANCE_S };
  const configuration = new Configuration(
    server,
    provider.clientId,
    metadata,
    authenticationOf(deps, provider, server),
  );
  configuration.timeout = TIMEOUT_S;
  configuration[customFetch] = fetch;
  // The signature of the ID token is checked although it comes directly from the provider.
  enableNonRepudiationChecks(configuration);
  if (isInsecure(provider.issuer)) allowInsecureRequests(configuration);
  if (keys !== null) {
    setJwksCache(configuration, { jwks: keys.jwks, uat: Math.floor((keys.readAt - skewOf(deps) * 1000) / 1000) });
  }
  return configuration;
}

function authenticationOf(deps: Deps, provider: ProviderRow, server: ServerMetadata): ClientAuth {
  const secret = openClientSecret(deps.secretKey, provider);
  if (secret === null) return None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}

/** Seconds from the system's clock to ours, which tests move. */
function skewOf({ clock }: Deps): number {
  return Math.round((clock().getTime() - Date.now()) / 1000);
}

// The guard refuses http to any other machine.
function isInsecure(issuer: string): boolean {
  return issuer.startsWith('http:');
}

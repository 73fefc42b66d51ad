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
/** Keys are read again after this time. */
const KEYS_MAX_MS = 300_000;
/** After a failure, configuration and keys are read again if they are older: at most once in this time. */
const DOUBTED_MAX_MS = 10_000;
/** openid-client reads keys again for an unknown one after this time. */
const LIBRARY_KEYS_MIN_S = 60;

type Jwks = ExportedJWKSCache['jwks'];
/** `isDoubted`: a sign-in has failed since it was read. */
type Known = {
  version: number;
  readAt: number;
  server: Promise<ServerMetadata>;
  keys: Keys | null;
  isDoubted: boolean;
};
/** `readAt` by our clock in milliseconds. */
type Keys = { jwks: Jwks; readAt: number };

export type OpenedProvider = {
  configuration: Configuration;
  server: ServerMetadata;
  /** Keeps the keys that the configuration has read. */
  keepKeys(): void;
};

export type Directory = {
  fetch: GuardedFetch;
  /** Throws a SignInFailure if the provider cannot be used. */
  open(provider: ProviderRow): Promise<OpenedProvider>;
  /** The keys of the provider. */
  readKeys(provider: ProviderRow): Promise<Jwks>;
  /**
   * Configuration and keys may have been wrong, because a sign-in failed: they are read again when they are needed next, unless
   * that was done within ten seconds.
   */
  doubt(providerId: number): void;
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
    // Of another version nothing is kept: its keys may be those of another provider.
    const kept = found?.version === provider.version && !isOverdue(found, now) ? found : null;
    if (kept !== null && now - kept.readAt < MAX_AGE_MS) return kept;
    if (known.size >= MAX_KNOWN) known.clear();
    const server = readServer(fetch, provider);
    const entry: Known = { version: provider.version, readAt: now, server, keys: kept?.keys ?? null, isDoubted: false };
    known.set(provider.providerId, entry);
    // A failure is not kept: the next attempt asks again.
    server.catch(() => known.delete(provider.providerId));
    return entry;
  };
  return {
    fetch,
    async open(provider) {
      const entry = find(provider);
      const server = await entry.server;
      const configuration = configure(deps, provider, { server, keys: entry.keys, fetch });
      return { server, configuration, keepKeys: keysKeeper(deps, entry, configuration) };
    },
    async readKeys(provider) {
      const entry = find(provider);
      if (entry.keys !== null && entry.keys.readAt > deps.clock().getTime() - KEYS_MAX_MS) return entry.keys.jwks;
      const jwks = await requestKeys(fetch, await entry.server);
      entry.keys = { jwks, readAt: deps.clock().getTime() };
      return jwks;
    },
    doubt(providerId) {
      const entry = known.get(providerId);
      if (entry !== undefined) entry.isDoubted = true;
    },
  };
}

function isOverdue({ isDoubted, readAt, keys }: Known, now: number): boolean {
  return isDoubted && now - Math.max(readAt, keys?.readAt ?? 0) >= DOUBTED_MAX_MS;
}

/** Call it before the configuration is used; the result keeps the keys that were read since. */
function keysKeeper(deps: Deps, entry: Known, configuration: Configuration): () => void {
  const given = getJwksCache(configuration)?.uat;
  return () => {
    const cache = getJwksCache(configuration);
    if (cache === undefined || cache.uat === given) return;
    entry.keys = { jwks: cache.jwks, readAt: deps.clock().getTime() };
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
  if (keys !== null) setJwksCache(configuration, { jwks: keys.jwks, uat: libraryTimeOf(deps, keys) });
  return configuration;
}

// openid-client compares it with the system's clock. Keys that can be read again appear older than they are, because it would
// wait for a minute.
function libraryTimeOf(deps: Deps, { readAt }: Keys): number {
  const ageMs = deps.clock().getTime() - readAt;
  const ageS = Math.ceil(ageMs / 1000);
  const isDue = ageMs >= DOUBTED_MAX_MS;
  return Math.floor(Date.now() / 1000) - (isDue ? Math.max(ageS, LIBRARY_KEYS_MIN_S) : ageS);
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

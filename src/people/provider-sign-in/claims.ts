/** Reads the claims of a provider about a person. */
import { parseEmail } from '../../platform/values/email.ts';
import { NAME_LIMIT } from '../../platform/values/names.ts';
import type { ProviderRow } from '../identity-providers/providers.queries.ts';
import { SignInFailure } from './failures.ts';

export type Claims = Record<string, unknown>;

/** The person whom the provider has authenticated. */
export type ProvenPerson = {
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether the address is verified and in a domain for which the provider is trusted. */
  isTrusted: boolean;
  isVerified: boolean;
  name: string;
  /** The provider's name for its session. */
  providerSession: string | null;
  /** When the person authenticated with the provider; null: the provider sends no time. */
  authenticatedAt: Date | null;
  /** Null: the provider sends no groups. */
  groups: string[] | null;
  isSiteAdmin: boolean | null;
};

const MAX_TEXT = 500;
const MAX_VALUES = 2000;
/** A time in the year 5138. */
const MAX_SECONDS = 1e11;

/** `idToken`: validated. `claims`: those of the ID token and of the provider's description of the person. */
export function readPerson(provider: ProviderRow, idToken: Claims, claims: Claims): ProvenPerson {
  const email = typeof claims['email'] === 'string' ? parseEmail(claims['email']) : null;
  const isInDomain = email !== null && provider.allowedDomains.includes(domainOf(email));
  const isVerified = email !== null && isVerifiedBy(provider, claims['email_verified'], isInDomain);
  const { groupsClaim, siteAdminClaim, siteAdminValue } = provider;
  const admins = siteAdminClaim === null ? null : valuesOf(claims, siteAdminClaim);
  return {
    issuer: String(idToken['iss']),
    subject: subjectOf(idToken['sub']),
    email,
    isVerified,
    isTrusted: isVerified && isInDomain,
    name: nameOf(claims, email),
    providerSession: keyTextOf(idToken['sid']),
    authenticatedAt: timeOf(idToken['auth_time']),
    groups: groupsClaim === null ? null : valuesOf(claims, groupsClaim),
    isSiteAdmin: admins === null || siteAdminValue === null ? null : admins.includes(siteAdminValue),
  };
}

/**
 * The claims of the ID token and of the userinfo response; the former take precedence. `email_verified` counts only from the
 * response that contains this address, because the other one may be about a different address.
 */
export function joinClaims(idToken: Claims, about: Claims): Claims {
  const joined = { ...about, ...idToken };
  const statements = [idToken, about]
    .filter(({ email }) => keyOf(email) === keyOf(joined['email']))
    .map(({ email_verified: isVerified }) => isVerified)
    .filter((isVerified) => isVerified !== undefined && isVerified !== null);
  const isRefused = statements.some((isVerified) => isVerified !== true && isVerified !== 'true');
  return { ...joined, email_verified: isRefused ? false : statements[0] };
}

/**
 * The values of a claim as texts: the claim with this name, or a path such as `realm_access.roles`. Null if the provider
 * left it out for its size and names another place (OpenID Connect Core, 5.6.2).
 */
export function valuesOf(claims: Claims, name: string): string[] | null {
  const distributed = claims['_claim_names'];
  if (!Object.hasOwn(claims, name) && isObject(distributed) && Object.hasOwn(distributed, name)) return null;
  const found = Object.hasOwn(claims, name) ? claims[name] : pick(claims, name.split('.'));
  return [found]
    .flat()
    .slice(0, MAX_VALUES)
    .filter((value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    .map(String)
    .filter((value) => !value.includes('\0'));
}

/** The part after the @ in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

// A claim that says no is never overruled. Some providers send texts.
function isVerifiedBy(provider: ProviderRow, claim: unknown, isInDomain: boolean): boolean {
  if (claim === true || claim === 'true') return true;
  return (claim === undefined || claim === null) && provider.trustsEmails && isInDomain;
}

function nameOf(claims: Claims, email: string | null): string {
  const parts = [claims['given_name'], claims['family_name']].map(textOf).filter((part) => part !== null);
  const wanted =
    textOf(claims['name']) ?? (parts.length > 0 ? parts.join(' ') : null) ?? textOf(claims['preferred_username']);
  const printable = (wanted ?? '')
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim();
  const name = [...printable]
    .slice(0, NAME_LIMIT - 1)
    .join('')
    .trim();
  return name === '' ? (email ?? 'Unnamed') : name;
}

function keyOf(email: unknown): string | null {
  return typeof email === 'string' ? email.toLowerCase() : null;
}

function timeOf(seconds: unknown): Date | null {
  return typeof seconds === 'number' && seconds > 0 && seconds < MAX_SECONDS ? new Date(seconds * 1000) : null;
}

// The key of the account: at most 255 ASCII characters (OpenID Connect Core, 2). Never changed, because two people could become one.
function subjectOf(value: unknown): string {
  const subject = keyTextOf(value);
  if (subject === null) throw new SignInFailure('Invalid', 'The subject of the person is not valid.');
  return subject;
}

// Null for texts that the database would change or refuse.
function keyTextOf(value: unknown): string | null {
  const text = textOf(value);
  return text?.isWellFormed() === true && !text.includes('\0') ? text : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT ? value : null;
}

function pick(value: unknown, path: string[]): unknown {
  return path.reduce((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads single variables of the environment: absent or empty is null, a malformed value is a ConfigError. */

export type Env = Record<string, string | undefined>;

/** A variable that cannot be used; the message is the one line for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export function text(env: Env, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

export function integer(env: Env, name: string, min: number, max: number): number | null {
  const value = text(env, name);
  if (value === null) return null;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new ConfigError(`${name}=${value} is not a whole number from ${min} to ${max}.`);
  }
  return number;
}

export function oneOf<T extends string>(env: Env, name: string, values: readonly T[]): T | null {
  const value = text(env, name);
  if (value === null) return null;
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw new ConfigError(`${name}=${value} is none of ${values.join(', ')}.`);
  return found;
}

// The value itself stays out of the message: these URLs carry passwords.
export function urlOf(env: Env, name: string, protocols: string[]): string | null {
  const value = text(env, name);
  if (value === null) return null;
  const parsed = URL.parse(value);
  // A socket folder as host (postgres://user@%2Frun/db) has no host that URL can validate, but it parses.
  if (parsed === null || !protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`))) {
    throw new ConfigError(`${name} is not a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
  }
  return value.replace(/\/+$/, '');
}

export function siteOf(env: Env, name: string): string | null {
  const value = urlOf(env, name, ['http:', 'https:']);
  if (value !== null && /[?#]/.test(value)) throw new ConfigError(`${name}=${value} must end with its path.`);
  return value;
}

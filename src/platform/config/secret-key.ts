/** Reads the secret key from SECRET_KEY, or from the file that SECRET_KEY_FILE names. */
import { readFileSync } from 'node:fs';
import { ConfigError, type Env, text } from './variables.ts';

const SHORTEST = 32;

export function readSecretKey(env: Env): string | null {
  const value = text(env, 'SECRET_KEY');
  const path = text(env, 'SECRET_KEY_FILE');
  if (value !== null && path !== null) throw new ConfigError('Set either SECRET_KEY or SECRET_KEY_FILE, not both.');
  if (path === null) return checked('SECRET_KEY', value);
  return checked(`SECRET_KEY_FILE=${path}`, readKeyFile(path));
}

function checked(name: string, key: string | null): string | null {
  if (key !== null && key.length < SHORTEST) throw new ConfigError(`${name} is shorter than ${SHORTEST} characters.`);
  return key;
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`SECRET_KEY_FILE=${path} cannot be used: ${(error as Error).message}.`);
  }
}

import { type Weakness, weaknessOf } from '../../platform/crypto/password-strength.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { type PasswordOwner, containsOwner, serviceNames } from './password-words.ts';
import type { Settings } from './settings.schema.ts';

/** Longer ones are refused by the form of a body: hashing must not be a way to keep the service busy. */
export const PASSWORD_MAX_LENGTH = 1024;

type Checked = {
  password: string;
  /** The parameter that a refusal names. */
  parameter: string;
  /** Whose account it is for; null for a link. */
  owner: PasswordOwner | null;
};

/**
 * 400 if the deployment's policy does not allow the password, if it contains the name or address of its owner, or if it is
 * easy to guess. The text lists all that the policy misses at once.
 */
export async function assertPasswordAllowed(
  settings: Settings,
  { password, parameter, owner }: Checked,
): Promise<void> {
  const text = password.normalize('NFC');
  const missing = missingFrom(settings.PasswordPolicy, text);
  if (missing.length > 0) throw invalidParameter(parameter, `The password needs ${enumerate(missing)}.`);
  if (owner !== null && containsOwner(settings, owner, text)) {
    const detail =
      'The password must not contain the name or email address of the account, or the name of this service.';
    throw invalidParameter(parameter, detail);
  }
  const weakness = await weaknessOf(text, serviceNames(settings));
  if (weakness !== null) throw invalidParameter(parameter, `The password is too easy to guess. ${ADVICE[weakness]}`);
}

const ADVICE: Record<Weakness, string> = {
  common: 'It is, or resembles, one that many people use. Add words that do not belong together.',
  pattern: 'Avoid sequences, repeated characters and rows of keys.',
  date: 'Avoid dates and years.',
  short: 'Use more characters, or several words.',
};

// Characters are Unicode code points, and letters are those of every script.
function missingFrom(policy: Settings['PasswordPolicy'], password: string): string[] {
  const wants: [boolean, string][] = [
    [[...password].length < policy.MinLength, `at least ${policy.MinLength} characters`],
    [policy.RequireUppercase && !/\p{Lu}/u.test(password), 'an upper-case letter'],
    [policy.RequireLowercase && !/\p{Ll}/u.test(password), 'a lower-case letter'],
    [policy.RequireDigit && !/\p{Nd}/u.test(password), 'a digit'],
    [policy.RequireSymbol && !/[^\p{L}\p{M}\p{N}]/u.test(password), 'a symbol'],
  ];
  return wants.filter(([isMissing]) => isMissing).map(([, what]) => what);
}

// a; a and b; a, b and c
function enumerate(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

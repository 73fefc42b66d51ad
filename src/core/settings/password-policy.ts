import { type Weakness, weaknessOf } from '../../platform/crypto/password-strength.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { type PasswordOwner, containsOwner, serviceNames } from './password-words.ts';
import type { Settings } from './settings.schema.ts';

/** Longer ones are rejected by the body schema: hashing must not be a way to overload the service. */
export const PASSWORD_MAX_LENGTH = 1024;

type Checked = {
  password: string;
  /** The parameter named in a refusal. */
  parameter: string;
  /** The owner of the account; null for a link. */
  owner: PasswordOwner | null;
};

/**
 * 400 if the password violates the deployment's policy, contains its owner's name or address, or is easy to guess. The
 * text lists all violations of the policy.
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
  common: 'It is, or resembles, one that many people use. Add unrelated words.',
  pattern: 'Avoid sequences, repeated characters and rows of keys.',
  date: 'Avoid dates and years.',
  short: 'Use more characters, or several words.',
};

// Characters are Unicode code points, and letters those of every script.
function missingFrom(policy: Settings['PasswordPolicy'], password: string): string[] {
  const requirements: [boolean, string][] = [
    [[...password].length < policy.MinLength, `at least ${policy.MinLength} characters`],
    [policy.RequireUppercase && !/\p{Lu}/u.test(password), 'an upper-case letter'],
    [policy.RequireLowercase && !/\p{Ll}/u.test(password), 'a lower-case letter'],
    [policy.RequireDigit && !/\p{Nd}/u.test(password), 'a digit'],
    [policy.RequireSymbol && !/[^\p{L}\p{M}\p{N}]/u.test(password), 'a symbol'],
  ];
  return requirements.filter(([isMissing]) => isMissing).map(([, what]) => what);
}

// a; a and b; a, b and c
function enumerate(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

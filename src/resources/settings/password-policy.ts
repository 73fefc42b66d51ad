import { invalidParameter } from '../../platform/errors.ts';
import type { Settings } from './settings.schema.ts';

/** Longer ones are refused by the form of a body: hashing must not be a way to keep the service busy. */
export const PASSWORD_MAX_LENGTH = 1024;

/**
 * 400 naming `parameter` if the deployment's policy does not allow the password; the text lists all that is missing at
 * once. Characters are Unicode code points, and letters are those of every script.
 */
export function assertPasswordAllowed(policy: Settings['PasswordPolicy'], password: string, parameter: string): void {
  const missing = missingFrom(policy, password.normalize('NFC'));
  if (missing.length === 0) return;
  throw invalidParameter(parameter, `The password needs ${enumerate(missing)}.`);
}

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

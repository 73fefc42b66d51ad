import { randomInt } from 'node:crypto';

// Without letters and digits that are easily confused on paper.
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password that satisfies every policy: four groups of five (116 bits) with characters of every kind. */
export function generatePassword(): string {
  for (;;) {
    const groups = Array.from({ length: 4 }, () =>
      Array.from({ length: 5 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
    );
    const password = groups.join('-');
    if (/[a-z]/.test(password) && /[A-Z]/.test(password) && /[0-9]/.test(password)) return password;
  }
}

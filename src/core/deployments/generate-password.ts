import { randomInt } from 'node:crypto';

// Without letters and digits that are mistaken for each other when copied from paper.
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password that fits every policy: four groups of five (116 bits), with each kind of character in it. */
export function generatePassword(): string {
  for (;;) {
    const groups = Array.from({ length: 4 }, () =>
      Array.from({ length: 5 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
    );
    const password = groups.join('-');
    if (/[a-z]/.test(password) && /[A-Z]/.test(password) && /[0-9]/.test(password)) return password;
  }
}

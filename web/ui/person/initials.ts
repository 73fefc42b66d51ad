/** `AL` for Ada Lovelace, `A` for Ada or ada@example.com. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => [...(word ?? '')].find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** Colors of the theme on which white initials are readable in light and dark. */
export const TINTS = ['blue', 'grape', 'teal', 'pink', 'indigo', 'cyan', 'violet', 'red'] as const;

/** The shade of the tints. */
export const TINT_SHADE = 9;

/** The same color for the same person everywhere: by id, or by address for people without an account. */
export function tintOf(key: number | string): (typeof TINTS)[number] {
  const number =
    typeof key === 'number' ? key : [...key].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7);
  return TINTS[number % TINTS.length] ?? TINTS[0];
}

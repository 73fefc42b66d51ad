/** Words that passwords must not contain. */
import type { Settings } from './settings.schema.ts';

/** The owner of an account. */
export type PasswordOwner = { name: string; email: string };

const PRODUCT = 'Carrel';

/** Shorter parts of names occur inside other words, so they only count as whole words. */
const INSIDE_WORDS = 4;
const SHORTEST = 3;

/** The names of the service in this deployment. */
export function serviceNames({ Branding }: Pick<Settings, 'Branding'>): string[] {
  return Branding.Name === null ? [PRODUCT] : [PRODUCT, Branding.Name];
}

/**
 * Whether the password contains the person's name or a part of it, the address or its local part, or the service's
 * name.
 */
export function containsOwner(
  settings: Pick<Settings, 'Branding'>,
  { name, email }: PasswordOwner,
  password: string,
): boolean {
  const local = email.split('@')[0] ?? '';
  const words = [name, email, local, ...partsOf(name), ...partsOf(local), ...serviceNames(settings)];
  const text = keyOf(password);
  return words.map(keyOf).some((word) => contains(text, word));
}

function contains(text: string, word: string): boolean {
  if (word.length >= INSIDE_WORDS) return text.includes(word);
  return word.length >= SHORTEST && partsOf(text).includes(word);
}

const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{M}]+/u);

const keyOf = (text: string): string => text.normalize('NFC').trim().toLowerCase();

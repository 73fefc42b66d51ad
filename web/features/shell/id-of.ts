/** The id in an address that somebody may have changed; null if it is none. */
export function idOf(text = ''): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

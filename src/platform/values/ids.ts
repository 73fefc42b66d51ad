/**
 * Parses an id: a positive integer that fits 53 bits. Returns null for anything else (`abc`, `-1`, `1.5`, `1e3`, 2^63),
 * which a path answers with 404.
 */
export function parseId(text: string): number | null {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}

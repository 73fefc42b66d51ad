/** Ids for requests and uploads. Browsers offer `crypto.randomUUID` on secure pages only, and Carrel also runs without TLS. */

/** A random UUID (version 4). */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [0, 8, 12, 16, 20].map((start, at, starts) => digits.slice(start, starts[at + 1])).join('-');
}

import { encodeExtended } from 'content-disposition';

/**
 * `attachment; filename="…"; size=N; filename*=UTF-8''…` (docs/api/content.md#response-headers; RFC 6266, RFC 8187).
 * The plain form replaces what is not printable ASCII, quotes and percent signs; the starred form is exact.
 */
export function attachment(name: string, size: number): string {
  return `attachment; ${parametersOf(name, size)}`;
}

/** The same for content that is displayed instead of saved. */
export function inline(name: string, size: number): string {
  return `inline; ${parametersOf(name, size)}`;
}

function parametersOf(name: string, size: number): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  // The library's `format` leaves the quotes out around a plain word, and has no size between the two names.
  return `filename="${plain}"; size=${size}; filename*=${encodeExtended(name.toWellFormed())}`;
}

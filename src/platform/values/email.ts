/** Email addresses that Carrel accepts. */

// One @, a dotted or plain domain, no spaces, brackets or control characters, and the lengths of RFC 5321. Quoted local
// parts and address literals are legal in mail but never used by people.
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u;

/** The address trimmed and in NFC, or null if it is invalid. */
export function parseEmail(text: string): string | null {
  const address = text.normalize('NFC').trim();
  return address.length <= 254 && address.isWellFormed() && ADDRESS.test(address) && !address.includes('..')
    ? address
    : null;
}

/** The key for case-insensitive comparison. */
export function emailKey(address: string): string {
  return address.toLowerCase();
}

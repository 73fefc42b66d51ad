/** Email addresses as Carrel takes them. */

// One @, a dotted or plain domain, no spaces, brackets or control characters; RFC 5321's lengths. Quoted local parts
// and address literals are legal mail and never a person's address here.
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u;

/** The address trimmed and NFC, or null if it is not one. */
export function parseEmail(text: string): string | null {
  const address = text.normalize('NFC').trim();
  return address.length <= 254 && ADDRESS.test(address) && !address.includes('..') ? address : null;
}

/** How addresses are compared: without case. */
export function emailKey(address: string): string {
  return address.toLowerCase();
}

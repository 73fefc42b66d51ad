/**
 * The extension of a document's name with its dot, or ''. The same rule as on the server: 1 to 10 letters or digits, and not
 * digits alone.
 */
export function extensionOf(name: string): string {
  const found = /\.(?=\p{N}*\p{L})[\p{L}\p{N}]{1,10}$/u.exec(name);
  return found === null || found.index === 0 ? '' : found[0];
}

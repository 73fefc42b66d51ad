/** Documents that have the name of a file already: with its content, or with another. */

/** A document of a folder, as far as it matters here. `hash`: SHA-256, hexadecimal. */
export type Namesake = { documentId: number; size: number; hash: string };

/** What stops an upload: the document has its name, and another content. */
export class NameTaken extends Error {
  override name = 'NameTaken';
  readonly documentId: number;

  constructor(documentId: number) {
    super('A document of this name is there, with another content.');
    this.documentId = documentId;
  }
}

/** The browser hashes in memory: what is larger counts as other content. */
const MAX_HASHED_BYTES = 64 * 1024 * 1024;

/** Whether one of them has the same content. */
export async function hasContentOf(file: File, namesakes: Namesake[]): Promise<boolean> {
  const sameSize = namesakes.filter(({ size }) => size === file.size);
  // Where a page did not come by https the browser hashes nothing.
  const isComparable = file.size <= MAX_HASHED_BYTES && window.isSecureContext;
  if (sameSize.length === 0 || !isComparable) return false;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return sameSize.some((namesake) => namesake.hash === hash);
}

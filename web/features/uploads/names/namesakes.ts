/** Documents that have the same name as a file, with the same or other content. */

/** The fields of a document that matter here. `hash`: SHA-256 in hexadecimal. */
export type Namesake = { documentId: number; size: number; hash: string };

/** Stops an upload because a document with other content has its name. */
export class NameTaken extends Error {
  override name = 'NameTaken';
  readonly documentId: number;

  constructor(documentId: number) {
    super('A document of this name is there, with another content.');
    this.documentId = documentId;
  }
}

/** Browsers hash in memory, so larger files count as different. */
const MAX_HASHED_BYTES = 64 * 1024 * 1024;

/** Whether one of the documents has the same content. */
export async function hasContentOf(file: File, namesakes: Namesake[]): Promise<boolean> {
  const sameSize = namesakes.filter(({ size }) => size === file.size);
  // Browsers provide hashing only on https pages.
  const isComparable = file.size <= MAX_HASHED_BYTES && window.isSecureContext;
  if (sameSize.length === 0 || !isComparable) return false;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return sameSize.some((namesake) => namesake.hash === hash);
}

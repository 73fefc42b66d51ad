import { conflict } from '../../platform/errors.ts';
import { extensionKey, extensionOf } from '../../platform/names.ts';

/** 409 if a file of that name cannot be a revision of the document (contract: Uploading, errors). */
export function assertSameExtension(document: { name: string }, fileName: string): void {
  if (extensionKey(fileName) === extensionKey(document.name)) return;
  const own = extensionOf(document.name);
  throw conflict(`A revision of this document must have ${own === '' ? 'no extension' : `the extension ${own}`}.`);
}

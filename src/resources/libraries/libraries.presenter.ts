import type { Static } from 'typebox';
import type { LibrarySchema } from './libraries.schema.ts';

/** A library as the API shows it (contract: Resources, Library). */
export function presentLibrary(
  baseUrl: string,
  library: { libraryId: number; name: string; isPrivate: boolean },
): Static<typeof LibrarySchema> {
  const self = `${baseUrl}/api/libraries/${library.libraryId}`;
  return {
    LibraryId: library.libraryId,
    LibraryName: library.name,
    IsPrivate: library.isPrivate,
    Links: { Self: self, Folders: `${self}/folders` },
  };
}

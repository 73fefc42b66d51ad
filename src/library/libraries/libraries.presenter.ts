import type { Static } from 'typebox';
import type { NamedLibrary } from '../tree/tree.presenter.ts';
import type { LibrarySchema } from './libraries.schema.ts';

/** docs/api/libraries.md#library-object */
export function presentLibrary(baseUrl: string, library: NamedLibrary): Static<typeof LibrarySchema> {
  const self = `${baseUrl}/api/libraries/${library.libraryId}`;
  return {
    LibraryId: library.libraryId,
    LibraryName: library.name,
    IsPrivate: library.isPrivate,
    Links: { Self: self, Folders: `${self}/folders` },
  };
}

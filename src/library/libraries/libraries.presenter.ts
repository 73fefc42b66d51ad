import type { Static } from 'typebox';
import type { Validators } from '../../platform/http/conditional.ts';
import { entityTag } from '../../platform/http/entity-tag.ts';
import type { OneLibraryRow } from './libraries.queries.ts';
import type { LibrarySchema } from './libraries.schema.ts';

type NamedLibrary = Pick<OneLibraryRow, 'libraryId' | 'name' | 'isPrivate'>;

/** Names the state that the API shows of a library. */
export function libraryTag({ libraryId, name, isPrivate }: NamedLibrary): string {
  return entityTag('library', libraryId, name, isPrivate);
}

/** What GET of a library says of its state, and what preconditions of its writes are compared with. */
export function libraryState(library: OneLibraryRow): Validators {
  return { etag: libraryTag(library), modifiedAt: library.changedAt };
}

/** docs/api/libraries.md#library-object */
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

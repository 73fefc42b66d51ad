import type { Static } from 'typebox';
import { rightNames } from '../permissions/rights.ts';
import type { ChildRights, Step } from './places.queries.ts';
import type { PlaceSchema } from './places.schema.ts';

type Place = {
  library: { libraryId: number; name: string; isPrivate: boolean; rights: number };
  steps: Step[];
  rights: number;
  exceptions: ChildRights[];
};

/** A place as the API shows it. */
export function presentPlace({ library, steps, rights, exceptions }: Place): Static<typeof PlaceSchema> {
  return {
    LibraryId: library.libraryId,
    LibraryName: (library.rights & 1) === 0 ? null : library.name,
    IsPrivate: library.isPrivate,
    Path: steps.map(({ folderId, name }) => ({ FolderId: folderId, FolderName: name })),
    Rights: rightNames(rights),
    Exceptions: exceptions.map((child) => ({
      FolderId: child.folderId,
      DocumentId: child.documentId,
      Rights: rightNames(child.rights),
    })),
  };
}

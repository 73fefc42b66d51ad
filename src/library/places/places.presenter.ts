import type { Static } from 'typebox';
import { previewKindOf } from '../downloads/previews.ts';
import { rightNames } from '../rights/rights.ts';
import type { ChildRights, Step } from './places.queries.ts';
import type { PlaceSchema } from './places.schema.ts';

type Place = {
  library: { libraryId: number; name: string; isPrivate: boolean; rights: number };
  steps: Step[];
  rights: number;
  exceptions: ChildRights[];
  /** The name of the document, for the place of a document. */
  document?: string;
};

export function presentPlace({ library, steps, rights, exceptions, document }: Place): Static<typeof PlaceSchema> {
  return {
    LibraryId: library.libraryId,
    LibraryName: (library.rights & 1) === 0 ? null : library.name,
    IsPrivate: library.isPrivate,
    Path: steps.map(({ folderId, name }) => ({ FolderId: folderId, FolderName: name })),
    Rights: rightNames(rights),
    CanPreview: document === undefined ? null : previewKindOf(document),
    Exceptions: exceptions.map((child) => ({
      FolderId: child.folderId,
      DocumentId: child.documentId,
      Rights: rightNames(child.rights),
    })),
  };
}

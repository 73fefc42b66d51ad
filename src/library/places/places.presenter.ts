import type { Static } from 'typebox';
import { previewKindOf } from '../downloads/previews.ts';
import type { Actor } from '../../core/actor.ts';
import { abilitiesOf } from '../rights/allowed.ts';
import type { Kind } from '../rights/library.policy.ts';
import { isReadable, rightNames } from '../rights/rights.ts';
import { rolesWithin } from '../rights/roles.ts';
import type { StarredChild } from '../stars/stars.queries.ts';
import type { ChildRights, Step } from './places.queries.ts';
import type { PlaceSchema } from './places.schema.ts';

type Place = {
  kind: Kind;
  library: { libraryId: number; name: string; isPrivate: boolean; rights: number };
  steps: Step[];
  rights: number;
  exceptions: ChildRights[];
  isStarred: boolean;
  /** Of its children. */
  stars: StarredChild[];
  /** The name of the document, for the place of a document. */
  document?: string;
};

export function presentPlace(
  actor: Actor,
  { kind, library, steps, rights, exceptions, isStarred, stars, document }: Place,
): Static<typeof PlaceSchema> {
  const able = (of: Kind, bits: number) => abilitiesOf(actor, of, { rights: bits, library });
  return {
    LibraryId: library.libraryId,
    LibraryName: isReadable(library) ? library.name : null,
    IsPrivate: library.isPrivate,
    Path: steps.map(({ folderId, name }) => ({ FolderId: folderId, FolderName: name })),
    Rights: rightNames(rights),
    Abilities: able(kind, rights),
    Roles: rolesWithin(rights),
    ItemAbilities: kind === 'document' ? null : { Folder: able('folder', rights), Document: able('document', rights) },
    CanPreview: document === undefined ? null : previewKindOf(document),
    IsStarred: isStarred,
    StarredItems: stars.map(({ folderId, documentId }) => ({ FolderId: folderId, DocumentId: documentId })),
    Exceptions: exceptions.map((child) => ({
      FolderId: child.folderId,
      DocumentId: child.documentId,
      Rights: rightNames(child.rights),
      Abilities: able(child.documentId === null ? 'folder' : 'document', child.rights),
    })),
  };
}

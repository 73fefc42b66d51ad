import { queryOptions } from '@tanstack/react-query';
import type { Place, TagType } from '../../api/answers.ts';
import type { ContainerKey } from '../../api/keys.ts';
import { listTagTypes } from '../../api/tags.ts';

/** The query for the tag types of a library or folder. */
export const tagTypesQuery = (at: ContainerKey) =>
  queryOptions({ queryKey: ['tag-types', at], queryFn: () => listTagTypes(at) });

/** The query for the tag types of documents in a place. None if the person can read only the document itself. */
export function tagTypesOf(place: Place) {
  const at = containerOf(place);
  return at === null ? [] : [tagTypesQuery(at)];
}

/** The tag types that people define, without the service's own. */
export const ownTypes = (types: TagType[] = []): TagType[] => types.filter(({ FlavorName }) => FlavorName === 'Simple');

// Without Read on the library, the tag types of the folder are the ones that can be read.
function containerOf({ LibraryId, LibraryName, Path }: Place): ContainerKey | null {
  if (LibraryName !== null) return { kind: 'library', id: LibraryId };
  const folder = Path.at(-1);
  return folder === undefined ? null : { kind: 'folder', id: folder.FolderId };
}

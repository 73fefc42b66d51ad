import type { Db } from '../../platform/db/connection.ts';
import { invalidParameter, notFound } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import { isReadable } from '../rights/rights.ts';
import { type LibraryRow, findLibrary } from '../tree/tree.queries.ts';
import { type TagTypeRow, findTagType, findTagTypes } from './tag-types.queries.ts';

/** A user-defined tag type of the library: 404 if it is not one of the library, 400 for a built-in one. */
export async function accessOwnTagType(
  sql: Db,
  actor: Actor,
  libraryId: number,
  tagTypeId: number,
): Promise<TagTypeRow> {
  const [tagType] = await accessTagTypes(sql, actor, libraryId, [tagTypeId]);
  if (tagType === undefined) throw notFound('tag type');
  assertNotStatus(tagType, 'TagTypeId');
  return tagType;
}

/**
 * The library's tag types with these ids, in their order: 404 unless all exist. The caller has checked access to the
 * library.
 */
export async function accessTagTypes(
  sql: Db,
  actor: Actor,
  libraryId: number,
  tagTypeIds: number[],
): Promise<TagTypeRow[]> {
  if (tagTypeIds.length === 0) return [];
  const rows = await findTagTypes(sql, actor.deploymentId, libraryId, tagTypeIds);
  const byId = new Map(rows.map((row) => [row.tagTypeId, row]));
  return tagTypeIds.map((id) => {
    const row = byId.get(id);
    if (row === undefined) throw notFound('tag type');
    return row;
  });
}

/** A tag type with its library and the actor's rights there: 404 if the library is in the trash. */
export async function accessTagTypeWithLibrary(
  sql: Db,
  actor: Actor,
  tagTypeId: number,
): Promise<{ tagType: TagTypeRow; library: LibraryRow & { rights: number } }> {
  const tagType = await findTagType(sql, actor.deploymentId, tagTypeId);
  const library = tagType && (await findLibrary(sql, actor, tagType.libraryId));
  if (tagType === undefined || library === undefined || library.trashedAt !== null) throw notFound('tag type');
  return { tagType, library };
}

/** Whether the actor can read the library; 404 if it does not exist. For the route with its own error shape. */
export async function mayReadLibrary(sql: Db, actor: Actor, libraryId: number): Promise<boolean> {
  const library = await findLibrary(sql, actor, libraryId);
  if (library === undefined || library.trashedAt !== null) throw notFound('library');
  return isReadable(library);
}

/** 400 for a built-in type, which clients can neither set nor change. */
export function assertNotStatus(tagType: TagTypeRow, parameter: string): void {
  if (tagType.isStatus) throw invalidParameter(parameter, `${tagType.name} is set by the service only.`);
}

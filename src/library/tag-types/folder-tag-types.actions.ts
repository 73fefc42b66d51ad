/** Sets the tag types of a folder; requires Grant on the library (docs/api/tags.md#tag-types-of-a-folder). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { notFound } from '../../platform/errors.ts';
import { WHOLE_LIST } from '../../platform/http/paging.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { accessFolder, accessLibrary } from '../tree/tree.access.ts';
import type { FolderRow } from '../tree/tree.queries.ts';
import {
  type Association,
  listFolderTagTypes,
  replaceAssociations,
  setAssociationDefault,
} from './folder-tag-types.queries.ts';
import { accessOwnTagType, accessTagTypes, assertNotStatus } from './tag-types.access.ts';
import { assertNoneTwice, readDefault } from './tag-types.body.ts';
import type { TagTypeRow } from './tag-types.queries.ts';
import type { AssociationsBody, ConstraintsBody } from './tag-types.schema.ts';

/**
 * Replaces the folder's tag types and returns them with their effective constraints. 400 for a duplicate or built-in
 * type, 404 for one of another library.
 */
export async function putFolderTagTypes(
  deps: Deps,
  actor: Actor,
  folderId: number,
  wanted: Static<typeof AssociationsBody>,
): Promise<TagTypeRow[]> {
  const ids = wanted.map(({ TagTypeId }) => TagTypeId);
  assertNoneTwice(ids);
  return transaction(deps.sql, async (tx) => {
    const folder = await accessDefinedFolder(tx, actor, folderId);
    const tagTypes = await accessTagTypes(tx, actor, folder.libraryId, ids);
    const associations = tagTypes.map((tagType, index): Association => {
      assertNotStatus(tagType, `${index}.TagTypeId`);
      return { ...tagType, defaultValue: readDefault(tagType.dataType, wanted[index]?.Constraints) };
    });
    await replaceAssociations(tx, actor, folderId, associations);
    await recordChange(tx, actor, folder, { tagTypes: ids.join(',') });
    return listFolderTagTypes(tx, actor.deploymentId, folderId, WHOLE_LIST);
  });
}

/**
 * Sets the folder's own constraints; absent ones revert to those of the library. 404 unless the folder has the type.
 */
export async function putFolderConstraints(
  deps: Deps,
  actor: Actor,
  folderId: number,
  tagTypeId: number,
  constraints: Static<typeof ConstraintsBody>,
): Promise<TagTypeRow> {
  return transaction(deps.sql, async (tx) => {
    const folder = await accessDefinedFolder(tx, actor, folderId);
    const tagType = await accessOwnTagType(tx, actor, folder.libraryId, tagTypeId);
    const defaultValue = readDefault(tagType.dataType, constraints);
    const isThere = await setAssociationDefault(tx, actor, folderId, { tagTypeId, defaultValue });
    if (!isThere) throw notFound('tag type in the folder');
    await recordChange(tx, actor, folder, { tagTypeId, defaultValue: defaultValue?.value ?? null });
    return { ...tagType, defaultValue: defaultValue?.value ?? tagType.defaultValue };
  });
}

// Locks the folder to serialize these changes with each other and with moves to another library.
async function accessDefinedFolder(tx: Tx, actor: Actor, folderId: number): Promise<FolderRow> {
  const folder = await accessFolder(tx, actor, folderId, 'ManageTagTypes', 'change');
  await accessLibrary(tx, actor, folder.libraryId, 'ManageTagTypes');
  return folder;
}

async function recordChange(
  tx: Tx,
  actor: Actor,
  { libraryId, folderId, name: contentName }: FolderRow,
  details: Record<string, string | number | null>,
): Promise<void> {
  await recordActivity(tx, actor, { type: 'FolderTagTypesChanged', libraryId, folderId, contentName, details });
}

/** Defines a library's tag types; requires Grant on the library (docs/api/tags.md#tag-types-of-a-library). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { accessLibrary } from '../tree/tree.access.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { notFound } from '../../platform/errors.ts';
import { deleteTagTypeJob } from './tag-types.jobs.ts';
import { accessOwnTagType } from './tag-types.access.ts';
import { readDataType, readDefault, readTagTypeName } from './tag-types.body.ts';
import {
  type TagTypeRow,
  detachTagType,
  insertTagType,
  renameTagTypeRow,
  setTagTypeDefault,
} from './tag-types.queries.ts';
import type { ChangeTagTypeBody, ConstraintsBody, CreateTagTypeBody } from './tag-types.schema.ts';

/** 400 for a bad or reserved name, or a default of another type; 409 for a taken name. */
export async function createTagType(
  deps: Deps,
  actor: Actor,
  libraryId: number,
  wanted: Static<typeof CreateTagTypeBody>,
): Promise<TagTypeRow> {
  const name = readTagTypeName(wanted.TagTypeName);
  const dataType = readDataType(wanted.DataType);
  const defaultValue = readDefault(dataType, wanted.Constraints);
  return creation(deps.sql, actor, async (tx) => {
    await accessLibrary(tx, actor, libraryId, 'ManageTagTypes', 'child');
    const tagTypeId = await insertTagType(tx, actor, { libraryId, ...name, dataType, defaultValue });
    await recordActivity(tx, actor, { type: 'TagTypeCreated', libraryId, contentName: name.name });
    return {
      tagTypeId,
      libraryId,
      ...name,
      dataType,
      isStatus: false,
      defaultValue: defaultValue?.value ?? null,
      createdBy: actor.userId,
    };
  });
}

/**
 * Renames a tag type, sets its constraints, both, or neither. The constraints apply wherever a folder has none of its
 * own.
 */
export async function changeTagType(
  deps: Deps,
  actor: Actor,
  libraryId: number,
  tagTypeId: number,
  change: Static<typeof ChangeTagTypeBody>,
): Promise<TagTypeRow> {
  const name = change.TagTypeName === undefined ? undefined : readTagTypeName(change.TagTypeName);
  return transaction(deps.sql, async (tx) => {
    await accessLibrary(tx, actor, libraryId, 'ManageTagTypes', 'child');
    const tagType = await accessOwnTagType(tx, actor, libraryId, tagTypeId);
    const renamed = name === undefined ? tagType : await renameTagType(tx, actor, tagType, name);
    return change.Constraints === undefined ? renamed : setConstraints(tx, actor, renamed, change.Constraints);
  });
}

/**
 * Deletes a tag type with all its values, permanently. This transaction hides both; a job removes the rows, because
 * a million documents may have a value. 404 for the second of two at once.
 */
export async function deleteTagType(deps: Deps, actor: Actor, libraryId: number, tagTypeId: number): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    await accessLibrary(tx, actor, libraryId, 'ManageTagTypes', 'child');
    const { name: contentName } = await accessOwnTagType(tx, actor, libraryId, tagTypeId);
    if (!(await detachTagType(tx, actor, libraryId, tagTypeId))) throw notFound('tag type');
    await recordActivity(tx, actor, { type: 'TagTypeDeleted', libraryId, contentName, details: { tagTypeId } });
    await addJob(tx, deleteTagTypeJob, { deploymentId: actor.deploymentId, tagTypeId });
  });
}

async function renameTagType(
  tx: Tx,
  actor: Actor,
  tagType: TagTypeRow,
  name: { name: string; nameKey: string },
): Promise<TagTypeRow> {
  const { libraryId, tagTypeId } = tagType;
  await renameTagTypeRow(tx, actor, tagTypeId, name);
  const details = { tagTypeId, from: tagType.name };
  await recordActivity(tx, actor, { type: 'TagTypeChanged', libraryId, contentName: name.name, details });
  return { ...tagType, ...name };
}

async function setConstraints(
  tx: Tx,
  actor: Actor,
  tagType: TagTypeRow,
  constraints: Static<typeof ConstraintsBody> | string,
): Promise<TagTypeRow> {
  const { libraryId, tagTypeId, name: contentName } = tagType;
  const defaultValue = readDefault(tagType.dataType, constraints);
  await setTagTypeDefault(tx, actor, tagTypeId, defaultValue);
  const details = { tagTypeId, defaultValue: defaultValue?.value ?? null };
  await recordActivity(tx, actor, { type: 'TagTypeChanged', libraryId, contentName, details });
  return { ...tagType, defaultValue: defaultValue?.value ?? null };
}

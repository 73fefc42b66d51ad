/** Sets the tags of documents (docs/api/tags.md#tags-of-a-document). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { WHOLE_LIST } from '../../platform/http/paging.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { assertPreconditions } from '../../core/preconditions.ts';
import { logListChange } from '../counts/counts.queries.ts';
import { requestIndex } from '../search-index/index.jobs.ts';
import { accessTagTypes, assertNotStatus } from '../tag-types/tag-types.access.ts';
import { assertNoneTwice } from '../tag-types/tag-types.body.ts';
import { readTagValue } from '../tag-types/tag-values.ts';
import { accessDocument } from '../tree/tree.access.ts';
import { documentState } from '../tree/tree.presenter.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';
import { type DocumentTagRow, deleteSimpleTags, insertTags, listDocumentTags } from './document-tags.queries.ts';
import type { TagValuesBody } from './document-tags.schema.ts';
import { tagsTag } from './document-tags.presenter.ts';

/**
 * Sets a document's values. Those of types that are not given are cleared with `rest: 'cleared'`. Enforces the data type (400) but not the
 * constraints (docs/api/tags.md#tags-of-a-document). 400 for a duplicate or built-in type, 404 for one of another
 * library.
 */
export async function setTags(
  deps: Deps,
  actor: Actor,
  documentId: number,
  { wanted, rest }: { wanted: Static<typeof TagValuesBody>; rest: 'cleared' | 'kept' },
): Promise<DocumentTagRow[]> {
  const ids = wanted.map(({ TagTypeId }) => TagTypeId);
  assertNoneTwice(ids);
  return transaction(deps.sql, async (tx) => {
    const document = await accessDocument(tx, actor, documentId, 'SetTags', 'change');
    const { libraryId, folderId, name: contentName } = document;
    if (actor.preconditions !== undefined) await assertSameTags(tx, actor, document);
    const tagTypes = await accessTagTypes(tx, actor, libraryId, ids);
    const tags = tagTypes.flatMap((tagType, index) => {
      assertNotStatus(tagType, `${index}.TagTypeId`);
      const value = readTagValue(tagType.dataType, wanted[index]?.Value ?? '', `${index}.Value`);
      return value === null ? [] : [{ ...value, tagTypeId: tagType.tagTypeId }];
    });
    await deleteSimpleTags(tx, actor, documentId, rest === 'cleared' ? 'all' : ids);
    await insertTags(tx, actor, documentId, tags);
    await logListChange(tx, actor.deploymentId, folderId);
    await requestIndex(tx);
    const rows = await listDocumentTags(tx, actor.deploymentId, documentId, WHOLE_LIST);
    const details = Object.fromEntries(rows.map((row) => [row.name, row.value]));
    await recordActivity(tx, actor, { type: 'DocumentTagged', libraryId, folderId, documentId, contentName, details });
    return rows;
  });
}

// Accepts either tag: that of the document, and that of its tags, which lets one of two concurrent changes succeed.
async function assertSameTags(tx: Tx, actor: Actor, document: DocumentRow): Promise<void> {
  const { documentId } = document;
  const rows = await listDocumentTags(tx, actor.deploymentId, documentId, WHOLE_LIST);
  assertPreconditions(actor, 'tags', documentId, () => ({ ...documentState(document), otherTags: [tagsTag(rows)] }));
}

/** Renames, moves and copies documents (docs/api/documents.md#renaming-and-moving). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { extensionOf, fileName } from '../../platform/values/names.ts';
import { type WithSteps, runSteps } from '../../platform/steps.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { assertFileTypeAllowed } from '../../core/settings/settings.access.ts';
import { requestIndex } from '../search-index/index.jobs.ts';
import { copyTags, moveTags } from '../tags/carried-tags.queries.ts';
import { markRevised } from '../tags/status-tags.queries.ts';
import { setTaskTags } from '../tags/task-tags.queries.ts';
import { accessDocument, accessFolder } from '../tree/tree.access.ts';
import type { PresentableDocument } from '../tree/tree.presenter.ts';
import type { DocumentRow } from '../tree/tree.queries.ts';
import { insertDocument, placeDocumentRow, reserveDocumentIds } from './documents.queries.ts';
import type { ChangeDocumentBody, CopyDocumentBody } from './documents.schema.ts';
import type { DocumentSteps } from './documents.steps.ts';
import { DUPLICATES_INDEX, nameForContent } from './duplicates.steps.ts';

/**
 * Renames a document, moves it, or both. Moving requires Write and Delete on the document and Write at the target. 409
 * if a document of the same name and content exists there; picks the next free name if the actor cannot read it.
 */
export async function changeDocument(
  deps: WithSteps<DocumentSteps>,
  actor: Actor,
  documentId: number,
  change: Static<typeof ChangeDocumentBody>,
): Promise<PresentableDocument> {
  if (change.DocumentName === undefined && change.FolderId === undefined) {
    throw invalidParameter('body', 'Nothing to change: give DocumentName or FolderId.');
  }
  const given = wellFormedName(change.DocumentName);
  const apply = async (tx: Tx) => {
    const operation = change.FolderId === undefined ? 'Rename' : 'Move';
    const document = await accessDocument(tx, actor, documentId, operation, 'change');
    const wanted = await newName(tx, actor, document, given);
    const target = await moveTarget(tx, actor, document, change.FolderId);
    const { folderId } = target;
    const content = { hash: document.hash, exceptDocumentId: documentId };
    const named = await nameForContent(tx, actor, { folderId, name: wanted, ...content });
    const { name } = named;
    if (target.folderId !== document.folderId) {
      await moveTags(tx, actor, documentId, { from: document.folderId, to: target.folderId });
    }
    await placeDocumentRow(tx, actor, documentId, { folderId, ...named });
    if (target.folderId !== document.folderId) {
      await markRevised(tx, actor.deploymentId, { documentId });
      await setTaskTags(tx, actor.deploymentId, [documentId]);
      await recordMove(tx, actor, document, target);
    }
    if (name !== document.name) {
      await runSteps(tx, deps.steps.documentRename, { actor, former: document });
      await recordRename(tx, actor, document, target, name);
    }
    await requestIndex(tx);
    return { ...document, folderId, name };
  };
  return transaction(deps.sql, apply, { againOn: DUPLICATES_INDEX });
}

/**
 * Copies the current revision to a new document in a folder: requires Read on the document, Write on the folder. 409
 * for a duplicate, or picks the next free name if the actor cannot read it.
 */
export async function copyDocument(
  deps: Deps,
  actor: Actor,
  documentId: number,
  wanted: Static<typeof CopyDocumentBody>,
): Promise<PresentableDocument> {
  const given = wellFormedName(wanted.DocumentName);
  const make = async (tx: Tx) => {
    const document = await accessDocument(tx, actor, documentId, 'Copy', 'child');
    const { folderId, libraryId } = await accessFolder(tx, actor, wanted.FolderId, 'AddDocument', 'child');
    const wantedName = await newName(tx, actor, document, given ?? document.name);
    const named = await nameForContent(tx, actor, { folderId, name: wantedName, hash: document.hash });
    const { name } = named;
    const { ids: copy } = await reserveDocumentIds(tx, actor.deploymentId);
    await insertDocument(tx, actor, { ...copy, folderId, ...named, revisionName: name, content: document });
    await copyTags(tx, actor, { fromIds: [documentId], toIds: [copy.documentId] });
    const details = { fromDocumentId: documentId };
    const entry = { libraryId, folderId, documentId: copy.documentId, contentName: name, details };
    await recordActivity(tx, actor, { type: 'DocumentCopied', ...entry });
    await requestIndex(tx);
    return { ...document, documentId: copy.documentId, folderId, name, modifiedAt: actor.now.toISOString() };
  };
  return creation(deps.sql, actor, make, { againOn: DUPLICATES_INDEX });
}

// Before the transaction: a malformed request is refused before it reveals whether the document exists.
function wellFormedName(wanted: string | undefined): string | undefined {
  return wanted === undefined ? undefined : fileName(wanted, 'DocumentName');
}

// As on upload, a name without an extension keeps the document's, so that a rename does not change its type.
async function newName(tx: Tx, actor: Actor, document: DocumentRow, name: string | undefined): Promise<string> {
  if (name === undefined) return document.name;
  const whole = extensionOf(name) === '' ? fileName(name + extensionOf(document.name), 'DocumentName') : name;
  await assertFileTypeAllowed(tx, actor.deploymentId, whole, 'DocumentName');
  return whole;
}

type MoveTarget = { folderId: number; libraryId: number };

async function moveTarget(
  tx: Tx,
  actor: Actor,
  document: DocumentRow,
  folderId: number | undefined,
): Promise<MoveTarget> {
  return folderId === undefined ? document : accessFolder(tx, actor, folderId, 'AddDocument', 'child');
}

// With the previous name: a rename is recorded after the move.
async function recordMove(tx: Tx, actor: Actor, document: DocumentRow, target: MoveTarget): Promise<void> {
  const { documentId, name: contentName } = document;
  const { libraryId, folderId } = target;
  const details = { fromLibraryId: document.libraryId, fromFolderId: document.folderId };
  await recordActivity(tx, actor, { type: 'DocumentMoved', libraryId, folderId, documentId, contentName, details });
}

async function recordRename(
  tx: Tx,
  actor: Actor,
  document: DocumentRow,
  { libraryId, folderId }: MoveTarget,
  contentName: string,
): Promise<void> {
  const { documentId } = document;
  const details = { from: document.name };
  await recordActivity(tx, actor, { type: 'DocumentRenamed', libraryId, folderId, documentId, contentName, details });
}

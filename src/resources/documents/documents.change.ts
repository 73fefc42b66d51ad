/** Renaming, moving and copying documents (extensions; docs/api.md, "Renaming, moving, copying"). */
import type { Static } from 'typebox';
import type { Deps } from '../../deps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { conflict, invalidParameter } from '../../platform/errors.ts';
import { extensionOf, fileName, nameKey } from '../../platform/names.ts';
import { recordActivity } from '../activity/activity.queries.ts';
import type { Actor } from '../actor.ts';
import { accessFolder } from '../folders/folders.access.ts';
import { assertRight } from '../permissions/rights.ts';
import { assertFileTypeAllowed } from '../settings/settings.access.ts';
import { copyTags, moveTags } from '../tags/carried-tags.queries.ts';
import { markRevised } from '../tags/status-tags.ts';
import { setTaskTags } from '../tags/task-tags.ts';
import { freezeNames } from '../tasks/readers.queries.ts';
import { accessDocument } from './documents.access.ts';
import type { PresentableDocument } from './documents.presenter.ts';
import {
  type DocumentRow,
  hasTwin,
  insertDocument,
  placeDocumentRow,
  reserveDocumentIds,
} from './documents.queries.ts';
import type { ChangeDocumentBody, CopyDocumentBody } from './documents.schema.ts';

/**
 * Gives a document another name, another folder, or both in one step. Moving wants Write and Delete on the document and
 * Write at the target. 409 if a document of the same name and content is there.
 */
export async function changeDocument(
  deps: Deps,
  actor: Actor,
  documentId: number,
  change: Static<typeof ChangeDocumentBody>,
): Promise<PresentableDocument> {
  if (change.DocumentName === undefined && change.FolderId === undefined) {
    throw invalidParameter('body', 'Nothing to change: give DocumentName or FolderId.');
  }
  return transaction(deps.sql, async (tx) => {
    const document = await accessDocument(tx, actor, documentId, 'Write', 'change');
    const name = await newName(tx, actor, document, change.DocumentName);
    const target = await moveTarget(tx, actor, document, change.FolderId);
    await assertNoTwin(tx, actor, { folderId: target.folderId, name, document, exceptDocumentId: documentId });
    if (target.folderId !== document.folderId) {
      await moveTags(tx, actor, documentId, { from: document.folderId, to: target.folderId });
    }
    await placeDocumentRow(tx, actor, documentId, { folderId: target.folderId, name, nameKey: nameKey(name) });
    if (target.folderId !== document.folderId) {
      await markRevised(tx, actor.deploymentId, { documentId });
      await setTaskTags(tx, actor.deploymentId, [documentId]);
      await recordMove(tx, actor, document, target);
    }
    if (name !== document.name) {
      await freezeNames(tx, actor, document);
      await recordRename(tx, actor, document, target, name);
    }
    return { ...document, folderId: target.folderId, name };
  });
}

/** Makes a new document of the current revision in a folder: Read on the document, Write on the folder. 409 for a twin. */
export async function copyDocument(
  deps: Deps,
  actor: Actor,
  documentId: number,
  wanted: Static<typeof CopyDocumentBody>,
): Promise<PresentableDocument> {
  return transaction(deps.sql, async (tx) => {
    const document = await accessDocument(tx, actor, documentId, 'Read', 'child');
    const { folderId, libraryId } = await accessFolder(tx, actor, wanted.FolderId, 'Write', 'child');
    const name = await newName(tx, actor, document, wanted.DocumentName ?? document.name);
    await assertNoTwin(tx, actor, { folderId, name, document });
    const copy = await reserveDocumentIds(tx);
    await insertDocument(tx, actor, {
      ...copy,
      folderId,
      name,
      nameKey: nameKey(name),
      revisionName: name,
      content: document,
    });
    await copyTags(tx, actor, { fromIds: [documentId], toIds: [copy.documentId] });
    const details = { fromDocumentId: documentId };
    const entry = { libraryId, folderId, documentId: copy.documentId, contentName: name, details };
    await recordActivity(tx, actor, { type: 'DocumentCopied', ...entry });
    return { ...document, documentId: copy.documentId, folderId, name, modifiedAt: actor.now.toISOString() };
  });
}

// As on upload, a name without an extension keeps that of the document: what it is does not change with its name.
async function newName(tx: Tx, actor: Actor, document: DocumentRow, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return document.name;
  const name = fileName(wanted, 'DocumentName');
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
  if (folderId === undefined) return document;
  assertRight(document.rights, 'Delete', 'document');
  return accessFolder(tx, actor, folderId, 'Write', 'child');
}

async function assertNoTwin(
  tx: Tx,
  actor: Actor,
  twin: { folderId: number; name: string; document: DocumentRow; exceptDocumentId?: number },
): Promise<void> {
  const { folderId, name, document, ...except } = twin;
  if (await hasTwin(tx, actor.deploymentId, { folderId, nameKey: nameKey(name), hash: document.hash, ...except })) {
    throw conflict('A document with the same name and content exists in the folder.');
  }
}

// Under the name that it had: a new one is recorded after it.
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

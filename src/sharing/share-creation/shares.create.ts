/** Shares folders and documents by link (docs/api/shares.md#creating-a-share). */
import type { Deps } from '../../platform/deps.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import { assertLimitsAllowed } from '../link-uploads/upload-limits.ts';
import type { ShareRow, Shared } from '../shares/shares.queries.ts';
import type { DocumentShareBody, FolderShareBody } from '../shares/shares.schema.ts';
import { insertPrepared, prepareShare } from './creation.steps.ts';
import { type WantedShare, readDocumentShare, readFolderShare } from './shares.body.ts';

/** Shares a folder: requires Grant on it, and Write too if visitors can upload. */
export async function createFolderShare(
  deps: Deps,
  actor: Actor,
  folderId: number,
  body: FolderShareBody,
): Promise<ShareRow> {
  const settings = await readSettings(deps.sql, actor.deploymentId);
  assertLimitsAllowed(body, settings, actor);
  const wanted = readFolderShare(body, settings, actor.now);
  return createShare(deps, actor, { kind: 'folder', id: folderId }, wanted, settings);
}

/** Shares a document: requires Grant on it, and Write too if visitors can edit. */
export async function createDocumentShare(
  deps: Deps,
  actor: Actor,
  documentId: number,
  body: DocumentShareBody,
): Promise<ShareRow> {
  const settings = await readSettings(deps.sql, actor.deploymentId);
  assertLimitsAllowed(body, settings, actor);
  const wanted = readDocumentShare(body, settings, actor.now);
  return createShare(deps, actor, { kind: 'document', id: documentId }, wanted, settings);
}

async function createShare(
  deps: Deps,
  actor: Actor,
  shared: Shared,
  wanted: WantedShare,
  settings: Settings,
): Promise<ShareRow> {
  const prepared = await prepareShare(deps, actor, shared, wanted, settings);
  return creation(deps.sql, actor, (tx) => insertPrepared(tx, deps, actor, shared, prepared));
}

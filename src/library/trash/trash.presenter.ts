import type { Static } from 'typebox';
import { presentDocument, presentDocumentSummary } from '../documents/documents.presenter.ts';
import { presentFolder } from '../folders/folders.presenter.ts';
import { presentLibrary } from '../libraries/libraries.presenter.ts';
import type { Actor } from '../../core/actor.ts';
import { presentPersonOrNull } from '../../core/persons/persons.presenter.ts';
import { DEFAULT_SETTINGS } from '../../core/settings/settings.schema.ts';
import { trashAbilitiesOf } from '../rights/allowed.ts';
import { ALL_RIGHTS } from '../rights/rights.ts';
import { presentPath } from '../places/path.schema.ts';
import type { Step } from '../places/places.queries.ts';
import type { TrashRow } from './trash.queries.ts';
import type { DeploymentTrashItemSchema, TrashItemSchema } from './trash.schema.ts';

const KINDS = { 1: 'library', 2: 'folder', 3: 'document' } as const;

/** A row, with the readable folders that it was in if they were asked for. */
export type LocatedTrashRow = TrashRow & { path?: Step[] };

/** An item in a user's own trash (docs/api/trash.md#listing-the-trash). */
export function presentTrashItem(baseUrl: string, actor: Actor, row: LocatedTrashRow): Static<typeof TrashItemSchema> {
  const { Embedded, ...item } = presentDeploymentTrashItem(baseUrl, actor, row);
  const document = row.kind === 3 ? presentDocumentSummary(baseUrl, { ...row, documentId: row.id }) : null;
  return { ...item, Embedded: { ...Embedded, Document: document } };
}

/** The same in the deployment trash. */
export function presentDeploymentTrashItem(
  baseUrl: string,
  actor: Actor,
  row: LocatedTrashRow,
): Static<typeof DeploymentTrashItemSchema> {
  const library = { libraryId: row.libraryId, name: row.libraryName, isPrivate: row.isPrivate };
  // The lists hold what the actor deleted, or what lies where denials do not bind the actor: other rights do not matter.
  const settings = { EnablePurging: row.enablePurging ?? DEFAULT_SETTINGS.EnablePurging };
  const judged = { ...row, rights: row.isUnbound ? ALL_RIGHTS : 0 };
  const [type, address] = (
    { 1: ['Library', 'libraries'], 2: ['Folder', 'folders'], 3: ['Document', 'documents'] } as const
  )[row.kind];
  return {
    ItemName: row.name,
    ItemType: type,
    DateDeleted: row.trashedAt,
    DeletedByUserName: row.deletedBy?.email ?? null,
    DeletedByPerson: presentPersonOrNull(baseUrl, row.deletedBy),
    ...(row.path === undefined ? {} : { Path: presentPath(row.path) }),
    Embedded: {
      Document: row.kind === 3 ? presentDocument(baseUrl, { ...row, documentId: row.id }) : null,
      Folder: row.kind === 2 ? presentFolder(baseUrl, { ...row, folderId: row.id }) : null,
      Library: presentLibrary(baseUrl, library),
    },
    Abilities: trashAbilitiesOf(actor, KINDS[row.kind], judged, settings),
    Links: { RestoreUri: `${baseUrl}/api/${address}/${row.id}/restore` },
  };
}

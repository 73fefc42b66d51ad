/** Reads one folder with the children that `embed` asks for (docs/api/folders.md#reading-a-folder). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { invalidParameter, notFound } from '../../platform/errors.ts';
import type { Validators } from '../../platform/http/files/conditional.ts';
import type { Actor } from '../../core/actor.ts';
import { listDocuments } from '../documents/documents.queries.ts';
import { assertAllowed } from '../rights/allowed.ts';
import { WHOLE_LISTING } from '../listings/listing.ts';
import { folderState } from '../tree/tree.presenter.ts';
import { type FolderRow, findFolder } from '../tree/tree.queries.ts';
import { embeddedState, presentFolder } from './folders.presenter.ts';
import type { FolderSchema } from './folders.schema.ts';
import { listFolders } from './folders.queries.ts';

type Under = { libraryId?: number; parentId?: number };

/** The folder and its validators; `under` is its place according to the path, 404 if it is elsewhere. */
export async function getFolder(
  deps: Deps,
  actor: Actor,
  folderId: number,
  embed: string[] | undefined,
  under: Under = {},
): Promise<{ body: Static<typeof FolderSchema>; state: Validators }> {
  const embedded = readEmbed(embed);
  const folder = await findFolder(deps.sql, actor, folderId);
  if (folder === undefined || folder.isInTrash || !liesUnder(folder, under)) throw notFound('folder');
  assertAllowed(actor, 'folder', 'View', folder);
  const [folders, documents] = await Promise.all([
    embedded.includes('f') ? listFolders(deps.sql, actor, folder, WHOLE_LISTING) : [],
    embedded.includes('d') ? listDocuments(deps.sql, actor, folder, WHOLE_LISTING) : [],
  ]);
  const body = presentFolder(deps.config.baseUrl, folder, { folders, documents });
  return { body, state: embedded.length === 0 ? folderState(folder) : embeddedState(body) };
}

function liesUnder(folder: FolderRow, { libraryId, parentId }: Under): boolean {
  if (libraryId !== undefined) return folder.libraryId === libraryId && folder.parentId === null;
  return parentId === undefined || folder.parentId === parentId;
}

function readEmbed(embed: string[] = []): string[] {
  const parts = embed.map((part) => part.toLowerCase());
  if (parts.some((part) => part !== 'f' && part !== 'd')) {
    throw invalidParameter('embed', 'embed must be f, d or both, separated by a comma.');
  }
  return parts;
}

import type { Static } from 'typebox';
import type { Validators } from '../../platform/http/files/conditional.ts';
import { entityTag } from '../../platform/http/files/entity-tag.ts';
import { presentDocumentSummary } from '../documents/documents.presenter.ts';
import type { NamedFolder, PresentableDocument } from '../tree/tree.presenter.ts';
import type { FolderEntrySchema, FolderSchema } from './folders.schema.ts';

/** The validators of an answer with embedded children. */
export function embeddedState(folder: Static<typeof FolderSchema>): Validators {
  return { etag: entityTag(folder) };
}

/** A folder in a list. Its empty Embedded is there because clients expect it. */
export function presentFolderEntry(baseUrl: string, folder: NamedFolder): Static<typeof FolderEntrySchema> {
  return {
    FolderId: folder.folderId,
    FolderName: folder.name,
    Links: folderLinks(baseUrl, folder.folderId),
    Embedded: { Folders: [], Documents: [] },
  };
}

/** A single folder with its embedded children (docs/api/folders.md#reading-a-folder). */
export function presentFolder(
  baseUrl: string,
  folder: NamedFolder & { libraryId: number },
  embedded: { folders: NamedFolder[]; documents: Omit<PresentableDocument, 'folderId'>[] } = {
    folders: [],
    documents: [],
  },
): Static<typeof FolderSchema> {
  return {
    FolderId: folder.folderId,
    FolderName: folder.name,
    LibraryId: folder.libraryId,
    Links: folderLinks(baseUrl, folder.folderId),
    Embedded: {
      Folders: embedded.folders.map((child) => presentFolderEntry(baseUrl, child)),
      Documents: embedded.documents.map((child) => presentDocumentSummary(baseUrl, child)),
    },
  };
}

function folderLinks(baseUrl: string, folderId: number) {
  const self = `${baseUrl}/api/folders/${folderId}`;
  return { Self: self, Documents: `${self}/documents`, Folders: `${self}/folders`, Shares: `${self}/shares` };
}

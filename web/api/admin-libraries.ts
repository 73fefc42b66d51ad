/** What site admins ask about corporate libraries. */
import type { Library } from './answers.ts';
import { ask, askPage } from './client.ts';

const PAGE_SIZE = 100;

/** All corporate libraries, and one's own, by name. */
export const listAllLibraries = (after: string | null) =>
  askPage<Library[]>(`/api/libraries?top=${PAGE_SIZE}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`);

export const makeLibrary = (LibraryName: string) => ask<Library>('POST', '/api/libraries', { LibraryName });

export const renameLibrary = (libraryId: number, LibraryName: string) =>
  ask<Library>('PATCH', `/api/libraries/${libraryId}`, { LibraryName });

export const trashLibrary = (libraryId: number) => ask<null>('DELETE', `/api/libraries/${libraryId}`);

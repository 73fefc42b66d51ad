/** Requests of site admins about shared libraries. */
import type { Library } from '../answers.ts';
import { callApi, fetchPage, createOnce } from '../client.ts';

const PAGE_SIZE = 100;

/** All shared libraries and the person's own library, by name. */
export const listAllLibraries = (after: string | null) =>
  fetchPage<Library[]>(`/api/libraries?top=${PAGE_SIZE}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`);

export const createLibrary = (LibraryName: string) => createOnce<Library>('/api/libraries', { LibraryName });

export const renameLibrary = (libraryId: number, LibraryName: string) =>
  callApi<Library>('PATCH', `/api/libraries/${libraryId}`, { LibraryName });

export const trashLibrary = (libraryId: number) => callApi<null>('DELETE', `/api/libraries/${libraryId}`);

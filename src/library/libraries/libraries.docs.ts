import { operations } from '../../platform/openapi/operations.ts';
import { CONDITIONAL, NOT_IN_TRASH, changed, requires, tagged } from '../tree/refusals.docs.ts';

const CORPORATE = { 403: 'You are not a site admin, or the library is a personal library.' };
const NAME = { 400: 'The name is not valid.', 409: 'A library with this name exists, or the name is `My Library`.' };

export const libraryDocs = operations('Libraries', {
  listLibraries: {
    summary: 'List libraries',
    description:
      'Returns your personal library and the corporate libraries that you can read. Without `top` the list is complete.',
    answers: { 200: 'The libraries.' },
  },
  createLibrary: {
    summary: 'Create a corporate library',
    description: 'Creates a corporate library. For site admins.',
    bodyExample: { LibraryName: 'Projects' },
    answers: { 201: { description: 'The library was created.', headers: ['Location'] }, ...NAME },
  },
  getLibrary: {
    summary: 'Get a library',
    description: 'Returns a library. Requires Read on it.',
    answers: { 200: tagged('The library.'), ...requires('Read', 'library'), ...CONDITIONAL },
  },
  updateLibrary: {
    summary: 'Rename a corporate library',
    description: 'Changes the name of a corporate library. For site admins.',
    bodyExample: { LibraryName: 'Projects 2027' },
    answers: { 200: changed('The library after the change.'), ...CORPORATE, ...NAME },
  },
  deleteLibrary: {
    summary: 'Delete a corporate library',
    description:
      'Moves a corporate library with everything in it to the trash, or with `purge=true` deletes it permanently. For site admins.',
    answers: {
      204: 'The library was deleted.',
      403: 'You are not a site admin, the library is a personal library, or `EnablePurging` is off.',
      409: NOT_IN_TRASH,
    },
  },
  restoreLibrary: {
    summary: 'Restore a library from the trash',
    description: 'Restores a corporate library. If its name is taken, ` (2)` is added. For site admins.',
    answers: { 200: 'The restored library.', 409: 'The library is not in the trash.' },
  },
});

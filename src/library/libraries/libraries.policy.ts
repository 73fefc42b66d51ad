import { forbidden } from '../../platform/errors.ts';

/** The name of every personal library, which no other library may have (docs/api/libraries.md#personal-libraries). */
export const PERSONAL_LIBRARY_NAME = 'My Library';

/** 403 for a personal library. */
export function assertCorporate(library: { isPrivate: boolean }): void {
  if (library.isPrivate) throw forbidden('A personal library cannot be renamed, deleted or restored.');
}

import { forbidden } from '../../platform/errors.ts';

export function assertCorporate(library: { isPrivate: boolean }): void {
  if (library.isPrivate) throw forbidden('A personal library cannot be renamed, deleted or restored.');
}

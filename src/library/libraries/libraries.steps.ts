import type { Tx } from '../../platform/db/connection.ts';
import { insertStatusTypes } from '../tags/status-tags.ts';
import { insertLibrary } from './libraries.queries.ts';

/** Makes a library as insertLibrary says, with the service's own tag types, which every library has. Returns its id. */
export async function addLibrary(tx: Tx, library: Parameters<typeof insertLibrary>[1]): Promise<number> {
  const libraryId = await insertLibrary(tx, library);
  await insertStatusTypes(tx, { ...library, libraryId });
  return libraryId;
}

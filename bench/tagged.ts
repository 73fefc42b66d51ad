/** A library with many tagged documents in Carrel, and a reader of most of it. */
import { unscopedFillLibrary } from '../test/factories/tagged-library.ts';
import { withDatabase } from './database.ts';
import { fetchJson, type Searchable, type Target } from './target.ts';

type Ids = { DeploymentId: number; UserId: number };

/**
 * Creates the library and its reader through the API and fills it directly. The reader can read seven of its ten parts,
 * so that every search has to check rights.
 */
export async function unscopedPlantTagged(target: Target, databaseUrl: string, documents: number): Promise<Searchable> {
  const send = <T>(method: string, path: string, body: unknown) =>
    fetchJson<T>(target, path, { method, headers: JSON_TYPE, body: JSON.stringify(body) });
  const me = await fetchJson<Ids>(target, '/api/users/me');
  const { LibraryId: libraryId } = await send<{ LibraryId: number }>('POST', '/api/libraries', {
    LibraryName: 'Tagged',
  });
  const makeType = async (TagTypeName: string, DataType: string) => {
    const path = `/api/libraries/${libraryId}/tagtypes`;
    return (await send<{ TagTypeId: number }>('POST', path, { TagTypeName, DataType })).TagTypeId;
  };
  const color = await makeType('Color', 'String');
  const number = await makeType('Number', 'Numeric');
  const day = await makeType('Day', 'Date');
  const library = { deploymentId: me.DeploymentId, userId: me.UserId, libraryId, tagTypes: { color, number, day } };
  const roots = await withDatabase(databaseUrl, (sql) => unscopedFillLibrary(sql, library, documents));

  const person = { Email: 'reader@bench.test', Name: 'Reader', Password: crypto.randomUUID() };
  const { UserId } = await send<Ids>('POST', '/api/users', person);
  const { Token } = await send<{ Token: string }>('POST', `/api/users/${UserId}/tokens`, { Name: 'bench' });
  await send('PUT', `/api/libraries/${libraryId}/permissions`, [{ UserId, Allow: ['Read'] }]);
  for (const id of roots.slice(0, 3)) {
    await send('PUT', `/api/folders/${id}/permissions`, [{ UserId, Deny: ['Read'] }]);
  }
  return { libraryId, color, number, headers: { Authorization: `Bearer ${Token}` } };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A library with many texts in Carrel, and somebody who can read it. */
import { unscopedFillTexts } from '../test/factories/searchable.ts';
import { withDatabase } from './database.ts';
import { fetchJson, type Target } from './target.ts';

/** Words of each text: 2 kB. */
export const WORDS = 250;

/** Makes the library and its reader through the API and fills it directly. Resolves to the headers of the reader. */
export async function unscopedPlantTexts(
  target: Target,
  databaseUrl: string,
  documents: number,
): Promise<Record<string, string>> {
  const send = <T>(method: string, path: string, body: unknown) =>
    fetchJson<T>(target, path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const me = await fetchJson<{ DeploymentId: number; UserId: number }>(target, '/api/users/me');
  const { LibraryId: libraryId } = await send<{ LibraryId: number }>('POST', '/api/libraries', {
    LibraryName: 'Texts',
  });
  await withDatabase(databaseUrl, (sql) =>
    unscopedFillTexts(
      sql,
      { deploymentId: me.DeploymentId, userId: me.UserId, libraryId },
      { documents, words: WORDS },
    ),
  );
  const person = { Email: 'texts@bench.test', Name: 'Reader of texts', Password: crypto.randomUUID() };
  const { UserId } = await send<{ UserId: number }>('POST', '/api/users', person);
  const { Token } = await send<{ Token: string }>('POST', `/api/users/${UserId}/tokens`, { Name: 'bench' });
  await send('PUT', `/api/libraries/${libraryId}/permissions`, [{ UserId, Allow: ['Read'] }]);
  return { Authorization: `Bearer ${Token}` };
}

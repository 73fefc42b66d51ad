import type { Person } from '../world.ts';

/** Creates a corporate library through the API and returns its id; `admin` is a site admin. */
export async function makeLibrary(admin: Person, name = `Library ${crypto.randomUUID()}`): Promise<number> {
  const { status, body, text } = await admin.api('POST', '/api/libraries', { LibraryName: name });
  if (status !== 201) throw new Error(`The library was refused: ${text}`);
  return body.LibraryId;
}

/** A corporate library with items for tests of permissions. */
import assert from 'node:assert/strict';
import type { TestApp } from '../../../test/harness.ts';
import type { Person, World } from '../../../test/world.ts';

export const KINDS = ['libraries', 'folders', 'documents'] as const;
export type Kind = (typeof KINDS)[number];

/** A corporate library with a folder and a document in it. */
export async function corporateWorld(app: TestApp) {
  const w = await app.world();
  const libraries = (await w.admin.api('POST', '/api/libraries', { LibraryName: 'Corporate' })).body.LibraryId;
  const folders = await w.admin.folder(libraries, 'Plans');
  const documents = await w.admin.document(folders, 'plan.txt');
  const ids = { libraries, folders, documents };
  const path = (kind: Kind) => `/api/${kind}/${ids[kind]}/permissions`;
  const grant = async (kind: Kind, entries: unknown) => {
    const answer = await w.admin.api('PUT', path(kind), entries);
    assert.equal(answer.status, 200, answer.text);
  };
  return { w, ids, path, grant };
}

/** Creates a group with these members and returns its id. */
export async function addGroup(w: World, name: string, members: Person[]): Promise<number> {
  const { GroupId } = (await w.admin.api('POST', '/api/groups', { GroupName: name })).body;
  const ids = members.map(({ userId }) => userId);
  await w.admin.api('PUT', `/api/groups/${GroupId}/members`, ids);
  return GroupId;
}

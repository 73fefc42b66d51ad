import assert from 'node:assert/strict';
import type { TestApp } from '../harness.ts';
import type { Person } from '../world.ts';

/** Creates a subfolder through the API and returns its id. */
export async function makeChild(person: Person, parentId: number, name: string): Promise<number> {
  const { status, body, text } = await person.api('POST', `/api/folders/${parentId}/folders`, { FolderName: name });
  if (status !== 201) throw new Error(`The folder was refused: ${text}`);
  return body.FolderId;
}

/** An invariant: every folder's path is its parent's path plus its own id, and its library is its parent's. */
export async function assertTreesAreWhole({ sql }: Pick<TestApp, 'sql'>): Promise<void> {
  const broken = await sql`
    select f.folder_id, f.path, f.library_id, p.path as parent_path, p.library_id as parent_library
    from folders f left join folders p on p.deployment_id = f.deployment_id and p.folder_id = f.parent_id
    where f.path is distinct from coalesce(p.path, '{}') || f.folder_id
      or f.library_id is distinct from coalesce(p.library_id, f.library_id)
      or (f.parent_id is null) <> (p.folder_id is null)`;
  assert.deepEqual([...broken], []);
}

/** Folders and documents that the caller cannot reach do not change what a search reads, so that its time does not tell whether they exist. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from '../../../test/blocks.ts';
import { takeIds } from '../../../test/factories/copy.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import { transaction } from '../../platform/db/connection.ts';

const FORBIDDEN = 20_000;
/** Indexes that are one level deeper. */
const NOISE = 15;

const QUERIES = [
  'in:confidential',
  'in:"Shared/confidential"',
  'in:Shared/Open/confidential',
  'confidential',
  'conf*',
  'confid',
  'fidenti txt',
  'confidential -plan',
  'confidential in:Open',
  'type:folder',
  'is:starred type:folder',
  'tag:confidential',
];

test('20 000 forbidden folders and documents of a name do not change what searches for it read', async () => {
  const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });
  const w = await app.world();
  const { admin, ann, bob } = w;
  const libraryId = await makeLibrary(admin, 'Shared');
  const open = await admin.folder(libraryId, 'Open');
  await makeChild(admin, open, 'Drawings');
  await admin.document(open, 'plan.txt', 'a');
  await ann.folder(ann.libraryId, 'Own');
  await grant(app, ann, { folderId: open }, { allow: ['Read'] });
  await grant(app, bob, { libraryId: await makeLibrary(admin, 'Other') }, { allow: ['Read'] });
  // Statistics must not come from an empty table.
  await fill(libraryId, 'ordinary', FORBIDDEN / 4);
  const before = await measure();
  await fill(libraryId, 'confidential', FORBIDDEN);
  const after = await measure();
  for (const [name, blocks] of after) {
    const most = (before.get(name) ?? 0) + NOISE;
    assert.ok(blocks <= most, `${name}: ${blocks} blocks, ${before.get(name)} before`);
  }
  // Somebody who can reach all of them finds the first ones.
  const { body, headers } = await admin.api('GET', '/api/search?q=confidential&top=1');
  assert.deepEqual([body[0].ItemName, headers.get('x-search-incomplete')], ['confidential', 'true']);

  async function measure(): Promise<Map<string, number>> {
    const costs = new Map<string, number>();
    for (const [name, person] of Object.entries({ ann, bob })) {
      for (const q of QUERIES) {
        const { blocks, answer } = await blocksOf(app, person, `/api/search?q=${encodeURIComponent(q)}`);
        assert.equal(answer.status, 200, q);
        costs.set(`${name}: ${q}`, blocks);
      }
    }
    return costs;
  }

  // Each in a folder of its own, because two in a folder cannot have a name.
  async function fill(library: number, name: string, count: number): Promise<void> {
    const { deploymentId, userId } = admin;
    await transaction(app.sql, async (tx) => {
      await tx`set local session_replication_role = replica`;
      const first = await takeIds(tx, 'folders', 'folder_id', 2 * count);
      await tx`
        insert into folders (deployment_id, folder_id, library_id, parent_id, path, name, name_key, created_by, created_at)
        overriding system value
        select ${deploymentId}::bigint, id, ${library}::bigint, above, array_remove(array[above, id], null), name, name, ${userId}::bigint, now()
        from (
          select id, case when id % 2 <> ${first}::bigint % 2 then id - 1 end as above,
            case when id % 2 <> ${first}::bigint % 2 then ${name}::text else 'holder ' || id end as name
          from generate_series(${first}::bigint, ${first + 2 * count - 1}) id
        ) placed`;
      await tx`
        insert into documents (deployment_id, document_id, folder_id, name, name_key, current_revision_id, blob_id, size, sha256,
          modified_at, created_by, created_at)
        overriding system value
        select deployment_id, folder_id + 1000000, folder_id, name || '.txt', name || '.txt', folder_id, folder_id, 1, '', now(), created_by, now()
        from folders where folder_id between ${first} and ${first + 2 * count - 1} and parent_id is not null`;
    });
    await app.sql`vacuum (analyze) folders, documents`;
  }
});

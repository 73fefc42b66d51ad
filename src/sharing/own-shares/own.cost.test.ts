/** A page of links, one's own or all, costs what it shows, however many there are: blocks are counted, not time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { blocksTouched, statementsOf } from '../../../test/statements.ts';
import type { Person } from '../../../test/world.ts';

const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });
const QUERIES = ['', '&unprotected=true', '&endless=true', '&status=Active'];

/** So many links to a folder, each with three recipients. */
async function addManyShares({ deploymentId, userId }: Person, folderId: number, count: number): Promise<void> {
  await app.sql`
    with made as (
      insert into shares (deployment_id, folder_id, reference_salt, reference_hash, allow_view, allow_download, created_by,
        created_at)
      select ${deploymentId}, ${folderId}, '', uuid_send(gen_random_uuid()), true, true, ${userId}, ${app.clock.now}
      from generate_series(1, ${count}) n returning share_id
    )
    insert into share_recipients (deployment_id, share_id, email, key_salt, key_hash)
    select ${deploymentId}, share_id, n || '@recipients.test', '', uuid_send(gen_random_uuid())
    from made, generate_series(1, 3) n`;
  await app.sql`analyze shares, share_recipients`;
}

test('a page of all links reads the same blocks of 100 links and of 20 000, for any filter', async () => {
  const { ann, admin } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const measure = async (query: string) => {
    const statements = await statementsOf(app, () => admin.api('GET', `/api/admin/shares?top=60${query}`));
    const list = statements.find(({ text }) => text.includes('share_recipients'));
    assert.ok(list !== undefined);
    return blocksTouched(app, list);
  };
  const few = new Map<string, number>();
  await addManyShares(ann, folderId, 100);
  for (const query of QUERIES) few.set(query, await measure(query));
  await addManyShares(ann, folderId, 19_900);
  for (const query of QUERIES) {
    const [before = 0, many] = [few.get(query), await measure(query)];
    assert.ok(many < 2 * before, `${query}: ${before} blocks of 100 links, ${many} of 20 000`);
  }
});

test('a page of 60 links reads the same blocks of 100 links and of 20 000, at the start and in the middle', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const blocks: number[] = [];
  const measure = async (path: string) => {
    const statements = await statementsOf(app, () => ann.api('GET', path));
    const list = statements.find(({ text }) => text.includes('share_recipients'));
    assert.ok(list !== undefined);
    blocks.push(await blocksTouched(app, list));
  };
  await addManyShares(ann, folderId, 100);
  await measure('/api/users/me/shares?top=60');
  await addManyShares(ann, folderId, 19_900);
  await measure('/api/users/me/shares?top=60');
  const [middle] = await app.sql<{ id: number }[]>`
    select share_id as id from shares where created_by = ${ann.userId} order by share_id offset 10000 limit 1`;
  const after = Buffer.from(JSON.stringify([middle?.id])).toString('base64url');
  await measure(`/api/users/me/shares?top=60&after=${after}`);
  const [few = 0, many = 0, inside = 0] = blocks;
  const message = `${few} blocks of 100 links, ${many} of 20 000, ${inside} in the middle`;
  assert.ok(many < 2 * few && inside < 2 * few, message);
});

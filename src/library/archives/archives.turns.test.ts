import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addManyDocuments } from '../../../test/factories/bulk.ts';
import { startApp } from '../../../test/harness.ts';

const app = await startApp({}, { own: 'locks whole tables' });
const { ann, bob } = await app.world();
const folderId = await ann.folder(ann.libraryId, 'Many');
await addManyDocuments(app, ann, folderId, 10_000);
const large = `/api/folders/${folderId}/zip`;

test('one client with many large archives does not delay others', async () => {
  const other = await bob.folder(bob.libraryId, 'Small');
  await bob.document(other, 'a.txt', 'a');
  let pending = 16;
  const all = Array.from({ length: pending }, async () => {
    const { status } = await ann.api('HEAD', large);
    pending -= 1;
    return status;
  });
  assert.equal((await bob.api('GET', `/api/folders/${other}/zip`)).status, 200);
  assert.equal((await ann.api('GET', `/api/folders/${folderId}`)).status, 200);
  assert.ok(pending > 8, `${pending}`);
  assert.deepEqual(new Set(await Promise.all(all)), new Set([200]));
});

test('an archive that nobody waits for is neither laid out nor logged', async () => {
  const logged = async () => {
    const [row] = await app.sql`select count(*)::int as count from activity where activity_type = 'DocumentDownloaded'`;
    return Number(row?.['count']);
  };
  const before = await logged();
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const locking = app.sql.begin(async (tx) => {
    await tx`lock table documents in access exclusive mode`;
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const held = ann.api('HEAD', large);
  await until(
    async () => (await app.sql`select from pg_locks where not granted and mode = 'AccessShareLock'`).length > 0,
  );
  const leave = new AbortController();
  const leaving = Array.from({ length: 5 }, () =>
    fetch(new URL(large, app.url), { headers: { authorization: `Bearer ${ann.token}` }, signal: leave.signal }),
  );
  // They are on their way now, and found to be gone a moment later.
  await sleep(200);
  leave.abort();
  for (const { status } of await Promise.allSettled(leaving)) assert.equal(status, 'rejected');
  await sleep(200);
  release.resolve();
  await locking;
  assert.equal((await held).status, 200);
  assert.equal((await ann.api('HEAD', large)).status, 200);
  assert.equal(await logged(), before);
});

async function until(is: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await is()); await sleep(20))
    assert.ok(Date.now() < end, 'it does not come about');
}

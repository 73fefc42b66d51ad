/** The size of a subtree does not affect deleting, restoring or moving it: counted in rows, not time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sql, Tx } from '../../platform/db/connection.ts';
import { addManyDocuments, addManyFolders } from '../../../test/factories/bulk.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { makeChild } from '../../../test/factories/trees.ts';
import { startApp } from '../../../test/harness.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Actor, unlimitedToken } from '../../core/actor.ts';
import { changeFolder } from '../folders/folders.change.ts';
import { purgeFolder, restoreFolder, trashFolder } from './folder-trash.actions.ts';

const app = await startApp({}, { own: 'reads statistics of whole tables' });

type Rows = { written: number; read: number };

/** The rows of all tables that a write has inserted, updated or deleted, and those that it has looked at. */
async function rowsTouched(work: (deps: Deps) => Promise<unknown>): Promise<Rows> {
  return app.sql.begin(async (tx) => {
    const before = await countRows(tx);
    await work({ ...app.deps, sql: { begin: (step: (inner: Tx) => unknown) => step(tx) } as unknown as Sql });
    const after = await countRows(tx);
    return { written: after.written - before.written, read: after.read - before.read };
  });
}

// PostgreSQL's own counts of this transaction so far.
async function countRows(tx: Tx): Promise<Rows> {
  const [row] = await tx<Rows[]>`
    select sum(n_tup_ins + n_tup_upd + n_tup_del)::bigint as written,
      sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint as read
    from pg_stat_xact_user_tables where schemaname = 'public'`;
  return row ?? { written: 0, read: 0 };
}

test('deleting, restoring, moving and purging a folder touch the same rows with 10 and with 20 000 documents below', async () => {
  const { admin } = await app.world();
  const actor: Actor = {
    ...admin,
    isSiteAdmin: true,
    now: app.clock.now,
    via: unlimitedToken(1),
  };
  const [from, to] = [await makeLibrary(admin), await makeLibrary(admin)];
  const target = await admin.folder(to, 'Target');
  // So that a small table is not read whole.
  await addManyFolders(app, admin, await admin.folder(from, 'Neighbours'), 5000);
  const costs: Record<string, Rows[]> = {};
  for (const count of [10, 20_000]) {
    const folderId = await admin.folder(from, `Folder of ${count}`);
    await addManyDocuments(app, admin, await makeChild(admin, folderId, 'Child'), count);
    await app.sql`analyze documents, folders, libraries`;
    for (const [name, work] of [
      ['delete', (deps: Deps) => trashFolder(deps, actor, folderId)],
      ['restore', (deps: Deps) => restoreFolder(deps, actor, folderId, undefined)],
      ['delete again', (deps: Deps) => trashFolder(deps, actor, folderId)],
      ['restore elsewhere', (deps: Deps) => restoreFolder(deps, actor, folderId, target)],
      ['move', (deps: Deps) => changeFolder(deps, actor, folderId, { LibraryId: from, FolderName: `New ${count}` })],
      ['purge', (deps: Deps) => purgeFolder(deps, actor, folderId, false)],
    ] as const) {
      (costs[name] ??= []).push(await rowsTouched(work));
    }
  }
  for (const [name, [few, many]] of Object.entries(costs)) {
    assert.ok(few !== undefined && many !== undefined);
    assert.equal(many.written, few.written, `${name} wrote other rows`);
    // The folder, its child where that moves too, the activity, and the logs of changes, with the lists of both places and
    // the two folders that the search indexes again: no row of a document.
    assert.ok(few.written >= 2 && few.written <= 9, `${name} wrote ${few.written} rows`);
    assert.ok(many.read <= few.read + 5, `${name} read ${few.read} rows with 10 documents, ${many.read} with 20 000`);
  }
});

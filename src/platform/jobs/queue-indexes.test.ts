import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';

const app = await startApp({}, { own: 'changes the schema of the queue' });

test('a queue whose migration was interrupted is pending, and nodes that migrate it at once complete it', async () => {
  assert.deepEqual(await pendingMigrations(app.databaseUrl), []);
  // Its first table is there, and the rest is missing.
  await app.sql`drop schema graphile_worker cascade`;
  await app.sql`create schema graphile_worker`;
  await app.sql.unsafe(`create table graphile_worker.migrations (
    id int primary key, ts timestamptz not null default now(), breaking boolean not null default false)`);
  assert.notDeepEqual(await pendingMigrations(app.databaseUrl), []);
  assert.deepEqual(await Promise.all([migrate(app.databaseUrl), migrate(app.databaseUrl)]), [[], []]);
  assert.deepEqual(await pendingMigrations(app.databaseUrl), []);
  const { ann } = await app.world();
  await ann.document(await ann.folder(ann.libraryId, 'Plans'), 'plan.txt', 'content');
  assert.ok((await app.sql`select from graphile_worker.jobs`).length > 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeMigrations, tablesIn } from './files.ts';

test('a migration expands for a release that it runs with, and contracts for an older one', async () => {
  const kinds = async (from: string) =>
    (await describeMigrations(['0037_nodes', '0080_versions'], from)).map(({ kind }) => kind);
  assert.deepEqual(await kinds('0036_rights_by_path'), ['expand', 'expand']);
  assert.deepEqual(await kinds('0034_kept_answers'), ['contract', 'contract']);
});

test('a migration that does not say with which release it runs contracts', async () => {
  const [found] = await describeMigrations(['0036_rights_by_path'], '0035_active_uploads');
  assert.equal(found?.kind, 'contract');
});

test('tables count that are indexed, changed or read as a whole, and not those in functions', () => {
  const migration = `
    alter table added add column x text; -- update commented set x = 1;
    create unique index i on indexed (x);
    update changed set x = (select 1 from read_there);
    alter table checked add constraint positive check (x > 0);
    alter table typed alter column x type bigint;
    create function f() returns void language sql as $$ update later set x = 1 $$;`;
  assert.deepEqual(tablesIn(migration), ['changed', 'checked', 'indexed', 'read_there', 'typed']);
});

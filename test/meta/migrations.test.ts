/** A release runs on the schema of the next one: migrations expand. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Sql, connect } from '../../src/platform/db/connection.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { MIGRATIONS_DIR, migrationNames } from '../../src/platform/db/migrations/files.ts';
import { emptyDatabase } from '../e2e/service.ts';

/** The first migration that has the two lines. */
const FIRST_WITH_LINES = '0037_nodes';

const names = await migrationNames();
const newest = (await readFile(join(MIGRATIONS_DIR, `${names.at(-1)}.sql`), 'utf8')).split('\n')[0]?.slice(-4);
const oldest = names.find((name) => name.startsWith(`${newest}_`)) ?? '';

/** Rules on older tables that refuse no write of an older release. */
const HARMLESS = new Set([
  // The older release writes no host name.
  'deployments_host on deployments',
  // They log changes for counts.
  'documents_added on documents',
  'documents_removed on documents',
  'documents_changed on documents',
  'blobs_added on blobs',
  'blobs_removed on blobs',
  'blobs_changed on blobs',
  // They log changes for open lists.
  'folders_added on folders',
  'folders_changed on folders',
  'permissions_added on permissions',
  'permissions_changed on permissions',
  'permissions_removed on permissions',
  'shares_listed on shares',
  // It allows more than the rule that it replaces.
  'saved_searches_place on saved_searches',
  // They log changes for the search.
  'documents_added_for_search on documents',
  'documents_changed_for_search on documents',
  'tags_added_for_search on document_tags',
  'tags_changed_for_search on document_tags',
  'tags_removed_for_search on document_tags',
  'folders_changed_for_search on folders',
  'libraries_changed_for_search on libraries',
  // It adds the comment of a decision to the comments of the document.
  'tasks_commented on tasks',
  // Of rows with a flag that older releases leave false.
  'shares_default on shares',
  // It allows more than the index that it replaces.
  'users_email on users',
  // It keeps the rule of that index while a node of an older release runs.
  'users_shared_address on users',
]);

/** Columns that may be null since then, and why the older release never reads that. */
const NULL_SINCE = new Map([
  [
    'tag_types.library_id',
    'It reads tag types and their values by their library, so it finds none that has no library.',
  ],
]);

test('each migration has its own number', () => {
  const numbers = names.map((name) => name.slice(0, 4));
  assert.deepEqual(
    numbers.filter((number, at) => numbers.indexOf(number) !== at),
    [],
  );
});

test('each migration says with which release its schema runs, and what can be removed later', async () => {
  for (const name of names.filter((each) => each >= FIRST_WITH_LINES)) {
    const [runsWith = '', removable = ''] = (await readFile(join(MIGRATIONS_DIR, `${name}.sql`), 'utf8')).split('\n');
    const number = /^-- Runs with: (\d{4})$/.exec(runsWith)?.[1];
    assert.ok(number !== undefined && number < name.slice(0, 4), `${name}: ${runsWith}`);
    assert.ok(
      names.some((each) => each.startsWith(`${number}_`)),
      `${name}: there is no migration ${number}`,
    );
    assert.match(removable, /^-- Removable later: \S/, name);
  }
});

test('the oldest release that can run on the schema finds all that it uses, as it was', async (t) => {
  const url = await emptyDatabase(t);
  await migrate(url, oldest);
  const before = await inDatabase(url, parts);
  await migrate(url);
  const after = await inDatabase(url, parts);
  const [instance] = await inDatabase(url, (sql) => sql`select oldest_release as oldest from instance`);
  assert.deepEqual(instance, { oldest });

  for (const [name, part] of before) {
    assert.deepEqual([name, after.get(name)], [name, NULL_SINCE.has(name) ? 'optional' : part]);
  }
  const required = [...after].filter(([name, part]) => !before.has(name) && part === 'required');
  const ofOldTables = required.filter(([name]) => before.has(name.split('.')[0] ?? ''));
  assert.deepEqual(ofOldTables, [], 'inserts of the older release give no value for these columns');
});

test('no migration adds a rule to what the oldest release writes', async (t) => {
  const url = await emptyDatabase(t);
  await migrate(url, oldest);
  const old = await inDatabase(url, parts);
  const known = new Set((await inDatabase(url, rules)).map(({ rule }) => rule));
  await migrate(url);
  const added = (await inDatabase(url, rules)).filter(({ part, rule }) => old.has(part) && !known.has(rule));
  const refusing = added.filter(({ name }) => !HARMLESS.has(name));
  assert.deepEqual(refusing, [], 'the older release does not know these rules');
  const addedNames = new Set(added.map(({ name }) => name));
  assert.deepEqual(
    [...HARMLESS].filter((name) => !addedNames.has(name)),
    [],
    'these are no new rules',
  );
});

async function inDatabase<T>(url: string, read: (sql: Sql) => PromiseLike<T>): Promise<T> {
  const sql = connect(url, 1);
  try {
    return await read(sql);
  } finally {
    await sql.end();
  }
}

/** Tables, columns with their types, and functions. `required`: an insert must give a value. */
async function parts(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; part: string }[]>`
    select c.relname::text as name, 'table' as part from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    union all
    select c.relname || '.' || a.attname, case when a.attnotnull and not a.atthasdef and a.attidentity = '' then 'required'
      else 'optional' end
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    union all
    select c.relname || '.' || a.attname || ' as ' || format_type(a.atttypid, a.atttypmod), 'type'
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    union all
    select p.oid::regprocedure::text, pg_get_function_result(p.oid) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
  return new Map(rows.map(({ name, part }) => [name, part]));
}

/**
 * Everything that can refuse or change a write: constraints, defaults, unique indexes and triggers. `part` is the table or
 * column of the rule, `rule` its definition.
 */
async function rules(sql: Sql): Promise<{ part: string; name: string; rule: string }[]> {
  return sql<{ part: string; name: string; rule: string }[]>`
    with tables as (
      select oid, relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    ), columns as (
      select attrelid, attnum, attnotnull, t.name || '.' || attname as name
      from tables t join pg_attribute on attrelid = t.oid and attnum > 0 and not attisdropped
    )
    select t.name as part, conname || ' on ' || t.name as name, t.name || ': ' || pg_get_constraintdef(c.oid) as rule
    from tables t join pg_constraint c on c.conrelid = t.oid where c.contype <> 'n'
    union all
    select name, name, name || ' not null' from columns where attnotnull
    union all
    select name, name, name || ' default ' || pg_get_expr(d.adbin, d.adrelid)
    from columns join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
    union all
    -- Included columns refuse nothing.
    select t.name, c.relname || ' on ' || t.name, regexp_replace(pg_get_indexdef(c.oid), ' INCLUDE \\([^)]*\\)', '')
    from tables t join pg_index i on i.indrelid = t.oid and i.indisunique join pg_class c on c.oid = i.indexrelid
    union all
    select t.name, g.tgname || ' on ' || t.name, pg_get_triggerdef(g.oid)
    from tables t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal`;
}

/** Errors are documented in three places, which agree. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { ENTRY_TYPES, PROBLEM_TYPES, invalidParameter, missingParameter } from '../../src/platform/errors.ts';
import { CONSTRAINTS } from '../../src/platform/http/problems.ts';
import { client } from '../client.ts';
import { startApp } from '../harness.ts';

const app = await startApp();

type Explanation = { type: string; status: number; when: string; remedy: string };

// The sections of docs/errors.md below a heading, in their order. Entries have no status.
async function explanationsBelow(heading: string): Promise<Explanation[]> {
  const text = await readFile(resolve(import.meta.dirname, '../../docs/errors.md'), 'utf8');
  const [, part = ''] = text.split(`\n## ${heading}\n`);
  const [sections = ''] = part.split('\n## ');
  return sections
    .split('\n### ')
    .slice(1)
    .map((section) => ({
      type: section.split('\n', 1)[0] ?? '',
      status: Number(/^Status: (\d+)$/m.exec(section)?.[1]),
      when: /^When: (.+)$/m.exec(section)?.[1] ?? '',
      remedy: /^Remedy: (.+)$/m.exec(section)?.[1] ?? '',
    }));
}

test('docs/errors.md explains each type of problem with its status, and no other', async () => {
  const problems = await explanationsBelow('Problem types');
  assert.deepEqual(
    problems.map(({ type, status }) => [type, status]),
    Object.entries(PROBLEM_TYPES),
  );
  for (const { type, when, remedy } of problems) {
    assert.ok(when.length > 10 && remedy.length > 5, `Say when ${type} occurs and what to do.`);
  }
});

test('docs/errors.md explains each type of entry, and no other', async () => {
  const entries = await explanationsBelow('Entry types');
  const types = [invalidParameter('x', 'y'), missingParameter('x')].map(({ errors }) => errors[0]?.type);
  assert.deepEqual(types, [...ENTRY_TYPES]);
  assert.deepEqual(
    entries.map(({ type }) => type),
    types,
  );
  for (const { type, when, remedy } of entries) assert.ok(when.length > 10 && remedy.length > 5, type);
});

test('the address of each type returns its explanation', async () => {
  const explained = [...(await explanationsBelow('Problem types')), ...(await explanationsBelow('Entry types'))];
  for (const { type, when, remedy } of explained) {
    const { status, headers, text } = await client(app.url, null).api('GET', type);
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8'], type);
    assert.ok(text.startsWith(`${type}\n`) && text.includes(when) && text.endsWith(`${remedy}\n`), text);
  }
});

test('every constraint mapped to a problem exists in the schema', async () => {
  const rows = await app.sql<{ name: string }[]>`
    select conname as name from pg_constraint union select relname from pg_class where relkind in ('i', 'I')`;
  const known = new Set(rows.map(({ name }) => name));
  const unknown = Object.keys(CONSTRAINTS).filter((name) => !known.has(name));
  assert.deepEqual(unknown, [], 'src/platform/http/problems.ts names constraints that the migrations do not make.');
  for (const problem of Object.values(CONSTRAINTS)) assert.ok([404, 409].includes(problem().status));
});

test('every unique index on user-chosen names is mapped to a conflict', async () => {
  const rows = await app.sql<{ name: string }[]>`
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
      join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace
    where x.indisunique and n.nspname = 'public' and exists (
      select from pg_attribute a where a.attrelid = x.indrelid and a.attnum = any (x.indkey) and a.attname in ('name_key', 'email_key'))`;
  assert.ok(rows.length > 3);
  const unmapped = rows.map(({ name }) => name).filter((name) => !(name in CONSTRAINTS));
  assert.deepEqual(unmapped, [], 'Say in CONSTRAINTS of src/platform/http/problems.ts what is taken.');
});

/** Keeps docs/architecture.md#files-of-a-noun (names, SQL and sizes of folders) and the reasons of disabled rules. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { test } from 'node:test';
import { ROOT, readPage } from './texts/markdown.ts';

/** Types of files that cannot have a role. */
const DATA = /\.(?:html|json|sh|svg)$/;
const MOST_FILES = 22;
const AREAS = /^src\/(?:core|people|content|library|sharing|work|visiting|insight)\//;
/** A template of SQL that names a table. */
const STATEMENT = /\b(?:sql|tx|db)(?:<[^`;()]*>)?`[^`]*\b(?:from|into|update|join)\b/;
const CODE = /\.(?:tsx?|css)$/;
/** A comment that disables a rule or a type error; the examples below are strings. */
const DISABLED =
  /(?<!'\{?)(?:\/\/|\/\*) *(?:(?:oxlint|eslint|stylelint)-disable(?:-next-line|-line)?|@ts-(?:expect-error|ignore|nocheck))\b/;
const REASON = / -- \S+ \S/;

test('the role of every file is in the list of docs/architecture.md', async () => {
  const roles = await readRoles();
  const wrong = listFiles().filter((path) => !DATA.test(path) && !hasRole(path, roles));
  assert.deepEqual(wrong, [], 'Name it subject.role.ts, or subject.ts without a role.');
});

test('every role in the list is the role of a file', async () => {
  const used = new Set(listFiles().map((path) => basename(path).split('.').slice(1).slice(-2).join('.')));
  assert.deepEqual(
    [...(await readRoles())].filter((role) => !used.has(role)),
    [],
  );
});

test('a name with an unknown role, or with two, is found', async () => {
  const roles = await readRoles();
  const isFine = (name: string) => hasRole(`src/${name}`, roles);
  assert.ok(['x.ts', 'x.routes.ts', 'x.create.test.ts', 'x.tsx', 'x.module.css'].every(isFine));
  assert.ok(!['x.printer.ts', 'x.list.routes.ts', 'x.create.routes.test.ts', 'x.css.ts'].some(isFine));
});

test('a file without a role has no SQL', async () => {
  const plain = listFiles().filter((path) => AREAS.test(path) && /^[^.]+\.ts$/.test(basename(path)));
  const withSql = [];
  for (const path of plain) if (STATEMENT.test(await readFile(resolve(ROOT, path), 'utf8'))) withSql.push(path);
  assert.deepEqual(withSql, [], 'Move its statements to x.queries.ts.');
});

test(`a folder has at most ${MOST_FILES} files`, () => {
  const folders = Object.entries(Object.groupBy(listFiles(), (path) => dirname(path)));
  const full = folders.filter(([, files = []]) => files.length > MOST_FILES);
  assert.deepEqual(
    full.map(([folder, files = []]) => `${folder}: ${files.length}`),
    [],
    'Split it by subject.',
  );
});

test('every disabled rule has its reason on the same line', async () => {
  const disabled = [];
  for (const path of listFiles(['src', 'web', 'test', 'bench', 'script']).filter((one) => CODE.test(one))) {
    const lines = (await readFile(resolve(ROOT, path), 'utf8')).split('\n');
    for (const [at, line] of lines.entries()) if (DISABLED.test(line)) disabled.push({ at: `${path}:${at + 1}`, line });
  }
  // As many as the web app has by itself: were its files not read, this would fail.
  assert.ok(disabled.filter(({ at }) => at.startsWith('web/')).length > 5);
  const without = disabled.filter(({ line }) => !REASON.test(line)).map(({ at }) => at);
  assert.deepEqual(without, [], 'Write `-- reason` behind the rule.');
});

test('a disabled rule without a reason is found in every form', () => {
  const bare = [
    '// oxlint-disable-next-line no-x',
    '{/* eslint-disable no-x */}',
    '// @ts-expect-error',
    '// @ts-ignore --',
  ];
  const isBare = (line: string) => DISABLED.test(line) && !REASON.test(line);
  assert.deepEqual(bare.filter(isBare), bare);
  assert.ok(!isBare('{/* oxlint-disable-next-line no-x -- the area scrolls */}'));
});

function listFiles(folders = ['src', 'web', 'test']): string[] {
  const paths = execFileSync('git', ['ls-files', ...folders], { cwd: ROOT, encoding: 'utf8' });
  return paths
    .trim()
    .split('\n')
    .filter((path) => existsSync(resolve(ROOT, path)));
}

// `routes.ts`, `module.css`: the names in the first column of the table.
async function readRoles(): Promise<Set<string>> {
  const [, page = ''] = (await readPage('docs/architecture.md')).split('\n## Files of a noun\n');
  const [table = ''] = page.split('\n## ');
  const rows = table.split('\n').filter((line) => line.startsWith('| `x.'));
  return new Set(
    rows.flatMap((row) => Array.from((row.split('|')[1] ?? '').matchAll(/`x\.([a-z.]+)`/g), ([, role = '']) => role)),
  );
}

function hasRole(path: string, roles: Set<string>): boolean {
  const [, ...parts] = basename(path)
    .replace(/\.tsx$/, '.ts')
    .split('.');
  if (parts.length === 1) return ['ts', 'css'].includes(parts[0] ?? '');
  const role = parts.slice(-2).join('.');
  return roles.has(role) && (parts.length === 2 || (parts.length === 3 && role === 'test.ts'));
}

/** The policy tables are the only place of the rules: code names operations, and no rule is elsewhere (decision 0067). */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { JOB_POLICY, NOTIFICATION_POLICY } from '../../../src/core/core.policy.ts';
import { REPORT_POLICY } from '../../../src/insight/reports/insight.policy.ts';
import { COMMENT_POLICY, POLICY } from '../../../src/library/rights/library.policy.ts';
import { USER_POLICY } from '../../../src/people/users/people.policy.ts';
import { SHARE_POLICY } from '../../../src/sharing/shares/sharing.policy.ts';
import { VISIT_POLICY } from '../../../src/visiting/visits/visiting.policy.ts';
import { TASK_POLICY } from '../../../src/work/task-rows/work.policy.ts';
import { ROOT } from '../texts/markdown.ts';

const sources = await read('src/**/*.ts', /\.(test|fixture|docs)\.ts$|^src\/demo\//);
const code = sources.filter(({ path }) => !path.endsWith('.policy.ts'));

/** The operations of each table, and the files that name them. */
const TABLES: [string, Record<string, object>, RegExp][] = [
  ['library', POLICY.library, /./],
  ['folder', POLICY.folder, /./],
  ['document', POLICY.document, /./],
  ['comment', COMMENT_POLICY, /^src\/library\/comments\//],
  ['share', SHARE_POLICY, /^src\/sharing\//],
  ['task', TASK_POLICY, /^src\/work\//],
  ['visit', VISIT_POLICY, /^src\/visiting\//],
  ['report', REPORT_POLICY, /^src\/insight\//],
  ['user', USER_POLICY, /^src\/people\//],
  ['job', JOB_POLICY, /^src\/core\/async-jobs\//],
  ['notification', NOTIFICATION_POLICY, /^src\/core\/notifications\//],
];

test('every operation of the policy tables is used', () => {
  const unused = TABLES.flatMap(([name, table, area]) => {
    // Tables of other areas refer to operations on the library.
    const users = name in POLICY ? sources.filter(({ path }) => !path.endsWith('library.policy.ts')) : code;
    const contents = users.filter(({ path }) => area.test(path)).map(({ text }) => text);
    const isUsed = (operation: string) =>
      contents.some((text) => text.includes(`'${operation}'`) || text.includes(`POLICY.${operation}`));
    return Object.keys(table).flatMap((operation) => (isUsed(operation) ? [] : [`${name}: ${operation}`]));
  });
  assert.deepEqual(unused, []);
});

test('every policy table is in the list above', async () => {
  const files = sources.filter(({ path }) => path.endsWith('.policy.ts'));
  const areas = files.map(({ path }) => path.split('/')[1] ?? '').toSorted((a, b) => a.localeCompare(b));
  assert.deepEqual(areas, ['core', 'insight', 'library', 'people', 'sharing', 'visiting', 'work'], 'One file an area.');
});

/** Files that find rows of the tree themselves and check them against the table. */
const JUDGES = new Set([
  'src/library/folders/read-folder.ts',
  'src/library/folders/folders.create.ts',
  'src/library/documents/duplicates.steps.ts',
  'src/library/tag-types/tag-types.access.ts',
  'src/sharing/shares/shares.access.ts',
  'src/visiting/visits/visits.access.ts',
  'src/visiting/link-routes/colleagues.ts',
  'src/work/tasks/tasks.create.ts',
  'src/work/tasks/tasks.steps.ts',
  'src/library/access/access.routes.ts',
  'src/library/comments/comment-notices.jobs.ts',
]);
/** Other files, whose row was reached through a checked one. */
const FOUND_THROUGH: Record<string, string> = {
  'src/library/trash/trash.access.ts': 'the original place of an item that the actor may restore',
  'src/library/places/places.routes.ts': 'the library and the folder of an item that the actor may view',
};

test('a row of the tree is found by the access gateway, or checked against the table where it is found', () => {
  const finders = code.filter(({ path, text }) => {
    return /\bfind(Library|Folder|Document)\(/.test(text) && !/tree\/tree\.(access|queries)\.ts$/.test(path);
  });
  assert.deepEqual(
    finders.map(({ path }) => path).toSorted(),
    [...JUDGES, ...Object.keys(FOUND_THROUGH)].toSorted(),
    'Use accessLibrary, accessFolder or accessDocument.',
  );
  const unjudged = finders.filter(({ path, text }) => JUDGES.has(path) && !/rights\/(allowed|rights)\.ts/.test(text));
  assert.deepEqual(
    unjudged.map(({ path }) => path),
    [],
  );
});

test('no code names a right besides the tables, the rights themselves and permissions', () => {
  // The conformance rules are a client of the API, which sends rights.
  const about = /^src\/(conformance|library\/(rights|permissions|places|access))\//;
  // Names of rights that are operations of other tables.
  const operations = /^src\/(work\/tasks|core\/async-jobs)\//;
  const found = code.filter(({ path, text }) => {
    if (about.test(path)) return false;
    return /'(Read|Write|Grant)'/.test(text) || (/'Delete'/.test(text) && !operations.test(path));
  });
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
    'Name an operation of a policy table instead.',
  );
});

test('one function says whom denials do not bind', async () => {
  const schema = await readFile(resolve(ROOT, 'schema.sql'), 'utf8');
  const functions = schema.split(/^(?=CREATE OR REPLACE FUNCTION)/m).slice(1);
  const deciding = functions.filter(
    (text) => /p_site_admin/.test(text) && /p_owner\s*=|=\s*p_owner|p_owner is/i.test(text),
  );
  assert.deepEqual(
    deciding.map((text) => /FUNCTION public\.(\w+)/.exec(text)?.[1]),
    ['is_unbound'],
  );
  assert.match(functions.find((text) => text.includes('public.effective_rights(')) ?? '', /if is_unbound\(/);
  const again = code.filter(({ text }) => {
    return /isSiteAdmin[^;{}]{0,80}\b(ownerId|owner_id)\b|\b(ownerId|owner_id)\b[^;{}]{0,80}isSiteAdmin/s.test(text);
  });
  assert.deepEqual(
    again.map(({ path }) => path),
    [],
  );
});

test('the web app names no rights besides the labels of permissions', async () => {
  const labels = /^web\/(features\/permissions\/|features\/shared\/|messages\/en\/permissions\.ts|api\/answers\.ts)/;
  const web = (await read('web/**/*.{ts,tsx}', /\.test\.ts$|^web\/dist/)).filter(({ path }) => !labels.test(path));
  assert.ok(web.length > 100);
  const found = web.filter(({ text }) => /\bRights\b|'(Read|Write|Grant)'|hasRight/.test(text));
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
    'Read the abilities in the answers of the API instead.',
  );
});

async function read(pattern: string, excluded: RegExp): Promise<{ path: string; text: string }[]> {
  const paths = (await Array.fromAsync(glob(pattern, { cwd: ROOT }))).filter((path) => !excluded.test(path));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(resolve(ROOT, path), 'utf8') })));
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

test('the runner lists every failed test and broken file again before its closing line', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-runner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [failing, broken] = [join(folder, 'failing.test.ts'), join(folder, 'broken.test.ts')];
  writeFileSync(
    failing,
    `import { test } from 'node:test'; test('one is two', () => { throw new Error('no'); }); test('fine', () => {});
    // An error outside of its promise belongs to the test that caused it.
    test('late', (_, done) => void Promise.resolve().then(() => setTimeout(() => { throw new Error('late'); }, 1)));`,
  );
  writeFileSync(broken, `throw new Error('This file cannot be loaded.');`);
  // With this variable set, the runner would take itself for a test of the present run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = spawnSync(process.execPath, [resolve(import.meta.dirname, '../run.ts'), failing, broken], {
    env,
    encoding: 'utf8',
  });
  const lines = run.stdout.trimEnd().split('\n');
  assert.notEqual(run.status, 0);
  assert.equal(lines.at(-1), '1 passed, 3 failed');
  assert.ok(process.platform !== 'linux' || lines.some((line) => line.startsWith('CPU seconds: ')));
  const failed = lines.filter((line) => line.startsWith('failed: ')).sort();
  assert.equal(failed.length, 3);
  assert.match(failed[0] ?? '', /broken\.test\.ts$/);
  assert.match(failed[1] ?? '', /failing\.test\.ts: late$/);
  assert.match(failed[2] ?? '', /failing\.test\.ts: one is two$/);
});

/** Starts the service, its command line or one of its processes. */
const STARTS =
  /\b(?:startService|startCarrel|carrel)\b[^;]*\} from '[./]+(?:e2e\/)?service\.ts'|test\/program\.ts'|test\/api-process\.ts'/;

test('a test file that starts processes of the service is in test/e2e, or says why on its first line', () => {
  const root = resolve(import.meta.dirname, '../..');
  const files = globSync('{src,test,bench,web}/**/*.test.ts', { cwd: root }).filter(
    (path) => !path.startsWith('test/e2e/'),
  );
  const starting = files
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ path, text }) => path !== 'test/meta/runner.test.ts' && STARTS.test(text));
  assert.ok(starting.length >= 5);
  const unmarked = starting.filter(({ text }) => !/^\/\/ starts processes: \S/.test(text));
  assert.deepEqual(
    unmarked.map(({ path }) => path),
    [],
  );
});

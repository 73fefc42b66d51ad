import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

test('the runner lists every failed test and broken file again before its closing line', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-runner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [failing, broken] = [join(folder, 'failing.test.ts'), join(folder, 'broken.test.ts')];
  writeFileSync(
    failing,
    `import { test } from 'node:test'; test('one is two', () => { throw new Error('no'); }); test('fine', () => {});`,
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
  assert.equal(lines.at(-1), '1 passed, 2 failed');
  const failed = lines.filter((line) => line.startsWith('failed: ')).sort();
  assert.equal(failed.length, 2);
  assert.match(failed[0] ?? '', /broken\.test\.ts$/);
  assert.match(failed[1] ?? '', /failing\.test\.ts: one is two$/);
});

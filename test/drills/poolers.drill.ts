/**
 * All tests of the API through PgBouncer in transaction mode: without prepared statements, and with them if the variable
 * PGBOUNCER names a program of version 1.21 or later. AREA=sharing runs those of one area. `script/drill poolers`
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const RUN = join(root, 'test/run.ts');
// The cluster of this run, which the runs below must not use, and the mark of a test's process.
const OWN = new Set(['TEST_CLUSTER_URL', 'NODE_TEST_CONTEXT', 'TEST_COSTS']);

// They change settings of sessions, which a pooler keeps, or put a proxy in front of PostgreSQL.
const ABOUT_SESSIONS = new Set([
  'src/serve/readiness.test.ts',
  'src/serve/frozen-database.test.ts',
  'src/platform/db/servers/session-settings.test.ts',
]);

const { AREA = '.' } = process.env;
const modes = process.env['PGBOUNCER'] === undefined ? ['1'] : ['1', 'prepared'];

for (const mode of modes) {
  test(`tests of the API with TEST_POOLER=${mode}`, { timeout: 3_600_000 }, async () => {
    const files = globSync(`src/${AREA}/**/*.test.ts`, { cwd: root })
      .filter((file) => !ABOUT_SESSIONS.has(file))
      .map((file) => join(root, file))
      .filter((file) => /\bstartApp\b/.test(readFileSync(file, 'utf8')));
    assert.ok(files.length > 0, `there is no area ${AREA}`);
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN.has(name)));
    const run = spawn(process.execPath, [RUN, ...files], {
      cwd: root,
      env: { ...env, TEST_POOLER: mode },
      stdio: 'inherit',
    });
    const [code] = await once(run, 'exit');
    assert.equal(code, 0);
  });
}

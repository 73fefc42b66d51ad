/**
 * The API tests of the last commit without the newest migration (`FROM=COMMIT` for another) pass on the schema of this
 * one: its service runs beside this one's during a rolling upgrade. `script/drill previous`
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkOut, commitBeforeNewestMigration, describeCommit } from './previous/check-out.ts';
import { say } from './several/faults.ts';

test('the API tests of the previous commit pass on this schema', { timeout: 3_600_000 }, async () => {
  const { FROM: commit = await commitBeforeNewestMigration() } = process.env;
  const previous = checkOut(commit);
  try {
    const { passed, failed } = runFiles(previous.folder);
    for (const name of failed) say(`failed: ${name}`);
    say(`previous: of the API tests of ${describeCommit(commit)}, ${passed} passed and ${failed.length} failed`);
    assert.ok(passed > 0);
    assert.deepEqual(failed, []);
  } finally {
    previous.remove();
  }
});

function runFiles(folder: string): { passed: number; failed: string[] } {
  // The runner of a test file is not one itself.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const program = join(import.meta.dirname, 'previous/run-files.ts');
  const output = execFileSync(process.execPath, [program, folder], { cwd: folder, env, encoding: 'utf8' });
  return JSON.parse(output);
}

/** The rules of .dependency-cruiser.json bite: without a parser that reads our TypeScript they would pass silently. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const canary = 'src/platform/forbidden-import.canary.ts';

async function cruise(...files: string[]): Promise<string> {
  const command = resolve(root, 'node_modules/.bin/depcruise');
  const result = await promisify(execFile)(command, ['--config', '.dependency-cruiser.json', ...files], {
    cwd: root,
  }).catch((error: { stdout: string }) => error);
  return result.stdout;
}

test('the source keeps the dependency rules', async () => {
  const output = await cruise('src', 'test', 'web');
  assert.match(output, /no dependency violations found/);
  assert.ok(Number(/\((\d+) modules/.exec(output)?.[1]) > 100, output);
});

test('a forbidden import is detected', async () => {
  await writeFile(resolve(root, canary), "export { routes } from '../routes.ts';\n");
  try {
    assert.match(await cruise(canary), /error platform-knows-no-area/);
  } finally {
    await rm(resolve(root, canary));
  }
});

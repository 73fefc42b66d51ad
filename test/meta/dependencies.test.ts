/** The dependency rules bite: without a parser that reads our TypeScript they would pass silently. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const NOUNS = '.dependency-cruiser.nouns.json';

async function cruise(files: string[], config = '.dependency-cruiser.json'): Promise<string> {
  const command = resolve(root, 'node_modules/.bin/depcruise');
  const result = await promisify(execFile)(command, ['--config', config, ...files], { cwd: root }).catch(
    (error: { stdout: string }) => error,
  );
  return result.stdout;
}

/** Adds a file with this import, checks the rules, and removes the file. */
async function cruiseWith(file: string, line: string, ...[files = [file], config]: Partial<Parameters<typeof cruise>>) {
  await writeFile(resolve(root, file), `${line}\n`);
  try {
    return await cruise(files, config);
  } finally {
    await rm(resolve(root, file));
  }
}

test('the source keeps the dependency rules', async () => {
  const output = await cruise(['src', 'test', 'web']);
  assert.match(output, /no dependency violations found/);
  assert.ok(Number(/\((\d+) modules/.exec(output)?.[1]) > 100, output);
});

test('no noun is in an import cycle with another', async () => {
  const output = await cruise(['src'], NOUNS);
  assert.match(output, /no dependency violations found/);
  assert.ok(Number(/\((\d+) modules/.exec(output)?.[1]) > 100, output);
});

test('an import from the platform into the application is found', async () => {
  const output = await cruiseWith('src/platform/forbidden.canary.ts', "export { routes } from '../routes.ts';");
  assert.match(output, /error platform-knows-no-area/);
});

test('an import from an area into a higher one is found, also of a type alone', async () => {
  for (const [area, line] of [
    ['core', "export type { UserRow } from '../people/users/users.queries.ts';"],
    ['people', "export { accessFolder } from '../library/tree/tree.access.ts';"],
    ['content', "export type { RevisionRow } from '../library/revisions/revisions.queries.ts';"],
    ['library', "export { freezeNames } from '../work/task-rows/readers.queries.ts';"],
    ['sharing', "export type { TaskRow } from '../work/task-rows/tasks.queries.ts';"],
  ] as const) {
    const output = await cruiseWith(`src/${area}/forbidden.canary.ts`, line);
    assert.match(output, new RegExp(`error ${area}-imports-downwards`), area);
  }
});

test('an import from an area into the list of steps is found', async () => {
  const output = await cruiseWith('src/people/forbidden.canary.ts', "export type { Steps } from '../steps.ts';");
  assert.match(output, /error areas-know-no-app/);
});

test('two nouns that import each other are found, also by a type alone', async () => {
  const line = "export type { UserRow } from '../users/users.queries.ts';";
  const output = await cruiseWith('src/people/credentials/forbidden.canary.ts', line, ['src'], NOUNS);
  assert.match(output, /error no-cycles-between-nouns: src\/people\/credentials/);
});

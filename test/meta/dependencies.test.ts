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

/** Adds a file with each import, checks the rules of these files (or of `files`), and removes them. */
async function cruiseWith(lines: Record<string, string>, files = Object.keys(lines), config?: string): Promise<string> {
  for (const [file, line] of Object.entries(lines)) await writeFile(resolve(root, file), `${line}\n`);
  try {
    return await cruise(files, config);
  } finally {
    for (const file of Object.keys(lines)) await rm(resolve(root, file));
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

/** For each folder an import that a rule forbids. One check of all is as strict as one of each, and reads the sources once. */
const FORBIDDEN = [
  ['platform', "export { routes } from '../routes.ts';", 'platform-knows-no-area'],
  ['core', "export type { UserRow } from '../people/users/users.queries.ts';", 'core-imports-downwards'],
  ['people', "export { accessFolder } from '../library/tree/tree.access.ts';", 'people-imports-downwards'],
  ['people/tokens', "export type { Steps } from '../../steps.ts';", 'areas-know-no-app'],
  [
    'content',
    "export type { RevisionRow } from '../library/revisions/revisions.queries.ts';",
    'content-imports-downwards',
  ],
  ['library', "export { freezeNames } from '../work/task-rows/readers.queries.ts';", 'library-imports-downwards'],
  ['sharing', "export type { TaskRow } from '../work/task-rows/tasks.queries.ts';", 'sharing-imports-downwards'],
] as const;

test('an import from the platform into the application, or from an area into a higher one, is found, also of a type alone', async () => {
  const canaries = FORBIDDEN.map(([folder, line]) => [`src/${folder}/forbidden.canary.ts`, line]);
  const output = await cruiseWith(Object.fromEntries(canaries));
  for (const [folder, , rule] of FORBIDDEN) {
    assert.match(output, new RegExp(`error ${rule}: src/${folder}/forbidden\\.canary\\.ts`), folder);
  }
});

test('two nouns that import each other are found, also by a type alone', async () => {
  const line = "export type { UserRow } from '../users/users.queries.ts';";
  const output = await cruiseWith({ 'src/people/credentials/forbidden.canary.ts': line }, ['src'], NOUNS);
  assert.match(output, /error no-cycles-between-nouns: src\/people\/credentials/);
});

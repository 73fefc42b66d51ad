/**
 * The source keeps the dependency rules, and the rules bite: without a parser that reads our TypeScript they would pass
 * silently. One reading of the source serves both, because everything found must be in a file that a test adds.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
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

/** Adds a file with each import, checks the folders, and removes the files. `modules`: how many modules were read. */
async function cruiseWith(lines: Record<string, string>, folders: string[], config?: string) {
  for (const [file, line] of Object.entries(lines)) {
    await mkdir(dirname(resolve(root, file)), { recursive: true });
    await writeFile(resolve(root, file), `${line}\n`);
  }
  try {
    const output = await cruise(folders, config);
    const found = output.split('\n').filter((line) => /^ *(?:error|warn|info) /.test(line));
    return { output, found, modules: Number(/(\d+) modules/.exec(output)?.[1]) };
  } finally {
    for (const file of Object.keys(lines)) await rm(resolve(root, file));
  }
}

/** For each folder an import that a rule forbids. One check of all is as strict as one of each, and reads the sources once. */
const FORBIDDEN = [
  ['platform', "export { routes } from '../routes.ts';", 'platform-knows-no-area'],
  ['platform/db', "export { startTelemetry } from '../telemetry/send.ts';", 'telemetry-on-demand'],
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

test('no import breaks a rule, and one from the platform or from an area into a higher one is found, also of a type alone', async () => {
  const canaries = FORBIDDEN.map(([folder, line]) => [`src/${folder}/forbidden.canary.ts`, line]);
  const { output, found, modules } = await cruiseWith(Object.fromEntries(canaries), ['src', 'test', 'web']);
  for (const [folder, , rule] of FORBIDDEN) {
    assert.match(output, new RegExp(`error ${rule}: src/${folder}/forbidden\\.canary\\.ts`), folder);
  }
  assert.ok(found.length >= FORBIDDEN.length, output);
  assert.deepEqual(
    found.filter((line) => !line.includes('forbidden.canary.ts')),
    [],
  );
  assert.ok(modules > 100, output);
});

test('no noun is in an import cycle with another, and two that import each other are found, also by a type alone', async (t) => {
  const [one, two] = ['src/people/canary-one', 'src/people/canary-two'];
  t.after(() => Promise.all([one, two].map((folder) => rm(resolve(root, folder), { recursive: true, force: true }))));
  const lines = {
    [`${one}/forbidden.canary.ts`]:
      "export type { Two } from '../canary-two/forbidden.canary.ts';\nexport type One = 1;",
    [`${two}/forbidden.canary.ts`]:
      "export type { One } from '../canary-one/forbidden.canary.ts';\nexport type Two = 2;",
  };
  const { output, found, modules } = await cruiseWith(lines, ['src'], NOUNS);
  assert.match(output, /error no-cycles-between-nouns: src\/people\/canary-one/);
  assert.ok(found.length >= 2, output);
  assert.deepEqual(
    found.filter((line) => !line.includes('src/people/canary-')),
    [],
  );
  assert.ok(modules > 100, output);
});

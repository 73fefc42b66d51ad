/**
 * `node run-files.ts FOLDER`: runs the API tests of the checkout in the folder on the cluster of this run, whose template
 * database has the schema of this checkout. Prints `{ passed, failed }`.
 */
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import type * as Batches from '../../batches.ts';

const [folder = ''] = process.argv.slice(2);
// Its own: batches hold paths of its harness.
const { batch, isBroken, isTest, nameOf } = (await import(join(resolve(folder), 'test/batches.ts'))) as typeof Batches;
const files = globSync('src/**/*.test.ts', { cwd: folder })
  .map((name) => resolve(folder, name))
  .filter((path) => readFileSync(path, 'utf8').includes('startApp('))
  .sort();
const batches = await mkdtemp(join(tmpdir(), 'carrel-previous-batches-'));
const stream = run({ files: await batch(files, batches), concurrency: 2, timeout: 1_200_000, cwd: folder });
let passed = 0;
const failed: string[] = [];
stream.on('test:pass', (result) => {
  if (isTest(result)) passed += 1;
});
stream.on('test:fail', (result) => {
  if (isTest(result) || isBroken(result)) failed.push(`${nameOf(result)}: ${result.details.error.message}`);
});
for await (const event of stream) void event;
await rm(batches, { recursive: true });
process.stdout.write(JSON.stringify({ passed, failed }));

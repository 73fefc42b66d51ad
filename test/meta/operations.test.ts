/** docs/operations.md and the screens explain every environment variable and every background job. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { jobs } from '../../src/jobs.ts';
import { jobMessages } from '../../web/messages/en/admin/jobs.ts';
import { ROOT, readPage } from './texts/markdown.ts';

/** Set by the supervisor for its processes. */
const INTERNAL = /^CARREL_/;

test('docs/operations.md explains each background job, and no other', async () => {
  const explained = await namesInTable('Background work');
  assert.deepEqual(explained.toSorted(), jobs.map(({ name }) => name).toSorted());
});

test('each background job has a label on the page of jobs', () => {
  const unlabeled = jobs.map(({ name }) => name).filter((name) => jobMessages.kind(name) === name);
  assert.deepEqual(unlabeled, []);
});

test('docs/operations.md explains each environment variable that is read, and no other', async () => {
  const files = await Array.fromAsync(glob('src/platform/config/*.ts', { cwd: ROOT }));
  const sources = files.filter((path) => !path.endsWith('.test.ts')).map((path) => readFile(join(ROOT, path), 'utf8'));
  const read = (await Promise.all(sources)).flatMap((source) =>
    Array.from(
      source.matchAll(/\b(?:text|integer|oneOf|\w+Of|readBlobPlace)\(env, '([A-Z_]+)'/g),
      ([, name = '']) => name,
    ),
  );
  const known = new Set(read.filter((name) => !INTERNAL.test(name)));
  assert.deepEqual((await namesInTable('Environment')).toSorted(), [...known].toSorted());
});

/** The names in the first column of the section's table. */
async function namesInTable(heading: string): Promise<string[]> {
  const [, rest = ''] = (await readPage('docs/operations.md')).split(`\n## ${heading}\n`);
  const [section = ''] = rest.split('\n## ');
  const rows = section.split('\n').flatMap((line) => /^\| (`.*?`) \| \S.* \| \S.* \|$/.exec(line)?.[1] ?? []);
  return rows.flatMap((names) => Array.from(names.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
}

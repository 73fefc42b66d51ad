/** docs/operations.md and the screens explain every environment variable and every background job. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VARIABLE_NAMES } from '../../src/platform/config/variables.ts';
import { jobs } from '../../src/jobs.ts';
import { jobMessages } from '../../web/messages/en/admin/jobs.ts';
import { readPage } from './texts/markdown.ts';

test('docs/operations.md explains each background job, and no other', async () => {
  const explained = await namesInTable('Background work');
  assert.deepEqual(explained.toSorted(), jobs.map(({ name }) => name).toSorted());
});

test('each background job has a label on the page of jobs', () => {
  const unlabeled = jobs.map(({ name }) => name).filter((name) => jobMessages.kind(name) === name);
  assert.deepEqual(unlabeled, []);
});

test('docs/operations.md explains each environment variable, in the order of `carrel config show`, and no other', async () => {
  assert.deepEqual(await namesInTable('Environment'), VARIABLE_NAMES);
});

/** The names in the first column of the section's table. */
async function namesInTable(heading: string): Promise<string[]> {
  const [, rest = ''] = (await readPage('docs/operations.md')).split(`\n## ${heading}\n`);
  const [section = ''] = rest.split('\n## ');
  const rows = section.split('\n').flatMap((line) => /^\| (`.*?`) \| \S.* \| \S.* \|$/.exec(line)?.[1] ?? []);
  return rows.flatMap((names) => Array.from(names.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
}

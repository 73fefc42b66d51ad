/** The pages of docs/operations and the screens explain every environment variable and every background job. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VARIABLE_NAMES } from '../../src/platform/config/variables.ts';
import { jobs } from '../../src/jobs.ts';
import { jobMessages } from '../../web/messages/en/admin/jobs.ts';
import { readPage } from './texts/markdown.ts';

test('docs/operations/jobs.md explains each background job, and no other', async () => {
  const explained = await namesInTable('jobs');
  assert.deepEqual(explained.toSorted(), jobs.map(({ name }) => name).toSorted());
});

test('each background job has a label on the page of jobs', () => {
  const unlabeled = jobs.map(({ name }) => name).filter((name) => jobMessages.kind(name) === name);
  assert.deepEqual(unlabeled, []);
});

test('docs/operations/configuration.md explains each environment variable, in the order of `carrel config show`, and no other', async () => {
  assert.deepEqual(await namesInTable('configuration'), VARIABLE_NAMES);
});

/** The names in the first column of the page's first table. */
async function namesInTable(page: string): Promise<string[]> {
  const [table = ''] = /^(?:\|.*\n)+/m.exec(await readPage(`docs/operations/${page}.md`)) ?? [];
  const rows = table.split('\n').flatMap((line) => /^\| (`.*?`) \| \S.* \| \S.* \|$/.exec(line)?.[1] ?? []);
  return rows.flatMap((names) => Array.from(names.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
}

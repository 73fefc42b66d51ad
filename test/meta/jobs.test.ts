/** The operator's table of background jobs is complete. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobs } from '../../src/jobs.ts';
import { readPage } from './texts/markdown.ts';

test('docs/operations.md explains each background job, and no other', async () => {
  const [, section = ''] = (await readPage('docs/operations.md')).split('\n## Background work\n');
  const rows = section.split('\n').flatMap((line) => /^\| (`.*?`) \| \S.* \| \S.* \|$/.exec(line)?.[1] ?? []);
  const explained = rows.flatMap((names) => Array.from(names.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
  assert.deepEqual(explained.toSorted(), jobs.map(({ name }) => name).toSorted());
});

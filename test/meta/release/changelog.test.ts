/** The changelog has an entry for the version of the program. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { version } from '../../../src/platform/version.ts';
import { ROOT, readPage } from '../texts/markdown.ts';

const SECTIONS = new Set(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']);

test('the newest entry of the changelog is the version of package.json, and entries are in order', async () => {
  const entries = Array.from(
    (await readPage('CHANGELOG.md')).matchAll(/^## (.*)$/gm),
    ([, title = '']) => /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/.exec(title)?.[1] ?? title,
  );
  const released = entries.filter((entry) => entry !== '[Unreleased]');
  assert.equal(released[0], version);
  const weight = (entry: string) => entry.split('.').reduce((sum, part) => sum * 10_000 + Number(part), 0);
  assert.deepEqual(
    released,
    released.toSorted((a, b) => weight(b) - weight(a)),
  );
});

test('the changelog has the sections of Keep a Changelog only', async () => {
  const sections = Array.from((await readPage('CHANGELOG.md')).matchAll(/^### (.*)$/gm), ([, name = '']) => name);
  assert.deepEqual(
    sections.filter((name) => !SECTIONS.has(name)),
    [],
  );
});

test('the lockfile and the description of the API have the version of package.json', async () => {
  const read = async (name: string) => JSON.parse(await readFile(resolve(ROOT, name), 'utf8'));
  const lock = await read('package-lock.json');
  assert.deepEqual([lock.version, lock.packages[''].version], [version, version]);
  assert.equal((await read('openapi.json')).info.version, version);
});

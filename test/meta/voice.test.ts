/** Keeps the words of CONTRIBUTING.md#words. There are no exceptions. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { type Finding, findIn } from './texts/voice.ts';

const root = resolve(import.meta.dirname, '../..');

/** Generated files, and the pages that list what to avoid. */
const EXCLUDED = /^CONTRIBUTING\.md$|^web\/api\/answers\.ts$|^test\/meta\/(?:texts\/)?voice\./;

test('comments, docs and names keep the words of the style guide', async () => {
  const found: string[] = [];
  for (const path of listFiles()) {
    const findings = findIn(path, await readFile(resolve(root, path), 'utf8'));
    found.push(...findings.map((finding) => describe(path, finding)));
  }
  assert.deepEqual(found, [], 'CONTRIBUTING.md#words has the words to use instead.');
});

test('a headless relative clause, a banned phrase and a banned name are found', () => {
  const code =
    "// What is left over is removed.\n/** Which one is it? */\nconst canGovern = 1; // good until May\nconst text = 'said';\n";
  assert.deepEqual(
    findIn('a.ts', code).map(({ kind, line }) => [kind, line]),
    [
      ['headless', 1],
      ['name', 3],
    ],
  );
  assert.deepEqual(
    findIn('a.md', 'The link is good until May. Who has it gets in.\n\n```\n// What is code\n```\n').map(
      ({ kind }) => kind,
    ),
    ['headless', 'phrase'],
  );
});

test('descriptions in openapi.json keep them too', async () => {
  const found: string[] = [];
  JSON.parse(await readFile(resolve(root, 'openapi.json'), 'utf8'), (key, value: unknown) => {
    if ((key === 'description' || key === 'summary') && typeof value === 'string') {
      found.push(...findIn('text.md', value).map(({ kind, text }) => `${kind}: ${text}`));
    }
    return value;
  });
  assert.deepEqual([...new Set(found)], []);
});

function listFiles(): string[] {
  return globSync(['*.md', '{src,web,test,docs,bench,script}/**/*.{ts,tsx,mts,mjs,md}'], {
    cwd: root,
    // The last are files of dependencies.test.ts, which come and go.
    exclude: ['web/dist*/**', '**/*.canary.ts', '**/node_modules/**'],
  }).filter((path) => !EXCLUDED.test(path));
}

const describe = (path: string, { kind, line, text }: Finding) => `${path}:${line} ${kind}: ${text}`;

/** Keeps the words of CONTRIBUTING.md#words. An area may have at most as many findings as CEILINGS says, and ceilings only go down. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { type Finding, type Kind, findIn } from './voice.ts';

const root = resolve(import.meta.dirname, '../..');

/** Remaining findings by area. Lower a number when you fix some; an area that is not listed has none. */
const CEILINGS: Record<string, Partial<Record<Kind, number>>> = {
  docs: { headless: 4, phrase: 1 },
  'docs/api': { headless: 1 },
  'docs/decisions': { phrase: 12 },
  'src/content': { phrase: 1 },
  'src/core': { headless: 1, name: 2, phrase: 2 },
  'src/library': { phrase: 6 },
  'src/people': { name: 1, phrase: 1 },
  'src/platform': { headless: 2, name: 1, phrase: 1 },
  'src/sharing': { name: 1 },
  'src/visiting': { phrase: 1 },
  test: { headless: 1, name: 3, phrase: 2 },
};

/** Generated files, and the pages that list what to avoid. */
const EXCLUDED = /^CONTRIBUTING\.md$|^web\/api\/answers\.ts$|^test\/meta\/voice\./;

test('comments, docs and names keep the words of the style guide', async () => {
  const found = new Map<string, string[]>();
  for (const path of listFiles()) {
    for (const finding of findIn(path, await readFile(resolve(root, path), 'utf8'))) {
      const key = `${areaOf(path)} ${finding.kind}`;
      found.set(key, [...(found.get(key) ?? []), describe(path, finding)]);
    }
  }
  const excess = [...found].flatMap(([key, findings]) => (findings.length > ceilingOf(key) ? findings : []));
  assert.deepEqual(excess, [], 'CONTRIBUTING.md#words has the words to use instead.');
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

function listFiles(): string[] {
  return globSync(['*.md', '{src,web,test,docs,bench,script}/**/*.{ts,tsx,mts,mjs,md}'], {
    cwd: root,
    exclude: ['web/dist*/**'],
  }).filter((path) => !EXCLUDED.test(path));
}

function areaOf(path: string): string {
  const [top = '', area = ''] = path.split('/');
  return ['src', 'docs'].includes(top) && !area.includes('.') ? `${top}/${area}` : path.includes('/') ? top : 'docs';
}

function ceilingOf(key: string): number {
  const [area = '', kind = ''] = key.split(' ');
  return CEILINGS[area]?.[kind as Kind] ?? 0;
}

const describe = (path: string, { kind, line, text }: Finding) => `${path}:${line} ${kind}: ${text}`;

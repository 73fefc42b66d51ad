/** Documentation is part of the code: citations and links lead somewhere. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT, headingSlugs, listPages, readPage, relativeLinks } from './texts/markdown.ts';

const GUIDES = [
  'CONTRIBUTING.md',
  'docs/where-is.md',
  'docs/adding-a-field.md',
  'docs/testing.md',
  'docs/style.md',
  'docs/architecture.md',
];
/** Files that an example would add. */
const EXAMPLES = new Set(['00NN-noun-phrase.md', 'noun.role.ts']);

const pages = await listPages();
const headings = new Map(
  await Promise.all(pages.map(async (page) => [page, headingSlugs(await readPage(page))] as const)),
);
const sources = await Promise.all(
  (await Array.fromAsync(glob('{src,web,test,bench,script,bin}/**/*.{ts,tsx,css,sh}', { cwd: ROOT })))
    .filter((path) => !/\/node_modules\/|^web\/dist|\.canary\.ts$/.test(path))
    .map(async (path) => ({ path, text: await readFile(resolve(ROOT, path), 'utf8') })),
);

test('every page and heading of docs that the code cites exists', () => {
  const cited = sources.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/(?<![\w/])(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g), ([, page = '', heading]) => ({
      at: `${path} cites ${page}${heading === undefined ? '' : `#${heading}`}`,
      page,
      heading,
    })),
  );
  assert.ok(cited.length > 100);
  const dead = cited.filter(({ page, heading }) => !exists(page, heading));
  assert.deepEqual(
    dead.map(({ at }) => at),
    [],
  );
});

test('every decision that the code cites exists', () => {
  const numbers = new Set(pages.flatMap((page) => /^docs\/decisions\/(\d{4})-/.exec(page)?.[1] ?? []));
  const dead = sources.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/decisions? (\d{4})(?: and (\d{4}))?/g), ([, ...cited]) => cited)
      .flat()
      .filter((number) => number !== undefined && !numbers.has(number))
      .map((number) => `${path} cites decision ${number}`),
  );
  assert.deepEqual(dead, []);
});

test('every decision record has a title and four sections', async () => {
  const records = pages.filter((page) => /^docs\/decisions\/\d{4}-/.test(page));
  assert.ok(records.length > 60);
  for (const page of records) {
    const text = await readPage(page);
    assert.match(text, new RegExp(`^# ${page.slice('docs/decisions/'.length).slice(0, 4)} `), page);
    // Short records have them as the first words of paragraphs.
    const sections = Array.from(
      text.matchAll(/^(?:## |\*\*)(Context|Decision|Consequences|Measurements)(?:\.\*\*|$)/gm),
      ([, name]) => name,
    );
    assert.deepEqual(sections, ['Context', 'Decision', 'Consequences', 'Measurements'], page);
  }
});

test('comments cite docs/api and no paper that is not in the repository', () => {
  const citing = sources
    .filter(({ text }) => /\bcontract:|\bthe contract\b/i.test(text))
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('src/demo/') && path !== 'test/meta/docs.test.ts');
  assert.deepEqual(citing, []);
});

test('every link between pages leads to a file, and to a heading if it names one', async () => {
  const links = await Promise.all(
    pages.map(async (page) => relativeLinks(await readPage(page), page).map((link) => ({ page, ...link }))),
  );
  const dead = links
    .flat()
    .filter(({ path, heading }) => !exists(path, heading))
    .map(({ page, link }) => `${page} links to ${link}`);
  assert.deepEqual(dead, []);
});

test('every file that the guides for contributors name exists', async () => {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  });
  const files = stdout.split('\n').filter((path) => existsSync(resolve(ROOT, path)));
  const names = new Set(files.map((path) => basename(path)));
  const dead = [];
  for (const guide of GUIDES) {
    for (const [, code = ''] of (await readPage(guide)).matchAll(/`([^`\n]+)`/g)) {
      const isPath = /^(?:src|web|test|docs|migrations|script|bin|bench)\/[\w./-]*(?:#[\w-]+)?$/.test(code);
      // Names of their own, unless they stand for many files (`x.jobs.ts`, `*.emails.ts`).
      const isName = !EXAMPLES.has(code) && /^(?!x\.)[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|md|sql|json)$/.test(code);
      const [path = '', heading] = code.split('#');
      if (isPath && !EXAMPLES.has(code) && !exists(path, heading)) dead.push(`${guide} names ${code}`);
      if (isName && !names.has(code)) dead.push(`${guide} names ${code}`);
    }
  }
  assert.deepEqual(dead, []);
});

test('docs/where-is.md answers at least fifteen questions, each with a path', async () => {
  const rows = (await readPage('docs/where-is.md')).split('\n').filter((line) => /^\| \d+ \|/.test(line));
  assert.ok(rows.length >= 15);
  for (const row of rows) assert.match(row, /`(?:src|web|test|docs|migrations)\//, row);
});

test('every page of docs/api is in its index', async () => {
  const linked = new Set(
    relativeLinks(await readPage('docs/api/README.md'), 'docs/api/README.md').map(({ path }) => path),
  );
  const missing = apiPages().filter((page) => !page.endsWith('/README.md') && !linked.has(page));
  assert.deepEqual(missing, []);
});

test('every operation of openapi.json is on a page of docs/api', async () => {
  const { paths } = JSON.parse(await readPage('openapi.json')) as { paths: Record<string, object> };
  const documented = new Set((await Promise.all(apiPages().map(readPage))).flatMap(addressesOn));
  const missing = Object.keys(paths).filter((path) => !documented.has(comparable(path)));
  assert.deepEqual(missing, []);
});

test('every property of the schemas of openapi.json is on a page of docs/api', async () => {
  const { components } = JSON.parse(await readPage('openapi.json')) as { components: { schemas: object } };
  const words = new Set((await Promise.all(apiPages().map(readPage))).flatMap((text) => text.match(/\w+/g) ?? []));
  const missing = Object.entries(components.schemas).flatMap(([title, schema]) =>
    ELSEWHERE.test(title)
      ? []
      : propertiesIn(schema)
          .filter((name) => !words.has(name))
          .map((name) => `${title}.${name}`),
  );
  assert.deepEqual(missing, []);
});

// docs/errors.md has the problems. The deprecated search has dozens of properties that are always null or empty.
const ELSEWHERE = /^(?:Problem|Deprecated)/;

function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const names = 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
  return [...names, ...Object.values(schema).flatMap(propertiesIn)];
}

function apiPages(): string[] {
  return pages.filter((page) => page.startsWith('docs/api/'));
}

// The addresses in code, also those that stand for several: `{item}`, `{libraries,folders,documents}`, `{ResultUri}`.
function addressesOn(page: string): string[] {
  const text = page.replaceAll(/\s+/g, ' ');
  const addresses = Array.from(text.matchAll(/`(?:[A-Z]+ )?([/{][^`? ]*)/g), ([, address = '']) => address);
  const results = addresses.filter((address) => address.startsWith('/api/async/results/'));
  return addresses
    .flatMap((address) => expand(address, '{libraries,folders,documents}', ['libraries', 'folders', 'documents']))
    .flatMap((address) => expand(address, '{item}', ['folders/{id}', 'documents/{id}']))
    .flatMap((address) => expand(address, '{ResultUri}', results))
    .map(comparable);
}

function expand(address: string, placeholder: string, values: string[]): string[] {
  return address.includes(placeholder) ? values.map((value) => address.replace(placeholder, value)) : [address];
}

// `share` and `shares` are the same in every address.
function comparable(address: string): string {
  return address.replaceAll(/\{[^}]*\}/g, '{}').replace(/\/share(?=\/|$)/, '/shares');
}

function exists(path: string, heading: string | undefined): boolean {
  return heading === undefined ? existsSync(resolve(ROOT, path)) : headings.get(path)?.has(heading) === true;
}

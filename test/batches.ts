/**
 * Test files that share a process, one after the other. Starting Node and loading the service costs more than most files
 * take to run. docs/testing.md explains how a file says that it cannot share.
 */
import { readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A line at the start of a file that cannot share its process, or that needs the storage server, with the reason. */
const MARK = /^\/\/ runs (alone|with storage): \S/;
/** Files of these folders start whole services, or take long. */
const ALONE = /^test\/(?:e2e|drills)\//;
/** Their files take long each. */
const WITH_BROWSER = /^test\/web\//;
const IN_A_BATCH = { together: 40, browser: 8 };
const root = join(import.meta.dirname, '..');

/**
 * Files to run for these test files (absolute paths): those that run alone, and modules, written to `folder`, that run
 * several one after the other, each as a test that is named by its path. Everything that a file starts ends with its test.
 */
export async function batch(paths: string[], folder: string): Promise<string[]> {
  const kindOf = (path: string) => {
    const name = relative(root, path);
    const [, mark] = MARK.exec(readFileSync(path, 'utf8')) ?? [];
    if (mark === 'with storage') return 'storage';
    if (mark === 'alone' || ALONE.test(name)) return 'alone';
    return WITH_BROWSER.test(name) ? 'browser' : 'together';
  };
  const { storage = [], alone = [], browser = [], together = [] } = Object.groupBy(paths, kindOf);
  const onStorage = await writeBatches(storage, storage.length, join(folder, 'storage'));
  const withBrowser = await writeBatches(browser, IN_A_BATCH.browser, join(folder, 'browser'));
  const batches = await writeBatches(together, IN_A_BATCH.together, join(folder, 'batch'));
  return [...onStorage, ...spread([...withBrowser, ...batches], longestFirst(alone))];
}

/** Whether a file starts services. */
export const startsServices = (path: string): boolean => relative(root, path).startsWith('test/e2e/');

async function writeBatches(paths: string[], size: number, prefix: string): Promise<string[]> {
  const names = [];
  for (let at = 0; at < paths.length; at += size) {
    const name = `${prefix}-${String(at / size).padStart(3, '0')}.test.ts`;
    await writeFile(name, moduleOf(paths.slice(at, at + size)));
    names.push(name);
  }
  return names;
}

// The text of a file is about as long as its run.
function longestFirst(paths: string[]): string[] {
  return paths.toSorted((a, b) => statSync(b).size - statSync(a).size);
}

// Files that run alone mostly wait for their processes, so they run beside busy ones. They are short, so some of them are
// left for the end, when one long process would keep the others waiting.
function spread(some: string[], others: string[]): string[] {
  const every = Math.max(1, Math.floor(others.length / (1.5 * Math.max(1, some.length))));
  const left = [...some];
  const mixed = others.flatMap((path, at) => (at % every === 0 ? [...left.splice(0, 1), path] : [path]));
  return [...mixed, ...left];
}

function moduleOf(paths: string[]): string {
  const files = paths.map((path) => [relative(root, path), path]);
  return `import { test } from 'node:test';
import { shareThings } from ${JSON.stringify(join(root, 'test/per-process.ts'))};
import { noteCost, totalSeconds } from ${JSON.stringify(join(root, 'test/cost.ts'))};
const endShared = shareThings();
for (const [name, path] of ${JSON.stringify(files)}) {
  const before = totalSeconds();
  await test(name, { timeout: 900_000 }, () => import(path));
  noteCost(path, totalSeconds() - before);
}
await endShared();
`;
}

type Result = {
  nesting: number;
  name: string;
  file?: string | undefined;
  details: { type?: string | undefined; error?: Error };
};

const isFile = ({ nesting, name }: Result): boolean => nesting === 0 && name.endsWith('.test.ts');

/** Whether a result is that of a test instead of a suite or a file. */
export const isTest = (result: Result): boolean => result.details.type !== 'suite' && !isFile(result);

/** Whether a file itself failed, not a test in it. */
export const isBroken = (result: Result): boolean =>
  isFile(result) && (result.details.error as { failureType?: string } | undefined)?.failureType !== 'subtestsFailed';

/** The file of a failed test, relative to the repository, and the test's name. */
export const nameOf = (result: Result): string =>
  isFile(result) || result.file === undefined ? result.name : `${relative(root, result.file)}: ${result.name}`;

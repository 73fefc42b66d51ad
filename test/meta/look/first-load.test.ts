/** The size of the first load: the files that a browser loads before it shows a page. */
import assert from 'node:assert/strict';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DIST } from '../../../src/platform/http/pages.ts';

/** Compressed bytes and the number of files that a shell names. */
async function firstLoad(shell: string): Promise<{ bytes: number; scripts: number; sheets: number }> {
  const page = await readFile(join(DIST, `${shell}.html`), 'utf8');
  const files = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(js|css|woff2))"/g)].map(([, file = '', kind]) => ({
    path: join(DIST, kind === 'woff2' ? file : `${file}.br`),
    kind,
  }));
  const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size));
  return {
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    scripts: files.filter(({ kind }) => kind === 'js').length,
    sheets: files.filter(({ kind }) => kind === 'css').length,
  };
}

test('the first load of a folder has at most 258 kB in seven scripts, four style sheets and a typeface', async () => {
  const { bytes, scripts, sheets } = await firstLoad('inside');
  assert.ok(bytes > 100_000 && bytes <= 258_000, `${bytes} bytes`);
  assert.ok(scripts <= 7, `${scripts} scripts`);
  assert.ok(sheets > 0 && sheets <= 4, `${sheets} style sheets`);
});

test('the first load of a page of a link has at most 199 kB', async () => {
  const { bytes } = await firstLoad('outside');
  assert.ok(bytes > 100_000 && bytes <= 199_000, `${bytes} bytes`);
});

test('the client for resumable uploads is not part of a first load', async () => {
  for (const shell of ['common', 'outside', 'inside'])
    assert.doesNotMatch(await readFile(join(DIST, `${shell}.html`), 'utf8'), /send-by-tus/);
});

test('no page loads the viewer before a document needs it', async () => {
  for (const shell of ['common', 'outside', 'inside'])
    assert.doesNotMatch(await readFile(join(DIST, `${shell}.html`), 'utf8'), /\/(?:pages-of-documents|pdf)[.-]/);
  // Nor with a script that all of them import.
  const scripts = (await readdir(join(DIST, 'assets'))).filter((name) =>
    /^(?:start|common|both|outside|inside|tools)-.*\.js$/.test(name),
  );
  assert.ok(scripts.length >= 6);
  const isLoaded = async (name: string) =>
    /from ?"\.\/(?:pages-of-documents|pdf)[.-]/.test(await readFile(join(DIST, 'assets', name), 'utf8'));
  for (const name of scripts) assert.ok(!(await isLoaded(name)), name);
});

/** The files that a browser loads for the pages that people open most. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, close, startWebApp } from '../browser.ts';
import { openAs, signIn } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const FILES = /\/assets\/[^"]+\.(?:js|css)/g;

/** Scripts and style sheets that a page has loaded and its shell does not name. */
async function loadedLater(page: Page): Promise<string[]> {
  const shell = await page.evaluate<string>('fetch(location.href).then((answer) => answer.text())');
  const loaded = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
  );
  const named = new Set(shell.match(FILES));
  assert.ok(named.size > 5, 'The shell names its files.');
  return loaded.filter((path) => path.match(FILES) !== null && !named.has(path));
}

test('home and folders load no scripts and style sheets but those of their shell', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  await ann.document(folderId, 'a.txt', 'a');
  const page = await openAs(app, ann, '/libraries');
  for (const path of ['/', `/folders/${folderId}`]) {
    // The stream is opened last, when the page is shown.
    const stream = page.waitForRequest(/\/notifications\/stream/);
    await page.goto(new URL(path, ORIGIN).href);
    await stream;
    assert.deepEqual(await loadedLater(page), [], path);
  }
  await close(page);
});

test('a first visit, signing in and a folder included, loads less than 400 kB of script', { skip }, async (t) => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  await ann.document(folderId, 'a.txt');
  const sizes: Promise<number>[] = [];
  const page = await app.open('about:blank');
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize));
  });
  await page.goto(`${ORIGIN}/folders/${folderId}`);
  await signIn(page, ann);
  await page.getByRole('link', { name: 'a.txt' }).waitFor();
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  assert.ok(bytes > 50_000 && bytes < 400_000, `${bytes} bytes of script`);
  t.diagnostic(`${bytes} bytes of script`);
  await close(page);
});

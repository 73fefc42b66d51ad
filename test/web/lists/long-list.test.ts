/** A folder with 100,000 documents, and the requests for its rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { fillFolder, nameOf } from '../../factories/long-list.ts';
import { makeChild } from '../../factories/trees.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, assertSound, close, startWebApp } from '../browser.ts';
import { openAs } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const COUNT = 100_000;

/** Records the `skip` of each request for documents. */
function noteAsked(page: Page): number[] {
  const asked: number[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.endsWith('/documents')) return;
    assert.equal(searchParams.get('top'), '200');
    asked.push(Number(searchParams.get('skip')));
  });
  return asked;
}

const shown = (page: Page, n: number) => page.getByRole('link', { name: nameOf(n), exact: true });
const toEntry = (page: Page, n: number) =>
  page.evaluate(`document.querySelector('.library__entries').scrollTop = ${n} * 48 + 40`);

test(
  'the first rows take one request of 200 rows, the middle one more, and the scrollbar has the full length',
  { skip },
  async () => {
    const { ann } = await app.world();
    const folderId = await ann.folder(ann.libraryId, 'Archive');
    await makeChild(ann, folderId, 'First');
    await fillFolder(app, ann, folderId, COUNT);
    const page = await openAs(app, ann, '/libraries');
    const asked = noteAsked(page);
    await page.goto(`${ORIGIN}/folders/${folderId}`);
    await shown(page, 5).waitFor();
    await page.getByText('100,001 items').waitFor();
    // A busy machine gets here after the pages were read again, as they are from time to time.
    assert.deepEqual([...new Set(asked)], [0]);
    assert.equal(await page.evaluate("document.querySelector('.library__entries-all').clientHeight"), (COUNT + 1) * 48);
    await toEntry(page, 50_000);
    await shown(page, 50_000).waitFor();
    assert.deepEqual([...new Set(asked)], [0, 49_800, 50_000]);
    await assertSound(page);
    const grid = page.getByRole('grid');
    await grid.focus();
    await page.keyboard.press('End');
    await shown(page, COUNT - 1).waitFor();
    assert.equal(await grid.getAttribute('aria-rowcount'), String(COUNT + 2));
    const last = page.getByRole('row').filter({ has: shown(page, COUNT - 1) });
    assert.equal(await last.getAttribute('aria-rowindex'), String(COUNT + 2));
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Shift+PageUp');
    await page.getByText(/^\d\d selected$/).waitFor();
    await page.keyboard.press('Control+a');
    await page.getByRole('alert').getByText('You can select up to 2,000 items at a time.').waitFor();
    await close(page);
  },
);

test('dragging the scrollbar sends no requests, and sorting and filtering cover the whole list', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Archive');
  await fillFolder(app, ann, folderId, COUNT);
  const page = await openAs(app, ann, `/folders/${folderId}`);
  await shown(page, 0).waitFor();
  const asked = noteAsked(page);
  await page.evaluate(`(async () => {
    for (let n = 0; n <= 80000; n += 1000) {
      document.querySelector('.library__entries').scrollTop = n * 48 + 40;
      await new Promise(requestAnimationFrame);
    }
  })()`);
  await shown(page, 80_000).waitFor();
  // At most 400 pages scrolled by. On a busy machine, some frames last long enough to count as rest.
  assert.ok(asked.length <= 16, `Asked for ${asked.join()}`);
  await page.getByRole('button', { name: 'Sort', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Name Z–A' }).click();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await shown(page, COUNT - 1).waitFor();
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('077777');
  await page.getByText('1 item', { exact: true }).waitFor();
  await shown(page, 77_777).waitFor();
  await close(page);
});

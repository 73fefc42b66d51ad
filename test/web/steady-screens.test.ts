/** Pages are stable: loading, clicking and pointing moves nothing, and no request is repeated without end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { makeChild } from '../factories/trees.ts';
import { CHROMIUM, without } from '../parts.ts';
import { DESKTOP, ORIGIN, PHONE, close, startWebApp } from './browser.ts';
import { openAs } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

/** A folder with full access, so that all buttons are shown. */
async function house() {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'House');
  await makeChild(ann, folderId, 'Drawings');
  const ids = new Map<string, number>();
  for (const name of ['a.txt', 'b.txt', 'c.txt']) ids.set(name, await ann.document(folderId, name));
  return { ann, ids, path: `/folders/${folderId}` };
}

async function topOf(thing: Locator): Promise<number> {
  const box = await thing.boundingBox();
  assert.ok(box !== null, 'It is not in the page.');
  return box.y;
}

test('a double click opens the document that was clicked, at every width', { skip }, async () => {
  const { ann, ids, path } = await house();
  const page = await openAs(app, ann, path);
  for (const width of [800, 1024, 1100, 1280, 1366, 1440, 1536]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`${ORIGIN}${path}`);
    await row(page, 'b.txt').waitFor();
    const { x, y, height } = (await row(page, 'b.txt').boundingBox()) ?? { x: 0, y: 0, height: 0 };
    // Beside the name, which is a link.
    await page.mouse.click(x + width / 3, y + height / 2);
    await page.getByText('1 selected').waitFor();
    assert.equal(await topOf(row(page, 'b.txt')), y, `At ${width} px the first click moved the row.`);
    await page.mouse.dblclick(x + width / 3, y + height / 2);
    await page.waitForURL(`**/documents/${ids.get('b.txt')}`);
  }
  await close(page);
});

test('selecting rows on a phone moves none of them, and every button stays visible', { skip }, async () => {
  const { ann, path } = await house();
  const page = await openAs(app, ann, path, PHONE);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    const before = await topOf(row(page, 'b.txt'));
    await page.getByRole('button', { name: 'Select b.txt' }).tap();
    const actions = page.getByRole('group', { name: '1 selected' });
    const list = await topOf(page.getByRole('grid'));
    for (const button of await actions.locator('a, button').all()) {
      const box = await button.boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= list);
    }
    assert.equal(await topOf(row(page, 'b.txt')), before, `${width} px`);
    await page.getByRole('button', { name: 'Clear selection' }).tap();
  }
  await close(page);
});

test('the rows of a folder keep their places while its size loads', { skip }, async () => {
  const { ann, path } = await house();
  for (const device of [DESKTOP, PHONE]) {
    const page = await openAs(app, ann, '/libraries', device);
    let answer = () => {};
    const asked = new Promise<void>((resolve) => void (answer = resolve));
    await page.route('**/documents?**', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`${ORIGIN}${path}`);
    const before = await topOf(page.getByRole('grid'));
    answer();
    await page.getByText('4 items').waitFor();
    assert.equal(await topOf(page.getByRole('grid')), before);
    await close(page);
  }
});

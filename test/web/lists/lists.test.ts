/** Lists of a folder: selection, context menu, and what they leave in place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { makeChild } from '../../factories/trees.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { PHONE, assertSound, close, startWebApp, troublesOf } from '../browser.ts';
import { openAs, visit } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name });
const top = async (page: Page, name: string) => (await row(page, name).boundingBox())?.y;

/** A folder with Drawings/, a.txt, b.txt, c.txt and d.txt. */
async function house() {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'House');
  await makeChild(ann, folderId, 'Drawings');
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await ann.document(folderId, name);
  return { ann, folderId, path: `/folders/${folderId}` };
}

test(
  'rows are selected by mouse and keyboard, nothing moves, and the context menu has the actions of the selection',
  { skip },
  async () => {
    const { ann, path } = await house();
    const page = await openAs(app, ann, path);
    await row(page, 'd.txt').waitFor();
    const before = await top(page, 'a.txt');
    await row(page, 'a.txt').click();
    // On the name, too.
    await page.getByRole('link', { name: 'c.txt', exact: true }).click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    assert.equal(await top(page, 'a.txt'), before);
    await row(page, 'b.txt').click({ modifiers: ['Control'] });
    await page.getByText('2 selected').waitFor();
    // A right click inside the selection keeps it, and one outside selects the row.
    await row(page, 'c.txt').click({ button: 'right' });
    await menuItem(page, 'Delete').waitFor();
    assert.equal(await menuItem(page, 'Rename').count(), 0, 'two items are selected');
    await page.keyboard.press('Escape');
    await menuItem(page, 'Delete').waitFor({ state: 'detached' });
    await row(page, 'd.txt').click({ button: 'right' });
    await page.getByText('1 selected').waitFor();
    const inContextMenu = await page.getByRole('menuitem').allTextContents();
    await page.keyboard.press('Escape');
    await menuItem(page, 'Delete').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for d.txt' }).click();
    await menuItem(page, 'Delete').waitFor();
    assert.deepEqual(await page.getByRole('menuitem').allTextContents(), inContextMenu);
    await menuItem(page, 'Copy link').click();
    await page.getByText('Link copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(new URL(copied).pathname, /^\/documents\/\d+$/, 'the address for people with access');
    await menuItem(page, 'Delete').waitFor({ state: 'detached' });
    const grid = page.getByRole('grid');
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+ArrowDown');
    await page.keyboard.press('Control+ArrowDown');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Shift+Space');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('2 selected').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+F10');
    await page.getByText('1 selected').waitFor();
    await menuItem(page, 'Rename').press('Enter');
    await page.getByLabel('New name').fill('e.txt');
    await page.keyboard.press('Enter');
    await row(page, 'e.txt').waitFor();
    assert.deepEqual(troublesOf(page), []);
    await close(page);
  },
);

test(
  'on a phone, a long press selects the row and opens its menu without opening the item, a swipe down closes a menu, and details are a sheet',
  { skip },
  async () => {
    const { ann, path } = await house();
    const page = await openAs(app, ann, path, PHONE);
    const { x, y } = (await row(page, 'b.txt').boundingBox()) ?? { x: 0, y: 0 };
    const devtools = await page.context().newCDPSession(page);
    const touchPoints = [{ x: x + 150, y: y + 20 }];
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await menuItem(page, 'Rename').waitFor();
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.getByText('1 selected').waitFor();
    await menuItem(page, 'Details').tap();
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('heading', { name: 'b.txt' }).waitFor();
    await details.getByRole('button', { name: 'Close details' }).tap();
    // A finger that rests on the menu opens no second one. A short pull leaves the menu open, and a swipe down closes it.
    await page.getByRole('button', { name: 'Actions for b.txt' }).tap();
    await menuItem(page, 'Delete').waitFor();
    await restOnMenu(devtools, page);
    assert.equal(await page.getByRole('menu').count(), 1);
    await swipeDown(devtools, page, 30);
    await menuItem(page, 'Delete').waitFor();
    await swipeDown(devtools, page, 120);
    await menuItem(page, 'Delete').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for b.txt' }).tap();
    await menuItem(page, 'Delete').tap();
    await page.getByText('“b.txt” moved to trash.').waitFor();
    // The next folder opens without the sheet.
    await page.getByRole('button', { name: 'Details' }).tap();
    await details.waitFor();
    await visit(page, '/libraries');
    await details.waitFor({ state: 'detached' });
    await visit(page, path);
    await row(page, 'a.txt').waitFor();
    assert.equal(await details.count(), 0);
    await close(page);
  },
);

/** Leaves a finger on the edge of the open menu for longer than a long press. */
async function restOnMenu(devtools: CDPSession, page: Page): Promise<void> {
  const { x, y } = (await page.getByRole('menu').boundingBox()) ?? { x: 0, y: 0 };
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 100, y: y + 8 }] });
  await page.evaluate('new Promise((done) => setTimeout(done, 700))');
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
}

/** Pulls the open menu down by so many pixels, slowly. */
async function swipeDown(devtools: CDPSession, page: Page, far: number): Promise<void> {
  const { x, y } = (await page.getByRole('menu').boundingBox()) ?? { x: 0, y: 0 };
  const at = (down: number) => [{ x: x + 100, y: y + 8 + down }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (const down of [far / 3, far / 2, far]) {
    await page.evaluate('new Promise((done) => setTimeout(done, 60))');
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(down) });
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test(
  'columns and density are remembered, and the details of a selected item are beside the list',
  { skip },
  async () => {
    const { ann, path } = await house();
    const page = await openAs(app, ann, path);
    await row(page, 'a.txt').getByText('Ann', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Size' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Kind' }).click();
    await page.getByRole('menuitemradio', { name: 'Dense' }).click();
    await page.keyboard.press('Escape');
    await row(page, 'a.txt').getByText('Text', { exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Size' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Details' }).click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('heading', { name: 'House' }).waitFor();
    await row(page, 'a.txt').click();
    await details.getByRole('heading', { name: 'a.txt' }).waitFor();
    await details.getByRole('heading', { name: 'Activity' }).waitFor();
    await assertSound(page);
    await page.reload();
    await details.waitFor();
    assert.equal((await row(page, 'a.txt').boundingBox())?.height, 36);
    assert.equal(await page.getByRole('columnheader', { name: 'Size' }).count(), 0);
    await details.getByRole('button', { name: 'Close details' }).click();
    await details.waitFor({ state: 'detached' });
    await close(page);
  },
);

test('a result with the focus that the next results lack gives the focus back to the search', { skip }, async () => {
  const { ann, path } = await house();
  const page = await openAs(app, ann, path);
  await row(page, 'a.txt').click();
  await page.getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog');
  const search = dialog.getByRole('searchbox', { name: 'Search folders' });
  const results = dialog.getByRole('region', { name: 'Folders found' });
  await search.fill('draw');
  await results.getByRole('button', { name: /^Drawings/ }).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(/query=drawnothing/i, async (route) => {
    await held.promise;
    await route.continue();
  });
  await search.fill('drawnothing');
  await page.keyboard.press('ArrowDown');
  await results
    .getByRole('button', { name: /^Drawings/ })
    .and(page.locator(':focus'))
    .waitFor();
  held.resolve();
  await dialog.getByText('No folders found.').waitFor();
  await search.and(page.locator(':focus')).waitFor();
  await close(page);
});

test(
  'items move by keyboard to a folder that is searched, created, used before or chosen in the tree',
  { skip },
  async () => {
    const { ann, folderId, path } = await house();
    const page = await openAs(app, ann, path);
    const dialog = page.getByRole('dialog');
    const focused = (locator: Locator) => locator.and(page.locator(':focus')).waitFor();
    const search = dialog.getByRole('searchbox', { name: 'Search folders' });
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Move' }).press('Enter');
    await focused(search);
    await page.keyboard.press('Escape');
    await focused(page.getByRole('button', { name: 'Move' }));
    await makeChild(ann, folderId, 'From a colleague');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'From a colleague', exact: true }).waitFor();
    await page.keyboard.type('draw');
    // The tree has a folder of this name too, until the results take its place.
    await dialog
      .getByRole('region', { name: 'Folders found' })
      .getByRole('button', { name: /^Drawings/ })
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'New folder', disabled: false }).press('Enter');
    await page.keyboard.type('Plans');
    await page.keyboard.press('Enter');
    await focused(dialog.getByRole('button', { name: 'Move to “Plans”' }));
    await page.keyboard.press('Enter');
    await page.getByText('“a.txt” moved to “Plans”.').waitFor();
    // The rows are in place when the notice appears, so the next click or key reaches the visible row.
    assert.equal(await row(page, 'a.txt').count(), 0);
    await focused(page.getByRole('grid'));
    await row(page, 'b.txt').click();
    await page.getByRole('button', { name: 'Move' }).press('Enter');
    await dialog.getByRole('region', { name: 'Recent' }).getByRole('button', { name: 'Plans' }).press('Enter');
    await dialog.getByRole('button', { name: 'Move to “Plans”', disabled: false }).press('Enter');
    await page.getByText('“b.txt” moved to “Plans”.').waitFor();
    await row(page, 'c.txt').click();
    await page.getByRole('button', { name: 'Move' }).press('Enter');
    // The tree is open at the folder: the arrow keys go to what is in it, and open and close a level.
    await dialog.getByRole('button', { name: 'House', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await dialog.getByRole('button', { name: 'Collapse Drawings' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await dialog.getByRole('button', { name: 'Expand Drawings' }).waitFor();
    await assertSound(page);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Move to “Drawings”', disabled: false }).press('Enter');
    await page.getByText('“c.txt” moved to “Drawings”.').waitFor();
    await close(page);
  },
);

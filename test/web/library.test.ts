/** The library browser: everyday actions and errors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeLibrary } from '../factories/libraries.ts';
import { grant } from '../factories/permissions.ts';
import { makeChild } from '../factories/trees.ts';
import { CHROMIUM, without } from '../parts.ts';
import { ORIGIN, PHONE, assertSound, close, startWebApp } from './browser.ts';
import { button, dialog, house, inTree, namesIn, row, visitHouse } from './house.ts';
import { openAs, openOnce, signIn, visit } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const { w, page: herPage } = skip === false ? await openOnce(app, ({ ann }) => ann) : null!;
const visitHers = async () => visitHouse({ ann: w.ann, page: herPage });

test('a person who opens a deep link signs in and returns to it', { skip }, async () => {
  const { ann, path } = await house(w.ann);
  const page = await app.open(`${path}?sort=date%20desc`);
  await signIn(page, ann);
  await row(page, 'Drawings').waitFor();
  assert.equal(new URL(page.url()).search, '?sort=date+desc');
  await page.goto(`${ORIGIN}/sign-in?back=%2F%2Fevil.test%2Fx`);
  await signIn(page, ann);
  await page.waitForURL(`${ORIGIN}/home`);
  await close(page);
});

test('a person opens a document from its library and returns by the folder path', { skip }, async () => {
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Cottage');
  await makeChild(ann, folderId, 'Drawings');
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await ann.document(folderId, name);
  const page = herPage;
  await visit(page, '/libraries');
  await page.getByRole('link', { name: /^My Library/ }).click();
  await page.getByRole('link', { name: 'Cottage' }).click();
  await page.getByText('4 items').waitFor();
  await assertSound(page);
  await page.getByRole('link', { name: 'a.txt' }).click();
  await page.getByRole('heading', { name: 'a.txt' }).waitFor();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByText('Version 1').waitFor();
  await assertSound(page);
  const section = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Libraries' });
  assert.equal(await section.getAttribute('aria-current'), 'true', 'what it is in is marked');
  const path = page.getByRole('navigation', { name: 'Folder path' });
  assert.deepEqual(await path.getByRole('listitem').allTextContents(), ['Libraries', 'My Library', 'Cottage', 'a.txt']);
  await path.getByRole('link', { name: 'Cottage' }).click();
  await row(page, 'c.txt').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'a.txt' }).waitFor();
});

test('folders are created, renamed, moved, deleted and restored by keyboard alone', { skip }, async () => {
  const { ann, folderId, drawings, page } = await visitHers();
  const grid = page.getByRole('grid', { name: 'Contents of House' });
  await button(page, 'New folder').press('Enter');
  await page.keyboard.type('Permits');
  await page.keyboard.press('Enter');
  await row(page, 'Permits').waitFor();
  await grid.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('F2');
  await dialog(page).waitFor();
  await page.keyboard.type('last');
  await page.keyboard.press('Enter');
  await row(page, 'last.txt').waitFor();
  // The dialog closes when the list is up to date, and takes all keys until then.
  await dialog(page).waitFor({ state: 'detached' });
  await grid.focus();
  await page.keyboard.press('Home');
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('2 selected').waitFor();
  await button(page, 'Move').press('Enter');
  await inTree(page, 'Drawings').press('Enter');
  await page.getByRole('button', { name: 'Move to “Drawings”', disabled: false }).press('Enter');
  await page.getByText('2 items moved to “Drawings”.').waitFor();
  assert.deepEqual(await namesIn(ann, drawings), ['a.txt', 'b.txt']);
  await button(page, 'Undo').last().press('Enter');
  await row(page, 'a.txt').waitFor();
  assert.deepEqual(await namesIn(ann, folderId), ['Drawings/', 'Permits/', 'a.txt', 'b.txt', 'last.txt']);
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+a');
  await page.getByText('5 selected').waitFor();
  await page.keyboard.press('Delete');
  await page.getByText('5 items moved to trash.').waitFor();
  await page.getByText('This folder is empty.').waitFor();
  await page.waitForFunction("document.activeElement.textContent === 'Choose files'");
  await assertSound(page);
  await button(page, 'Undo').last().press('Enter');
  await row(page, 'last.txt').waitFor();
  await page.waitForFunction("document.activeElement.role === 'grid'");
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Drawings' }).waitFor();
});

test('a taken name is refused at its field', { skip }, async () => {
  const { page } = await visitHers();
  await button(page, 'New folder').click();
  await dialog(page).getByLabel('Folder name').fill('drawings');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await dialog(page).getByRole('alert').getByText('This name is already taken').waitFor();
  await assertSound(page);
  await dialog(page).getByLabel('Folder name').fill('a/b');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await dialog(page).getByRole('alert').getByText('/').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
});

test('a document does not get the name of another one, and another extension is pointed out', { skip }, async () => {
  const { ann, folderId, page } = await visitHers();
  await row(page, 'b.txt').click();
  await page.keyboard.press('F2');
  const name = dialog(page).getByRole('textbox');
  await name.fill('b.pdf');
  await dialog(page).getByText('The extension changes from “.txt” to “.pdf”. The file may not open.').waitFor();
  await name.fill('b');
  await dialog(page).getByText('Without “.txt”, the file may not open.').waitFor();
  await assertSound(page);
  await name.fill('A.TXT');
  await dialog(page).getByRole('button', { name: 'Rename' }).click();
  await dialog(page).getByRole('alert').getByText('This name is already taken').waitFor();
  await name.fill('B.txt');
  await dialog(page).getByRole('button', { name: 'Rename' }).click();
  await page.getByText('Renamed to “B.txt”.').waitFor();
  assert.deepEqual(await namesIn(ann, folderId), ['Drawings/', 'a.txt', 'B.txt', 'c.txt']);
});

test('right after a folder is opened, Ctrl+A and arrow keys are meant for the list', { skip }, async () => {
  const { ann, drawings, page } = await visitHers();
  for (const name of ['d.txt', 'e.txt', 'f.txt']) await ann.document(drawings, name);
  await page.getByRole('link', { name: 'Drawings' }).click();
  await row(page, 'f.txt').waitFor();
  await page.keyboard.press('Control+a');
  await page.getByText('3 selected').waitFor();
  assert.equal(await page.evaluate('getSelection().toString()'), '');
  await page.keyboard.press('Escape');
  await page.getByText('3 selected').waitFor({ state: 'detached' });
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('ArrowDown');
  await page.getByText('1 selected').waitFor();
});

test('going back closes a dialog or menu and stays on the page', { skip }, async () => {
  const { ann, drawings, page } = await visitHers();
  await ann.document(drawings, 'plan.txt');
  // By links: only the app itself counts how far back a page lies.
  await page.getByRole('link', { name: 'Drawings' }).click();
  await row(page, 'plan.txt').waitFor();
  await button(page, 'New folder').click();
  await dialog(page).waitFor();
  await page.goBack();
  await dialog(page).waitFor({ state: 'detached' });
  await row(page, 'plan.txt').click({ button: 'right' });
  await page.getByRole('menu').waitFor();
  await page.goBack();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).pathname, `/folders/${drawings}`);
  await page.goBack();
  await row(page, 'a.txt').waitFor();
});

test('sorting and filtering are in the address, and the grid view shows thumbnails', { skip }, async () => {
  const { page } = await visitHers();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await page.waitForURL('**?sort=name+desc');
  await page
    .locator('.library__entry-link')
    .nth(1)
    .and(page.getByText('c.txt', { exact: true }))
    .waitFor();
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('B.T');
  await page.waitForURL('**filter=B.T');
  await page.getByText('1 item', { exact: true }).waitFor();
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('nothing');
  await page.getByText('No items with “nothing” in the name.').waitFor();
  await assertSound(page);
  await button(page, 'Clear filter').click();
  await button(page, 'Grid view').click();
  await page.getByRole('gridcell').filter({ hasText: 'b.txt' }).waitFor();
  await assertSound(page);
  await page.reload();
  await page.getByRole('gridcell').filter({ hasText: 'b.txt' }).waitFor();
  await button(page, 'List view').click();
});

test(
  'actions that would be refused are not offered, and lost rights, missing pages and denied pages are explained',
  { skip },
  async () => {
    const libraryId = await makeLibrary(w.admin, 'Contracts');
    const folderId = await w.admin.folder(libraryId, 'Plans');
    await w.admin.document(folderId, 'plan.txt');
    const mine = await w.admin.document(folderId, 'mine.txt');
    await grant(app, w.bob, { libraryId }, { allow: ['Read'] });
    await grant(app, w.bob, { documentId: mine }, { allow: ['Write', 'Delete'] });
    const page = await openAs(app, w.bob, `/folders/${folderId}`);
    await row(page, 'plan.txt').click();
    await page.getByText('1 selected').waitFor();
    assert.deepEqual(await offered(page), ['Download', 'Share', 'Copy', 'Add star']);
    await row(page, 'mine.txt').click();
    await button(page, 'Delete').waitFor();
    assert.deepEqual(await offered(page), [
      'Download',
      'Share',
      'Tags',
      'Rename',
      'Move',
      'Copy',
      'Add star',
      'Delete',
    ]);
    await page.keyboard.press('Escape');
    assert.equal(await button(page, /New folder|Add/).count(), 0);

    await row(page, 'mine.txt').click();
    await app.sql`delete from permissions where document_id = ${mine}`;
    await page.keyboard.press('Delete');
    await page.getByRole('alert').getByText('You don’t have permission to do this.').waitFor();
    await visit(page, '/folders/999999999');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await assertSound(page);
    const closed = await w.ann.folder(w.ann.libraryId, 'Closed');
    await visit(page, `/folders/${closed}`);
    await page.getByRole('heading', { name: 'You don’t have access' }).waitFor();
    await assertSound(page);
    await close(page);
  },
);

test('a person whose session ended signs in and returns to the same page', { skip }, async () => {
  const { ann, path, page } = await visitHers();
  await row(page, 'a.txt').click();
  await app.sql`delete from sessions where user_id = ${ann.userId}`;
  await page.keyboard.press('Delete');
  await page.waitForURL('**/sign-in?**');
  await signIn(page, ann);
  await row(page, 'a.txt').waitFor();
  assert.equal(new URL(page.url()).pathname, path);
});

test(
  'on a phone, a tap opens an item, and actions are in a sheet that Escape and a tap beside it close',
  { skip },
  async () => {
    const { ann, path } = await house(w.ann);
    const page = await openAs(app, ann, path, PHONE);
    await button(page, 'Select a.txt').tap();
    const sheet = page.getByRole('menu');
    const more = page.getByRole('group', { name: '1 selected' }).getByRole('button', { name: 'More actions' });
    await more.press('Enter');
    await page.waitForFunction(
      "Math.round(document.querySelector('[role=menu]').getBoundingClientRect().bottom) === innerHeight",
    );
    await page.keyboard.press('Tab');
    const focused = page.locator('[role=menu] :focus, [role=menu]:focus');
    assert.equal(await focused.count(), 1, 'the focus is trapped');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await more.tap();
    await sheet.waitFor();
    await page.touchscreen.tap(160, 20);
    await sheet.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, path, 'the tap reached nothing behind the sheet');
    await more.tap();
    await page.getByRole('menuitem', { name: 'Delete' }).tap();
    await page.getByText('“a.txt” moved to trash.').waitFor();
    await row(page, 'Drawings').tap();
    await page.getByRole('heading', { name: 'Drawings' }).waitFor();
    await page.getByText('This folder is empty').waitFor();
    await close(page);
  },
);

// The actions above the list, in order.
const offered = (page: Page) =>
  page.getByRole('group', { name: '1 selected' }).locator('a, button.mantine-Button-root').allTextContents();

/** The library browser: everyday actions and errors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeLibrary } from '../factories/libraries.ts';
import { grant } from '../factories/permissions.ts';
import { makeChild } from '../factories/trees.ts';
import { CHROMIUM, without } from '../parts.ts';
import type { Person } from '../world.ts';
import { ORIGIN, PHONE, assertSound, close, startWebApp } from './browser.ts';
import { openAs, openOnce, signIn, visit } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const inTree = (page: Page, name: string) =>
  dialog(page).getByRole('list', { name: 'Libraries and folders' }).getByRole('button', { name, exact: true });

/** Names in a folder, as the API returns them. */
async function namesIn(person: Person, folderId: number): Promise<string[]> {
  const { Folders, Documents } = (await person.api('GET', `/api/folders/${folderId}?embed=d,f`)).body.Embedded;
  return [
    ...Folders.map(({ FolderName }: { FolderName: string }) => `${FolderName}/`),
    ...Documents.map(({ DocumentName }: { DocumentName: string }) => DocumentName),
  ];
}

const { w, page: herPage } = skip === false ? await openOnce(app, ({ ann }) => ann) : null!;

/** My Library › At … › House with Drawings/, a.txt, b.txt and c.txt. */
async function house() {
  const { ann } = w;
  const town = await ann.folder(ann.libraryId, `At ${crypto.randomUUID()}`);
  const folderId = await makeChild(ann, town, 'House');
  const drawings = await makeChild(ann, folderId, 'Drawings');
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await ann.document(folderId, name);
  return { ann, folderId, drawings, path: `/folders/${folderId}` };
}

/** The same, in her page. */
async function visitHouse() {
  const made = await house();
  await visit(herPage, made.path);
  await herPage.getByRole('grid', { name: 'Contents of House' }).waitFor();
  return { ...made, page: herPage };
}

test('a person who opens a deep link signs in and returns to it', { skip }, async () => {
  const { ann, path } = await house();
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
  const { ann, folderId, drawings, page } = await visitHouse();
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
  await assertSound(page);
  await button(page, 'Undo').last().press('Enter');
  await row(page, 'last.txt').waitFor();
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Drawings' }).waitFor();
});

test('a taken name is refused at its field', { skip }, async () => {
  const { page } = await visitHouse();
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

test('items that are dragged to a folder move there, and conflicts can keep both', { skip }, async () => {
  const { ann, folderId, drawings, page } = await visitHouse();
  await ann.document(drawings, 'a.txt');
  await row(page, 'a.txt').click();
  await row(page, 'b.txt').click({ modifiers: ['Control'] });
  await row(page, 'a.txt').dragTo(row(page, 'Drawings'));
  await page.getByText('“b.txt” moved to “Drawings”.').waitFor();
  await page.getByRole('alert').getByText('“a.txt” already exists in “Drawings”.').waitFor();
  assert.deepEqual(await namesIn(ann, folderId), ['Drawings/', 'a.txt', 'c.txt']);
  await button(page, 'Keep both').click();
  await page.getByText('“a.txt” moved to “Drawings”.').waitFor();
  assert.deepEqual(await namesIn(ann, drawings), ['a (2).txt', 'a.txt', 'b.txt']);
});

test('folders and documents are copied, kept beside the originals, and the copy is undone', { skip }, async () => {
  const { ann, folderId, drawings, page } = await visitHouse();
  await ann.document(drawings, 'plan.txt', 'plan');
  await button(page, 'Select a.txt').click();
  await button(page, 'Select Drawings').click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await inTree(page, 'Drawings').click();
  await dialog(page).getByText('You can’t move a folder into itself.').waitFor();
  await inTree(page, 'House').click();
  await button(page, 'Copy to “House”').click();
  await page
    .getByRole('alert')
    .getByText(/already exist in “House”/)
    .waitFor();
  await button(page, 'Keep both').click();
  await page.getByText('2 items copied to “House”.').waitFor();
  const before = ['Drawings/', 'a.txt', 'b.txt', 'c.txt'];
  assert.deepEqual(await namesIn(ann, folderId), ['Drawings/', 'Drawings (2)/', 'a (2).txt', ...before.slice(1)]);
  await row(page, 'Drawings (2)').waitFor();
  await button(page, 'Undo').last().click();
  await page.getByText('Action undone.').waitFor();
  assert.deepEqual(await namesIn(ann, folderId), before);
});

test('documents are copied, and several are downloaded as one archive', { skip }, async () => {
  const { ann, drawings, page } = await visitHouse();
  await button(page, 'Select a.txt').click();
  await button(page, 'Select b.txt').click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await inTree(page, 'My Library').click();
  await dialog(page).getByText('Documents must be in a folder.').waitFor();
  assert.ok(await button(page, 'Copy to “My Library”').isDisabled());
  await assertSound(page);
  await inTree(page, 'Drawings').click();
  await button(page, 'Copy to “Drawings”').click();
  await page.getByText('2 items copied to “Drawings”.').waitFor();
  assert.deepEqual(await namesIn(ann, drawings), ['a.txt', 'b.txt']);
  await button(page, 'Select b.txt').click();
  await button(page, 'Select Drawings').click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  assert.equal((await download).suggestedFilename(), 'House.zip');
});

test('sorting and filtering are in the address, and the grid view shows thumbnails', { skip }, async () => {
  const { page } = await visitHouse();
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
  const { ann, path, page } = await visitHouse();
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
    const { ann, path } = await house();
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

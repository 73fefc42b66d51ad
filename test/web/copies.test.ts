/** Copying, and moving by drag and drop, with their conflicts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHROMIUM, without } from '../parts.ts';
import { assertSound, startWebApp } from './browser.ts';
import { button, dialog, inTree, namesIn, row, visitHouse } from './house.ts';
import { openOnce } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;
const { w, page: herPage } = skip === false ? await openOnce(app, ({ ann }) => ann) : null!;
const visitHers = async () => visitHouse({ ann: w.ann, page: herPage });

test('items that are dragged to a folder move there, and conflicts can keep both', { skip }, async () => {
  const { ann, folderId, drawings, page } = await visitHers();
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

test('items do not move to the folder that they are in', { skip }, async () => {
  const { page } = await visitHers();
  await button(page, 'Select a.txt').click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await inTree(page, 'House').click();
  await dialog(page).getByText('The items are already here.').waitFor();
  assert.ok(await button(page, 'Move to “House”').isDisabled());
  await assertSound(page);
  await page.keyboard.press('Escape');
});

test('two documents of one name do not move to one folder under it, nor does an undo make two', { skip }, async () => {
  const { ann, folderId, drawings, page } = await visitHers();
  await ann.document(folderId, 'twin.txt', 'one');
  await ann.document(folderId, 'twin.txt', 'two');
  await page.reload();
  await row(page, 'twin.txt').first().click();
  await row(page, 'twin.txt')
    .last()
    .click({ modifiers: ['Control'] });
  await row(page, 'twin.txt').first().dragTo(row(page, 'Drawings'));
  await page.getByRole('alert').getByText('“twin.txt” already exists in “Drawings”.').waitFor();
  await button(page, 'Keep both').click();
  await row(page, 'twin.txt').waitFor({ state: 'detached' });
  assert.deepEqual(await namesIn(ann, drawings), ['twin (2).txt', 'twin.txt']);
  await row(page, 'a.txt').dragTo(row(page, 'Drawings'));
  await page.getByText('“a.txt” moved to “Drawings”.').waitFor();
  await ann.document(folderId, 'a.txt', 'another');
  await button(page, 'Undo').last().click();
  await page.getByRole('alert').getByText('An item with this name already exists there.').waitFor();
  assert.deepEqual(await namesIn(ann, folderId), ['Drawings/', 'a.txt', 'b.txt', 'c.txt']);
});

test('folders and documents are copied, kept beside the originals, and the copy is undone', { skip }, async () => {
  const { ann, folderId, drawings, page } = await visitHers();
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
  const { ann, drawings, page } = await visitHers();
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

/** Filters and columns of a folder: by mouse and by keyboard, in the address, and cleared. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { grant } from '../../factories/permissions.ts';
import { makeLibrary } from '../../factories/libraries.ts';
import { share } from '../links.ts';
import { makeTagType, tagDocument } from '../../factories/tags.ts';
import { makeChild } from '../../factories/trees.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { assertSound, close, startWebApp } from '../browser.ts';
import { openAs } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const chip = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name });
/** Opens the menu of a chip by keyboard, and waits until the keys go to the menu. */
const openMenu = async (page: Page, name: RegExp) => {
  await chip(page, name).press('Enter');
  await page.locator('[role=menu]:focus-within').waitFor();
};
const names = (page: Page) => page.locator('[role=row][aria-selected] .library__entry-link').allTextContents();

/** A folder of a library with Drawings/, a.pdf and b.txt of the admin, and c.txt of Bob, with tags. */
async function office() {
  const { admin, bob } = await app.world();
  const libraryId = await makeLibrary(admin);
  const folderId = await admin.folder(libraryId, 'Office');
  await grant(app, bob, { folderId }, { allow: ['Read', 'Write'] });
  await makeChild(admin, folderId, 'Drawings');
  const a = await admin.document(folderId, 'a.pdf');
  await admin.document(folderId, 'b.txt', 'b');
  const c = await bob.document(folderId, 'c.txt', 'c');
  const phase = await makeTagType(admin, libraryId, 'Phase');
  const due = await makeTagType(admin, libraryId, 'Due', { DataType: 'Date' });
  const area = await makeTagType(admin, libraryId, 'Area', { DataType: 'Numeric' });
  await tagDocument(admin, c, [
    [phase, 'Brief'],
    [due, '12312026'],
    [area, '12.5'],
  ]);
  await share(admin, { documentId: a }, { AllowView: true });
  return { admin, bob, path: `/folders/${folderId}` };
}

const own = skip === false ? await office() : null!;

test(
  'a folder is filtered by kind and person by keyboard, in the address, with Back and a reload',
  { skip },
  async () => {
    const { admin, bob, path } = own;
    const page = await openAs(app, admin, path);
    await row(page, 'c.txt').waitFor();
    await openMenu(page, /^Kind/);
    await page.getByRole('menuitemcheckbox', { name: 'PDFs' }).press('Enter');
    await page.getByText('1 item', { exact: true }).waitFor();
    await page.getByRole('menuitemcheckbox', { name: 'Documents' }).press('Enter');
    await page.getByText('3 items', { exact: true }).waitFor();
    await assertSound(page);
    await page.keyboard.press('Escape');
    await page.waitForURL('**?kind=document%2Cpdf');
    assert.deepEqual(await names(page), ['a.pdf', 'b.txt', 'c.txt']);
    await openMenu(page, /^Modified by/);
    await page.getByRole('menuitem', { name: bob.name }).press('Enter');
    await page.getByText('1 item', { exact: true }).waitFor();
    await page.reload();
    await chip(page, new RegExp(`^Modified by: ${bob.name}`)).waitFor();
    await row(page, 'c.txt').waitFor();
    assert.deepEqual(await names(page), ['c.txt']);
    await page.goBack();
    await page.getByText('3 items', { exact: true }).waitFor();
    await chip(page, /^Clear filter: Kind/).press('Enter');
    await row(page, 'Drawings').waitFor();
    // A person who stored nothing here: looked up by name.
    await openMenu(page, /^Modified by/);
    await page.getByRole('menuitem', { name: 'Another person…' }).press('Enter');
    await page.locator('dialog:focus-within').waitFor();
    // Enter waits for the suggestions of the whole text, of which the first one is Ann.
    await page.keyboard.type('a');
    await page.getByRole('option', { name: /^admin/i }).waitFor();
    await page.keyboard.type('nn');
    await page.keyboard.press('Enter');
    await page.getByText('No items match the filters.').waitFor();
    await page.getByRole('button', { name: 'Show all items' }).press('Enter');
    await row(page, 'Drawings').waitFor();
    await close(page);
  },
);

test('a folder is filtered by date and tag, and shows tags and shared items in columns', { skip }, async () => {
  const { admin, path } = own;
  const page = await openAs(app, admin, path);
  const dialog = page.getByRole('dialog');
  await row(page, 'c.txt').waitFor();
  await chip(page, /^Modified$/).click();
  await page.getByRole('menuitem', { name: 'Custom range…' }).click();
  await dialog.getByLabel('From').fill('2001-02-03');
  await dialog.getByLabel('To').fill('2001-02-02');
  await dialog.getByText('The last day must not be before the first.').waitFor();
  await dialog.getByLabel('To').fill('2001-02-04');
  await page.keyboard.press('Enter');
  await page.getByText('No items match the filters.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row(page, 'c.txt').waitFor();
  await chip(page, /^Tag/).click();
  await dialog.getByLabel('Tag').selectOption('Area');
  await dialog.getByLabel('Value').fill('large');
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter a number like 12.5.').waitFor();
  await assertSound(page);
  await dialog.getByLabel('Value').fill('12.5');
  await page.keyboard.press('Enter');
  await chip(page, /^Area: 12.5/).waitFor();
  await page.getByText('1 item', { exact: true }).waitFor();
  assert.deepEqual(await names(page), ['c.txt']);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'View options' }).press('Enter');
  for (const name of ['Shared', 'Phase', 'Due']) await page.getByRole('menuitemcheckbox', { name }).press('Enter');
  await page.keyboard.press('Escape');
  await row(page, 'c.txt').getByText('31 Dec 2026').waitFor();
  await row(page, 'c.txt').getByText('Brief').waitFor();
  await row(page, 'a.pdf').getByRole('img', { name: 'Shared' }).waitFor();
  assert.equal(await row(page, 'c.txt').getByRole('img', { name: 'Shared' }).count(), 0);
  await assertSound(page);
  // The first request after a reload asks for the properties of the columns.
  await page.reload();
  await row(page, 'c.txt').getByText('Brief').waitFor();
  await close(page);
});

/** The command palette, the sheet of shortcuts, and the keys that lead there. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { makeChild } from '../../factories/trees.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { assertSound, close, startWebApp } from '../browser.ts';
import { openAs } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

test(
  'the keyboard reaches search, the command palette and the sheet of shortcuts from any page',
  { skip },
  async () => {
    const { ann } = await app.world();
    const folderId = await ann.folder(ann.libraryId, 'House');
    await makeChild(ann, folderId, 'Drawings');
    await ann.document(folderId, 'a.txt');
    const page = await openAs(app, ann, `/folders/${folderId}`);
    await page.getByRole('row').filter({ hasText: 'a.txt' }).waitFor();
    // A checkbox leaves the keys to the list.
    await page.getByRole('button', { name: 'Select a.txt' }).click();
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 selected').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('?');
    assert.equal(await page.getByRole('combobox', { name: 'Search', exact: true }).inputValue(), '?');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search files, pages and actions' });
    await field.fill('draw');
    await page.getByRole('option', { name: /^Drawings/ }).waitFor();
    await assertSound(page);
    // The list still shows what was found for the former text.
    await field.fill('a.txt');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'a.txt', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await field.fill('draw');
    await page.getByRole('option', { name: /^Drawings/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Drawings' }).waitFor();
    await page.keyboard.press('Control+k');
    await field.fill('new fold');
    await page.keyboard.press('Enter');
    await page.getByLabel('Folder name').fill('New');
    // A proxy's answer gives no reason.
    const refused = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };
    await page.route('**/api/folders/*/folders', (route) => route.fulfill(refused));
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Something went wrong on the server. Try again.').waitFor();
    await page.unrouteAll();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Rename').waitFor();
    await assertSound(page);
    await sheet.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await field.waitFor();
    assert.equal(await sheet.count(), 0);
    await close(page);
  },
);

test('after going back from an item the keys go on at its row', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'House');
  await makeChild(ann, folderId, 'Drawings');
  for (const name of ['f1.txt', 'f2.txt', 'f3.txt', 'f4.txt']) await ann.document(folderId, name, name);
  const page = await openAs(app, ann, `/folders/${folderId}`);
  const selected = page.getByRole('row', { selected: true });
  await page.getByRole('link', { name: 'f2.txt', exact: true }).dblclick();
  await page.getByRole('heading', { name: 'f2.txt', level: 1 }).waitFor();
  await page.goBack();
  await page.locator('[role=grid]:focus').waitFor();
  assert.equal(await selected.count(), 0);
  await page.keyboard.press('ArrowDown');
  await selected.filter({ hasText: 'f3.txt' }).waitFor();
  // The last document that was read by the arrow keys, and a folder.
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'f3.txt', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Next: f4.txt' }).click();
  await page.getByRole('heading', { name: 'f4.txt', level: 1 }).waitFor();
  await page.goBack();
  await page.locator('[role=grid]:focus').waitFor();
  await page.keyboard.press('ArrowUp');
  await selected.filter({ hasText: 'f3.txt' }).waitFor();
  await page.getByRole('link', { name: 'Drawings', exact: true }).dblclick();
  await page.getByRole('heading', { name: 'Drawings' }).waitFor();
  await page.goBack();
  await page.locator('[role=grid]:focus').waitFor();
  await page.keyboard.press('ArrowDown');
  await selected.filter({ hasText: 'f1.txt' }).waitFor();
  await close(page);
});

test(
  'a renamed item stays selected wherever its name puts it, and after a deletion the keys go on in its place',
  { skip },
  async () => {
    const { ann } = await app.world();
    const folderId = await ann.folder(ann.libraryId, 'House');
    await makeChild(ann, folderId, 'Drawings');
    for (const name of ['f1.txt', 'f2.txt', 'f3.txt', 'f4.txt']) await ann.document(folderId, name, name);
    const page = await openAs(app, ann, `/folders/${folderId}`);
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    const selected = page.getByRole('row', { selected: true });
    await row('f2.txt').click();
    await page.keyboard.press('F2');
    await page.getByRole('dialog').getByLabel('Name').fill('zz.txt');
    await page.keyboard.press('Enter');
    await selected.filter({ hasText: 'zz.txt' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('s');
    await page.getByText('“zz.txt” starred.').waitFor();
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Rename “zz.txt”' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await row('f3.txt').click();
    await page.keyboard.press('Delete');
    await row('f3.txt').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowUp');
    await selected.filter({ hasText: 'f1.txt' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await selected.filter({ hasText: 'f4.txt' }).waitFor();
    await close(page);
  },
);

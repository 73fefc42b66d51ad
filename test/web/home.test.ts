/** The home page, stars and the first steps, by mouse and by keyboard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { grant } from '../factories/permissions.ts';
import { makeTask } from '../factories/tasks.ts';
import { CHROMIUM, without } from '../parts.ts';
import { ORIGIN, assertSound, close, startWebApp } from './browser.ts';
import { openAs } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

test(
  'a person finds a task, stars an item in a list by keyboard, and reopens a document from the home page',
  { skip },
  async () => {
    const w = await app.world();
    const folderId = await w.bob.folder(w.bob.libraryId, 'Plans');
    const documentId = await w.bob.document(folderId, 'plan.txt');
    await grant(app, w.ann, { folderId }, { allow: ['Read'] });
    await makeTask(app, w.bob, w.ann.email, documentId);
    const page = await openAs(app, w.ann, '/');
    await page.waitForURL(`${ORIGIN}/home`);
    await part(page, 'Waiting for you').getByRole('link', { name: 'Review plan.txt' }).waitFor();
    await part(page, 'Recent documents').getByText('will appear here').waitFor();
    await assertSound(page);

    // The keyboard stars the active row, and its menu then offers to remove the star.
    await page.goto(`${ORIGIN}/folders/${folderId}`);
    const row = page.getByRole('row').filter({ hasText: 'plan.txt' });
    await row.waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('s');
    await row.getByRole('img', { name: 'Starred' }).waitFor();
    await button(page, 'Actions for plan.txt').click();
    await page.getByRole('menuitem', { name: 'Remove star' }).waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Star Plans').click();
    await page.getByText('“Plans” starred.').waitFor();
    await row.getByRole('link').click();
    await page.getByRole('button', { name: 'Star plan.txt', pressed: true }).waitFor();

    // The page may be left before its preview was read.
    await w.ann.api('GET', `/api/documents/${documentId}/content`);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await part(page, 'Recent documents').getByRole('link', { name: 'plan.txt' }).waitFor();
    await part(page, 'Starred').getByRole('link', { name: 'Plans' }).waitFor();
    await assertSound(page);
    await part(page, 'Starred').getByRole('link', { name: 'Show all: Starred' }).click();
    await page.getByRole('heading', { name: 'Starred' }).waitFor();
    await button(page, 'Star Plans').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Star removed from “Plans”.').waitFor();
    await page.getByRole('link', { name: 'Plans', exact: true }).waitFor({ state: 'detached' });
    assert.equal((await w.ann.api('GET', '/api/users/me/starred')).body.length, 1);
    await assertSound(page);
    await close(page);
  },
);

test('a site admin follows and dismisses the first steps', { skip }, async () => {
  const w = await app.world();
  const page = await openAs(app, w.admin, '/home');
  const steps = part(page, 'Get started');
  await steps.getByText('Create a library').waitFor();
  await steps.getByRole('button', { name: 'Dismiss: Add your organization’s name and logo' }).click();
  await steps.getByText('Add your organization’s name and logo').waitFor({ state: 'detached' });
  await assertSound(page);
  await steps.getByRole('link', { name: 'Create library' }).click();
  await page.waitForURL(`${ORIGIN}/admin/libraries`);
  await page.goto(`${ORIGIN}/home`);
  await steps.getByRole('button', { name: 'Dismiss all' }).click();
  await steps.waitFor({ state: 'detached' });
  assert.deepEqual((await w.admin.api('GET', '/api/users/me/home')).body.Checklist, []);
  await close(page);
});

test(
  'files for the root of a library go to a new folder, or to one that the person chooses by keyboard',
  { skip },
  async () => {
    const w = await app.world();
    const { ann } = w;
    const house = await ann.folder(ann.libraryId, 'House');
    const page = await openAs(app, ann, `/libraries/${ann.libraryId}`);
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
    const add = (name: string) => page.locator('input[type=file]').first().setInputFiles(file(name));
    await page.getByRole('link', { name: 'House' }).waitFor();
    await add('first.txt');
    await dialog(page).getByLabel('Folder name').fill('Garden');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Garden' }).waitFor();

    await add('second.txt');
    await button(page, 'Choose an existing folder').focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('button', { name: 'House', exact: true }).press('Enter');
    const upload = page.getByRole('button', { name: 'Upload to “House”', disabled: false });
    await upload.waitFor();
    await assertSound(page);
    await upload.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    const names = async (folderId: number) =>
      (await ann.api('GET', `/api/folders/${folderId}/documents`)).body.map(
        ({ DocumentName }: { DocumentName: string }) => DocumentName,
      );
    await page.getByRole('link', { name: 'House' }).click();
    await page.getByRole('link', { name: 'second.txt' }).waitFor();
    assert.deepEqual(await names(house), ['second.txt']);
    await close(page);
  },
);

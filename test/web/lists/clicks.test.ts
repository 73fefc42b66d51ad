/** The clicks of frequent jobs, counted in one visit and compared with the table in docs/clicks.md. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { CHROMIUM, without } from '../../parts.ts';
import { close, startWebApp, troublesOf } from '../browser.ts';
import { openAs, visit } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name });
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const dialog = (page: Page) => page.getByRole('dialog');

type Job = { page: Page; folder: string; click: (target: Locator) => Promise<void>; choose: Choose };
/** A choice from a list: a click that opens it, and one on the option. */
type Choose = (list: Locator, option: string) => Promise<void>;

/** The jobs of the table, by their first words, each in the open folder with its item. */
const JOBS: Record<string, (job: Job) => Promise<void>> = {
  'upload a file': async ({ page, click }) => {
    const chooser = page.waitForEvent('filechooser');
    await click(button(page, 'Upload files'));
    await (await chooser).setFiles([{ name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from('new') }]);
    await row(page, 'new.txt').waitFor();
  },
  'copy a link': async ({ page, click }) => {
    await row(page, 'a.txt').hover();
    await click(button(page, 'Copy link: a.txt'));
    await page.getByText('Link copied').waitFor();
    assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /\/documents\/\d+$/);
  },
  'give a colleague access': async ({ page, click }) => {
    await row(page, 'a.txt').hover();
    await click(button(page, 'Share: a.txt'));
    await dialog(page).getByRole('combobox', { name: 'Add people' }).pressSequentially('bo');
    await click(dialog(page).getByRole('option', { name: /^Bob/ }));
    await click(button(page, 'Send'));
    await page.getByText('Shared with Bob.').waitFor();
  },
  'find a document by name': async ({ page, click }) => {
    const field = page.getByRole('banner').getByRole('combobox');
    await click(field);
    await field.fill('a.t');
    await field.press('Enter');
    await click(page.getByRole('main').getByRole('link', { name: /^a\.txt/ }));
    await page.getByRole('heading', { name: 'a.txt' }).waitFor();
  },
  'reopen yesterday’s file': async ({ page, click }) => {
    await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }));
    await click(page.getByRole('region', { name: 'Recent documents' }).getByRole('link', { name: 'a.txt' }));
    await page.getByRole('heading', { name: 'a.txt' }).waitFor();
  },
  'move a file far away': async ({ page, click }) => {
    await click(button(page, 'Actions for b.txt'));
    await click(menuItem(page, 'Move'));
    await dialog(page).getByRole('searchbox').fill('Far');
    await click(dialog(page).getByRole('button', { name: /^Far away/ }));
    await click(button(page, /^Move to/));
    await page.getByText('“b.txt” moved to “Far away”.').waitFor();
  },
  'restore a version': async ({ page, click }) => {
    await click(page.getByRole('link', { name: 'a.txt' }));
    await click(page.getByRole('tab', { name: 'Versions' }));
    await click(button(page, /^Restore version 1/));
    await page.getByText('Version 3').waitFor();
  },
  'request files': async ({ page, click }) => {
    await click(button(page, 'Request files'));
    await click(button(page, 'Create and copy link'));
    await dialog(page).getByText('Link copied.').waitFor();
  },
  'ask for approval': async ({ page, click }) => {
    await click(button(page, 'Actions for a.txt'));
    await click(menuItem(page, 'Request approval'));
    await dialog(page).getByRole('combobox').pressSequentially('bo');
    await click(dialog(page).getByRole('option', { name: /^Bob/ }));
    await dialog(page).getByRole('textbox', { name: 'Instructions' }).fill('May we sign?');
    await click(button(page, 'Send request'));
    await dialog(page).waitFor({ state: 'detached' });
  },
  'recover a deleted file': async ({ page, click }) => {
    await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Trash' }));
    await click(button(page, 'Restore gone.txt'));
    await page.getByText('“gone.txt” restored.').waitFor();
  },
  'change an expiration': async ({ page, click, choose }) => {
    await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My links' }));
    await click(button(page, /^Edit/).first());
    await choose(dialog(page).getByLabel('Expires'), 'In 1 day');
    await click(button(page, 'Save'));
    await dialog(page).waitFor({ state: 'detached' });
  },
};

/** The number in the column "now" of each job. */
async function readTable(): Promise<Map<string, number>> {
  const page = await readFile(resolve(import.meta.dirname, '../../../docs/clicks.md'), 'utf8');
  const cells = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const columns = cells.find(([, first]) => first === 'job') ?? [];
  return new Map(cells.map((line) => [line[1] ?? '', Number.parseInt(line[columns.indexOf('now')] ?? '', 10)]));
}

test('frequent jobs take as many clicks as docs/clicks.md says', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'House');
  await ann.folder(ann.libraryId, 'Far away');
  for (const name of ['a.txt', 'b.txt', 'gone.txt']) {
    const documentId = await ann.document(folderId, name, name);
    if (name === 'a.txt') await ann.revise(documentId, name, 'second');
    if (name === 'gone.txt') await ann.api('DELETE', `/api/documents/${documentId}`);
  }
  const folder = `/folders/${folderId}`;
  const page = await openAs(app, ann, folder);
  // Due dates begin with today.
  await page.clock.setFixedTime(app.clock.now);
  const table = await readTable();
  for (const [name, work] of Object.entries(JOBS)) {
    await visit(page, folder);
    await row(page, 'a.txt').waitFor();
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks += 1;
      await target.click();
    };
    const choose: Choose = async (list, option) => {
      clicks += 2;
      await list.selectOption(option);
    };
    await work({ page, folder, click, choose });
    assert.equal(clicks, table.get(name), name);
    await page.keyboard.press('Escape');
  }
  assert.deepEqual(troublesOf(page), []);
  await close(page);
});

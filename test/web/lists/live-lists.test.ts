/** Two people look at one folder at once. The server announces changes; the pages do not wait for a poll. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { grant } from '../../factories/permissions.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, close, startWebApp, troublesOf } from '../browser.ts';
import { openAs, visit } from '../people.ts';
import { until } from '../../waiting.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

test(
  'a folder that is open shows its new name, and leaving is asked about while an action runs',
  { skip },
  async () => {
    const { ann } = await app.world();
    const folderId = await ann.folder(ann.libraryId, 'Plans');
    await ann.document(folderId, 'a.txt');
    const page = await openAs(app, ann, '/libraries');
    await page.clock.install();
    await page.goto(`${ORIGIN}/folders/${folderId}`);
    await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor();
    await ann.api('PATCH', `/api/folders/${folderId}`, { FolderName: 'Drawings' });
    for (let seconds = 0; seconds < 65; seconds += 5) await page.clock.runFor(5000);
    await page.getByRole('heading', { name: 'Drawings', level: 1 }).waitFor();
    const asks = () => page.evaluate<boolean>(`!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
    assert.equal(await asks(), false);
    // No response, so that the action goes on.
    await page.route('**/api/documents/*', (route) =>
      route.request().method() === 'DELETE' ? undefined : route.fallback(),
    );
    await page.getByRole('row').filter({ hasText: 'a.txt' }).click();
    await page.keyboard.press('Delete');
    await until(asks);
    await close(page);
  },
);

test(
  'uploads, renames, moves and deletions by another person appear by themselves, also those of a time without a network, and selection, focus and scroll position stay',
  { skip },
  async () => {
    const { ann, bob } = await app.world();
    const folderId = await ann.folder(ann.libraryId, 'Plans');
    const elsewhere = await ann.folder(ann.libraryId, 'Elsewhere');
    const ids = new Map<string, number>();
    for (let n = 10; n < 50; n += 1) ids.set(`m${n}.txt`, await ann.document(folderId, `m${n}.txt`, `${n}`));
    const idOf = (name: string) => ids.get(name) ?? 0;
    await grant(app, bob, { folderId }, { allow: ['Read', 'Write', 'Delete'] });
    const page = await openAs(app, bob, `/folders/${folderId}`);
    // Without timers that repeat, nothing is polled.
    await page.addInitScript('window.setInterval = () => 0');
    await page.reload();
    const stream = page.waitForResponse((response) => response.url().includes(`stream?folders=${folderId}`));
    await row(page, 'm12.txt').click();
    const grid = page.getByRole('grid');
    const scroll = () => grid.evaluate((list: { scrollTop: number }) => list.scrollTop);
    await grid.evaluate((list: { scrollTop: number }) => void (list.scrollTop = 96));
    await stream;

    await ann.document(folderId, 'm13b.txt', 'new');
    await row(page, 'm13b.txt').waitFor();
    await ann.api('PATCH', `/api/documents/${idOf('m14.txt')}`, { DocumentName: 'm14 renamed.txt' });
    await row(page, 'm14 renamed.txt').waitFor();
    await ann.api('PATCH', `/api/documents/${idOf('m15.txt')}`, { FolderId: elsewhere });
    await row(page, 'm15.txt').waitFor({ state: 'detached' });
    await ann.api('DELETE', `/api/documents/${idOf('m16.txt')}`);
    await row(page, 'm16.txt').waitFor({ state: 'detached' });
    await ann.api('POST', `/api/folders/${folderId}/folders`, { FolderName: 'A folder above all' });
    await page.getByText('40 items').waitFor();

    assert.equal(await scroll(), 96);
    await page.getByText('1 selected').waitFor();
    assert.equal(await row(page, 'm12.txt').getAttribute('aria-selected'), 'true');
    const active = await grid.getAttribute('aria-activedescendant');
    assert.equal(await row(page, 'm12.txt').getAttribute('id'), active, 'The focus stays on its item.');
    await page.keyboard.press('Delete');
    await row(page, 'm12.txt').waitFor({ state: 'detached' });

    // Nothing is announced to a browser without a network. When it is back, it asks for the list again.
    await page.context().setOffline(true);
    await ann.document(folderId, 'm17b.txt', 'meanwhile');
    await page.context().setOffline(false);
    await row(page, 'm17b.txt').waitFor();
    await ann.document(folderId, 'm18b.txt', 'later');
    await row(page, 'm18b.txt').waitFor();

    await app.sql`delete from permissions where folder_id = ${folderId} and user_id = ${bob.userId}`;
    await page.getByRole('heading', { name: 'You don’t have access' }).waitFor();
    assert.deepEqual(troublesOf(page), []);
    await close(page);
  },
);

test('a tab that goes through folders while streams open slowly keeps one stream', { skip }, async () => {
  const { ann } = await app.world();
  const folderIds: number[] = [];
  for (const name of ['One', 'Two', 'Three']) folderIds.push(await ann.folder(ann.libraryId, name));
  const page = await openAs(app, ann, '/libraries');
  await page.addInitScript(`
    window.streams = [];
    window.EventSource = class extends EventSource { constructor(url) { super(url); window.streams.push(this); } };
  `);
  // The second stream opens after the third.
  await page.route('**/stream?folders=*', async (route) => {
    if (route.request().url().includes(`folders=${folderIds[1]}`)) await setTimeout(3000);
    await route.continue();
  });
  await page.reload();
  for (const folderId of folderIds) {
    const asked = page.waitForRequest((request) => request.url().includes(`stream?folders=${folderId}`));
    await visit(page, `/folders/${folderId}`);
    await asked;
  }
  await page.waitForResponse((response) => response.url().includes(`stream?folders=${folderIds[2]}`));
  await until(() => page.evaluate<boolean>('window.streams.filter(({ readyState }) => readyState !== 2).length === 1'));
  await close(page);
});

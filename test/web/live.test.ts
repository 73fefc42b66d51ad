/** Changes by other people appear within seconds and do not interrupt the person. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { grant } from '../factories/permissions.ts';
import { CHROMIUM, without } from '../parts.ts';
import { ORIGIN, close, startWebApp, troublesOf } from './browser.ts';
import { openAs, openOnce } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

const { w, page: hisPage } = skip === false ? await openOnce(app, ({ bob }) => bob) : null!;
if (skip === false) await hisPage.clock.install();

/** A folder of Ann that Bob can read, and Bob's page, whose clock tests move. */
async function readTogether(names: string[] = []) {
  const folderId = await w.ann.folder(w.ann.libraryId, `Plans ${crypto.randomUUID()}`);
  const ids = new Map<string, number>();
  for (const name of names) ids.set(name, await w.ann.document(folderId, name, name));
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Write', 'Delete'] });
  return { ...w, folderId, ids, page: hisPage };
}

test('a second tab shows a change in lists, trash and documents at once', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const documentId = await ann.document(folderId, 'a.txt');
  const page = await openAs(app, ann, `/folders/${folderId}`);
  const open = async (path: string) => {
    const tab = await page.context().newPage();
    await tab.clock.install();
    await tab.goto(`${ORIGIN}${path}`);
    await tab.getByRole('banner').waitFor();
    return tab;
  };
  const list = await open(`/folders/${folderId}`);
  const trash = await open('/trash');
  const document = await open(`/documents/${documentId}?tab=versions`);
  await row(list, 'a.txt').waitFor();
  await trash.getByText('Trash is empty.').waitFor();
  await document.getByText('Version 1').waitFor();
  // These tabs are idle, so only the message from the other tab refreshes them.
  for (const tab of [list, trash, document]) await tab.clock.fastForward('06:00');
  await row(page, 'a.txt').click();
  await page.keyboard.press('F2');
  await page.getByLabel('New name').fill('b.txt');
  await page.keyboard.press('Enter');
  await row(list, 'b.txt').waitFor();
  await document.getByRole('heading', { name: 'b.txt' }).waitFor();
  await row(page, 'b.txt').click();
  await page.keyboard.press('Delete');
  await row(list, 'b.txt').waitFor({ state: 'detached' });
  await trash.getByText('b.txt').waitFor();
  await document.getByRole('heading', { name: 'Page not found' }).waitFor();
  await close(page);
});

test(
  'a change by a colleague appears within seconds and keeps the selection, input and scroll position',
  { skip },
  async () => {
    const names = Array.from({ length: 40 }, (_, n) => `m${n + 10}.txt`);
    const { ann, folderId, page } = await readTogether(names);
    await page.goto(`${ORIGIN}/folders/${folderId}`);
    await row(page, 'm12.txt').click();
    const grid = page.getByRole('grid');
    await grid.evaluate((list: { scrollTop: number }) => void (list.scrollTop = 300));
    await page.keyboard.press('F2');
    await page.getByLabel('New name').fill('half a na');
    await ann.document(folderId, 'z.txt');
    await page.clock.runFor(6000);
    await page.getByText('41 items').waitFor();
    assert.equal(await page.getByLabel('New name').inputValue(), 'half a na');
    assert.equal(await grid.evaluate((list: { scrollTop: number }) => list.scrollTop), 300);
    await page.keyboard.press('Escape');
    await page.getByText('1 selected').waitFor();
    assert.deepEqual(troublesOf(page), []);
  },
);

test('the document page shows a new version and a deletion by a colleague', { skip }, async () => {
  const { ann, ids, page } = await readTogether(['a.txt']);
  const documentId = ids.get('a.txt') ?? 0;
  await page.goto(`${ORIGIN}/documents/${documentId}?tab=versions`);
  await page.getByText('Version 1').waitFor();
  app.clock.advance(60_000);
  await ann.revise(documentId, 'a.txt', 'second');
  await page.clock.runFor(6000);
  await page.getByRole('link', { name: 'Download version 2' }).waitFor();
  await ann.api('DELETE', `/api/documents/${documentId}`);
  await page.clock.runFor(6000);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});

test('a person who loses access sees it within seconds, and the page stops polling', { skip }, async () => {
  const { bob, folderId, page } = await readTogether(['a.txt']);
  await page.goto(`${ORIGIN}/folders/${folderId}`);
  await row(page, 'a.txt').waitFor();
  await app.sql`delete from permissions where folder_id = ${folderId} and user_id = ${bob.userId}`;
  await page.clock.runFor(6000);
  await page.getByRole('heading', { name: 'You don’t have access' }).waitFor();
  const asked = countAsked(page);
  await page.clock.runFor(20_000);
  assert.deepEqual(asked(), []);
});

test('an idle tab sends no requests and refreshes when it is used again', { skip }, async () => {
  const { ann, folderId, page } = await readTogether(['a.txt']);
  await page.goto(`${ORIGIN}/folders/${folderId}`);
  await row(page, 'a.txt').waitFor();
  // An unused page asks for the end of its session once, and then at most every ten minutes.
  const session = page.waitForResponse('**/api/sessions/current');
  await page.clock.fastForward('06:00');
  await session;
  const asked = countAsked(page);
  await ann.document(folderId, 'b.txt');
  await page.clock.runFor(60_000);
  assert.deepEqual(asked(), []);
  await page.mouse.move(600, 300);
  await row(page, 'b.txt').waitFor();
});

/** The requests of a page since the last call. */
function countAsked(page: Page): () => string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/api/') && !path.startsWith('/api/notifications')) seen.push(path);
  });
  return () => seen;
}

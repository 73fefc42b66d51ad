/** Actions on many items of which some fail. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHROMIUM, without } from '../../parts.ts';
import { close, startWebApp } from '../browser.ts';
import { openAs } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

test('each reason is named with its number of items, and what failed stays selected', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const ids = [];
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']) ids.push(await ann.document(folderId, name));
  const page = await openAs(app, ann, `/folders/${folderId}`);
  await page.getByRole('link', { name: 'e.txt' }).waitFor();
  await page.route(new RegExp(`/api/documents/(?:${ids[0]}|${ids[1]})$`), (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 403, json: {} }) : route.continue(),
  );
  await page.route(new RegExp(`/api/documents/${ids[2]}$`), (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 404, json: {} }) : route.continue(),
  );
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.getByText('2 items moved to trash.').waitFor();
  const why = '3 of 5 failed. 2: You don’t have permission to do this. 1: This item no longer exists.';
  await page.getByText(why).waitFor();
  const selected = page.getByRole('row', { selected: true });
  await page.getByText('2 selected').waitFor();
  assert.deepEqual(
    (await selected.allInnerTexts()).map((text) => /[a-e]\.txt/.exec(text)?.[0]),
    ['a.txt', 'b.txt'],
  );
  await page.unrouteAll();
  await page.keyboard.press('Delete');
  await page.getByText('2 items moved to trash.').nth(1).waitFor();
  await close(page);
});

test('a target that is gone is named, and not only the item', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const target = await ann.folder(ann.libraryId, 'Archive');
  await ann.document(folderId, 'a.txt');
  const page = await openAs(app, ann, `/folders/${folderId}`);
  await page.getByRole('link', { name: 'a.txt' }).waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
  const move = dialog.getByRole('button', { name: 'Move to “Archive”', disabled: false });
  await move.waitFor();
  await ann.api('DELETE', `/api/folders/${target}`);
  await move.click();
  await page.getByText('The item or “Archive” no longer exists.').waitFor();
  await page.getByRole('link', { name: 'a.txt' }).waitFor();
  await close(page);
});

test('a page that cannot be loaded says why, and the button keeps the focus all the time', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  for (let made = 0; made < 61; made += 1)
    await ann.api('DELETE', `/api/documents/${await ann.document(folderId, `Plan ${made}.txt`, `${made}`)}`);
  const page = await openAs(app, ann, '/trash');
  const more = page.getByRole('button', { name: 'Show more' });
  await more.waitFor();
  const isFocused = () => page.evaluate<boolean>('document.activeElement.textContent === "Show more"');
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(/after=/, async (route) => {
    asked.resolve();
    await answered.promise;
    await route.fulfill({ status: 403, json: {} });
  });
  await more.focus();
  await page.keyboard.press('Enter');
  await asked.promise;
  // A second press does nothing.
  await page.keyboard.press('Enter');
  assert.equal(await isFocused(), true);
  await page.getByRole('status').getByText('Loading more…').waitFor({ state: 'attached' });
  answered.resolve();
  await page.getByRole('main').getByRole('alert').waitFor();
  assert.equal(await isFocused(), true);
  await page.unrouteAll();
  await page.keyboard.press('Enter');
  await more.waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('alert').count(), 0);
  await close(page);
});

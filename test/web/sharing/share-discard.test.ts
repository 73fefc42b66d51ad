/** The share dialog keeps what was entered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHROMIUM, without } from '../../parts.ts';
import { close, startWebApp } from '../browser.ts';
import { openAs } from '../people.ts';
import { button, dialog, shareHouse, who } from './share-dialog.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;
const house = () => shareHouse(app);

test('an invitation that was begun is discarded after a question', { skip }, async () => {
  const { ann, folderId, entries } = await house();
  const page = await openAs(app, ann, `/folders/${folderId}`);
  await button(page, 'Share').click();
  await who(page).fill('x@outside.test,');
  await button(page, 'Remove x@outside.test').waitFor();
  // A browser closes a dialog at once if Escape is pressed again and again.
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor();
  assert.equal(await page.evaluate(`document.querySelector('dialog').open`), true);
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  assert.deepEqual(await entries(`folders/${folderId}`), []);
  await close(page);
});

test(
  'an address that is typed but not added, and the button Back, lose nothing without the question',
  { skip },
  async () => {
    const { ann, folderId, entries } = await house();
    const page = await openAs(app, ann, `/folders/${folderId}`);
    await button(page, 'Share').click();
    const question = page.getByRole('alertdialog');
    // The beginning of a name is nothing to lose.
    await who(page).fill('x');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await button(page, 'Share').click();
    await who(page).fill('x@outside.test');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    // Leaving the field for the question added the address.
    await button(page, 'Remove x@outside.test').waitFor();
    await dialog(page).getByLabel('Message').fill('See you');
    await dialog(page).getByRole('button', { name: 'Back' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    assert.equal(await dialog(page).getByLabel('Message').inputValue(), 'See you');
    await dialog(page).getByRole('button', { name: 'Back' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await button(page, 'Remove x@outside.test').waitFor({ state: 'detached' });
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    assert.deepEqual(await entries(`folders/${folderId}`), []);
    await close(page);
  },
);

test('a new link that was begun is discarded after a question, and an untouched one without', { skip }, async () => {
  const { ann, folderId, mine } = await house();
  const page = await openAs(app, ann, `/folders/${folderId}`);
  await button(page, 'Share').click();
  await dialog(page).getByRole('button', { name: 'New link' }).click();
  await dialog(page).getByLabel('Protection').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await button(page, 'Share').click();
  await dialog(page).getByRole('button', { name: 'New link' }).click();
  await dialog(page).getByLabel('Protection').selectOption('Password');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  assert.deepEqual(await mine(), []);
  await close(page);
});

test('an invitation that is being sent cannot be discarded', { skip }, async () => {
  const { ann, folderId, mine } = await house();
  const page = await openAs(app, ann, `/folders/${folderId}`);
  const sent = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(`**/api/folders/${folderId}/access`, async (route) => {
    sent.resolve();
    await answered.promise;
    await route.continue();
  });
  await button(page, 'Share').click();
  await who(page).fill('x@outside.test,');
  await button(page, 'Remove x@outside.test').waitFor();
  await button(page, 'Send').click();
  await sent.promise;
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  assert.equal(await page.getByRole('alertdialog').count(), 0);
  assert.equal(await dialog(page).count(), 1);
  answered.resolve();
  await page.getByText('Shared with x@outside.test.').waitFor();
  assert.equal((await mine()).length, 1);
  await close(page);
});

test('a link whose answer was lost is created once, however often it is asked for', { skip }, async () => {
  const { ann, folderId, mine } = await house();
  const page = await openAs(app, ann, `/folders/${folderId}`);
  await button(page, 'Share').click();
  await dialog(page).getByRole('button', { name: 'New link' }).click();
  const create = dialog(page).getByRole('button', { name: 'Create and copy link' });
  let lost = 0;
  await page.route(/\/shares$/, async (route) => {
    const request = route.request();
    if (request.method() !== 'POST' || lost > 0) return route.fallback();
    lost += 1;
    // The server does it, and the answer does not arrive.
    const key = { 'idempotency-key': request.headers()['idempotency-key'] ?? '' };
    await ann.api('POST', new URL(request.url()).pathname, request.postDataJSON(), key);
    return route.abort();
  });
  await create.click();
  await dialog(page).getByRole('alert').waitFor();
  await create.click();
  await create.waitFor({ state: 'detached' });
  assert.equal((await mine()).length, 1);
  await close(page);
});

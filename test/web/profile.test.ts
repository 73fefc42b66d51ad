/** A person's profile, and people in lists, with their card. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { makeTask } from '../factories/tasks.ts';
import { CHROMIUM, without } from '../parts.ts';
import { ORIGIN, assertSound, close, startWebApp } from './browser.ts';
import { openAs, tabTo } from './people.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

test('a person sets name, time zone and picture by keyboard and mouse, and others see them', { skip }, async () => {
  const w = await app.world();
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'Plans'), 'plan.txt');
  await makeTask(app, w.ann, w.bob.email, documentId);
  const page = await openAs(app, w.ann, '/libraries');
  await button(page, 'Account of Ann').click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ann Baker');
  await page.getByLabel('Time zone').selectOption('Europe/Lisbon');
  await page.getByLabel('Time zone').press('Enter');
  await button(page, 'Save changes').click();
  await page.getByText('Profile saved.').waitFor();
  await button(page, 'Account of Ann Baker').waitFor();
  await page.getByLabel('Uploads through my links').uncheck();
  await page.waitForFunction(
    `fetch('/api/users/me').then((r) => r.json()).then((me) => !me.MailPreferences.LinkUploads)`,
  );
  await assertSound(page);
  const wide = { create: { width: 300, height: 100, channels: 3 as const, background: '#a00' } };
  const image = await sharp(wide).png().toBuffer();
  const files = page.locator('input[type=file]').first();
  await files.setInputFiles({ name: 'a.txt', mimeType: 'image/png', buffer: Buffer.from('text') });
  await page.getByText('can’t be read as an image').waitFor();
  await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: image });
  await dialog(page).getByRole('button', { name: 'Picture. Drag' }).press('ArrowLeft');
  await dialog(page).getByRole('button', { name: 'Zoom in' }).press('Enter');
  await assertSound(page);
  await dialog(page).getByRole('button', { name: 'Use picture' }).click();
  await page.getByText('Picture saved.').waitFor();
  await button(page, 'Remove picture').waitFor();
  const uri = (await w.bob.api('GET', `/api/users/${w.ann.userId}/profile`)).body.PictureUri;
  assert.notEqual(uri, null);
  await close(page);

  const his = await openAs(app, w.bob, '/tasks');
  const asked: string[] = [];
  his.on('request', (request) => request.url().includes('/profile') && asked.push(request.url()));
  await his.getByText('Requested by Ann Baker').waitFor();
  await his.locator(`img[src*='/api/users/${w.ann.userId}/picture?v=']`).waitFor();
  assert.deepEqual(asked, []);
  await tabTo(his, 'Ann Baker');
  const card = his.getByRole('tooltip');
  await card.getByText(w.ann.email).waitFor();
  await card.getByText('Member').waitFor();
  assert.equal(asked.length, 1);
  await assertSound(his);
  await his.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await button(his, 'Ann Baker').hover();
  await card.getByText(w.ann.email).waitFor();
  assert.equal(asked.length, 1);
  await close(his);
});

test('a changed name is not lost without a question, and is not asked about when it is saved', { skip }, async () => {
  const { bob } = await app.world();
  const page = await openAs(app, bob, '/profile');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Bob  Stone ');
  await page.getByRole('link', { name: 'Trash' }).click();
  await dialog(page).getByText('Discard unsaved changes?').waitFor();
  await button(page, 'Keep editing').click();
  assert.equal(await name.inputValue(), 'Bob  Stone ');
  // The link to the content is no navigation.
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await page.locator('main:focus').waitFor();
  assert.equal(await name.inputValue(), 'Bob  Stone ');
  await button(page, 'Save changes').click();
  await page.getByText('Profile saved.').waitFor();
  assert.equal(await name.inputValue(), (await bob.api('GET', '/api/users/me')).body.Name);
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('heading', { name: 'Trash' }).waitFor();
  await page.goBack();
  await name.fill('Robert');
  await page.getByRole('link', { name: 'Trash' }).click();
  await button(page, 'Discard changes').press('Enter');
  await page.getByRole('heading', { name: 'Trash' }).waitFor();
  await page.locator('main:focus').waitFor();
  assert.notEqual((await bob.api('GET', '/api/users/me')).body.Name, 'Robert');
  await close(page);
});

test('the page of an unsubscribe link turns off one kind of email by its button', { skip }, async () => {
  const w = await app.world();
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'Plans'), 'plan.txt');
  await makeTask(app, w.ann, w.bob.email, documentId);
  await app.runJobs();
  const [kept] = (await w.admin.api('GET', '/api/outbox')).body;
  const { text } = await w.admin.api('GET', `/api/outbox/${kept.MailId}/message`);
  const token = /^List-Unsubscribe: <.*\/api\/unsubscribe\/([^>]+)>/m.exec(text)?.[1] ?? '';
  const page = await app.open(`/unsubscribe#${token}`);
  await page.getByText('“Requests for my approval”').waitFor();
  const preferences = async () => (await w.bob.api('GET', '/api/users/me')).body.MailPreferences;
  assert.equal((await preferences()).TaskRequests, true);
  await button(page, 'Unsubscribe').press('Enter');
  await page.getByText('You’re unsubscribed.').waitFor();
  assert.equal((await preferences()).TaskRequests, false);
  await page.goto(`${ORIGIN}/unsubscribe#wrong`);
  await page.reload();
  await button(page, 'Unsubscribe').click();
  await page.getByText('This link isn’t valid.').waitFor();
  await close(page);
});

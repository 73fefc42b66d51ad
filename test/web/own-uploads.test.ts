/** Uploads of people who are signed in: beside the pages, through breaks, and what is there already. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { CHROMIUM, without } from '../parts.ts';
import type { Person } from '../world.ts';
import { ORIGIN, PHONE, assertSound, close, slowDown, startWebApp } from './browser.ts';
import { openAs, signIn, tabTo } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const MB = 1_000_000;

const file = (name: string, content: Buffer = randomBytes(1000)) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: content,
});
const choose = (page: Page, label: string, files: Parameters<Page['setInputFiles']>[1]) =>
  page.locator(`input[aria-label="${label}"]`).setInputFiles(files);
const arrived = (page: Page, text: string) => page.getByRole('region', { name: 'Uploads' }).getByText(text);

async function inbox() {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Inbox');
  const page = await openAs(app, ann, `/folders/${folderId}`);
  await page.getByText('This folder is empty.').waitFor();
  return { ann, folderId, page };
}

async function namesIn(person: Person, folderId: number): Promise<string[]> {
  const { body } = await person.api('GET', `/api/folders/${folderId}/documents`);
  return body.map(({ DocumentName }: { DocumentName: string }) => DocumentName);
}

test('uploads survive going elsewhere, and a reload: they go on where they stopped', { skip }, async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'carrel-own-uploads-'));
  t.after(() => rm(root, { recursive: true }));
  const [big, small] = [join(root, 'big.bin'), join(root, 'small.txt')];
  await Promise.all([writeFile(big, randomBytes(16 * MB)), writeFile(small, 'small')]);
  const { ann, folderId, page } = await inbox();
  await slowDown(page, 4 * MB);
  await choose(page, 'Add files', [big, small]);
  await page.getByRole('link', { name: 'small.txt' }).waitFor();
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('heading', { name: 'Trash', exact: true }).waitFor();
  await arrived(page, '1 of 2 files have arrived').waitFor();
  await assertSound(page);
  await page.reload();
  await page.getByText('One upload was not finished').waitFor();
  await page.getByRole('button', { name: 'Show the list of uploads' }).click();
  await page.getByText('One file was not finished when this page was closed.').waitFor();
  await choose(page, 'Choose the files again', [big]);
  await arrived(page, 'All 2 files have arrived').waitFor({ timeout: 30_000 });
  assert.deepEqual(await namesIn(ann, folderId), ['big.bin', 'small.txt']);
  await page.getByRole('button', { name: 'Make the list of uploads small' }).click();
  await page.getByRole('button', { name: 'Show the list of uploads' }).click();
  await page.getByRole('button', { name: 'Clear the list' }).click();
  await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' });
  await close(page);
});

test(
  'by keyboard alone: what is there already with its content is left out, or added under another name',
  { skip },
  async () => {
    const { ann, folderId, page } = await inbox();
    const plan = file('plan.txt');
    const asked = page.waitForEvent('filechooser');
    await tabTo(page, 'Add files');
    await page.keyboard.press('Enter');
    await (await asked).setFiles([plan]);
    await arrived(page, 'The file has arrived').waitFor();
    await choose(page, 'Add files', [plan]);
    await arrived(page, 'was there already with this name and content').waitFor();
    await assertSound(page);
    await tabTo(page, 'Add plan.txt a second time, under another name');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'plan (2).txt' }).waitFor();
    assert.deepEqual(await namesIn(ann, folderId), ['plan (2).txt', 'plan.txt']);
    await close(page);
  },
);

test(
  'a name that is there with other content is asked about: new version, keep both, leave out',
  { skip },
  async () => {
    const { ann } = await app.world();
    const folderId = await ann.folder(ann.libraryId, 'Inbox');
    const [plan] = [
      await ann.document(folderId, 'plan.txt', 'first'),
      await ann.document(folderId, 'list.txt', 'first'),
    ];
    const contentOfPlan = async () => (await ann.api('GET', `/api/documents/${plan}/content`)).text;
    const page = await openAs(app, ann, `/folders/${folderId}`);
    await page.getByRole('link', { name: 'plan.txt' }).waitFor();
    await choose(page, 'Add files', [file('Plan.txt', Buffer.from('second'))]);
    await arrived(page, '“Plan.txt” is there already, with other content.').waitFor();
    await assertSound(page);
    await page.getByRole('button', { name: 'Add as a new version' }).click();
    await arrived(page, 'The file has arrived').waitFor();
    assert.deepEqual([await contentOfPlan(), await namesIn(ann, folderId)], ['second', ['list.txt', 'plan.txt']]);

    const chosen = ['plan.txt', 'list.txt', 'new.txt'].map((name) => file(name, Buffer.from('third!')));
    await choose(page, 'Add files', chosen);
    await arrived(page, '2 files are there already under their names').waitFor();
    await page.getByRole('button', { name: 'Add plan.txt as a new version' }).click();
    await arrived(page, '“list.txt” is there already').waitFor();
    await page.getByRole('button', { name: 'Keep both' }).click();
    await arrived(page, 'All 4 files have arrived').waitFor();
    assert.deepEqual(await namesIn(ann, folderId), ['list (2).txt', 'list.txt', 'new.txt', 'plan.txt']);
    assert.equal(await contentOfPlan(), 'third!');

    await choose(page, 'Add files', [file('plan.txt', Buffer.from('fourth'))]);
    await page.getByRole('button', { name: 'Leave out', exact: true }).click();
    await arrived(page, 'All 4 files have arrived').waitFor();
    assert.equal(await contentOfPlan(), 'third!');
    await close(page);
  },
);

test('without a connection an upload waits, and goes on with it', { skip }, async () => {
  const { ann, folderId, page } = await inbox();
  await slowDown(page, 2 * MB);
  await choose(page, 'Add files', [file('big.bin', randomBytes(6 * MB))]);
  await page.getByText(/^[1-9]\d?% of 6 MB/).waitFor();
  await page.context().setOffline(true);
  await page.waitForTimeout(700);
  await page.context().setOffline(false);
  await arrived(page, 'The file has arrived').waitFor({ timeout: 40_000 });
  assert.deepEqual(await namesIn(ann, folderId), ['big.bin']);
  await close(page);
});

test('on a telephone the uploads are one line until somebody opens them', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Inbox');
  const page = await openAs(app, ann, `/folders/${folderId}`, PHONE);
  await choose(page, 'Add files', [file('plan.txt')]);
  await arrived(page, '1 of 1 files have arrived').waitFor();
  await page.getByRole('button', { name: 'Select plan.txt' }).tap();
  await page.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'Show the list of uploads' }).tap();
  await arrived(page, 'The file has arrived').waitFor();
  await assertSound(page);
  await close(page);
});

test('an upload whose session has ended goes on after signing in', { skip }, async () => {
  const { ann, folderId, page } = await inbox();
  await app.sql`delete from sessions where user_id = ${ann.userId}`;
  await choose(page, 'Add files', [file('plan.txt')]);
  await page.waitForURL('**/sign-in?**');
  await signIn(page, ann);
  await page.getByRole('link', { name: 'plan.txt' }).waitFor();
  assert.deepEqual(await namesIn(ann, folderId), ['plan.txt']);
  await close(page);
});

test('a newer version of a document, and an older one that is made current again', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const documentId = await ann.document(folderId, 'plan.txt', 'first');
  const page = await openAs(app, ann, `/documents/${documentId}`);
  await page.getByText('Version 1').waitFor();
  await choose(page, 'Upload a new version', [file('plan.txt', Buffer.from('second'))]);
  await page.getByText('Version 2').waitFor();
  await page.getByRole('button', { name: 'Make current: version 1' }).click();
  await page.getByText('Version 1 is current again.').waitFor();
  await page.getByText('Version 3').waitFor();
  assert.equal((await ann.api('GET', `/api/documents/${documentId}/content`)).text, 'first');
  await assertSound(page);
  await close(page);
});

test('a first visit, signing in and a folder included, loads less than 400 kB of script', { skip }, async (t) => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  await ann.document(folderId, 'a.txt');
  const sizes: Promise<number>[] = [];
  const page = await app.open('about:blank');
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize));
  });
  await page.goto(`${ORIGIN}/folders/${folderId}`);
  await signIn(page, ann);
  await page.getByRole('link', { name: 'a.txt' }).waitFor();
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  assert.ok(bytes > 50_000 && bytes < 400_000, `${bytes} bytes of script`);
  t.diagnostic(`${bytes} bytes of script`);
  await close(page);
});

/** Uploads of people who are signed in: beside the pages, through breaks, and what is there already. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { grant } from '../factories/permissions.ts';
import { CHROMIUM, without } from '../parts.ts';
import type { Person } from '../world.ts';
import { ORIGIN, PHONE, assertSound, close, slowDown, startWebApp } from './browser.ts';
import { openAs, signIn, tabTo } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const MB = 1024 ** 2;

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

test(
  'a file that the server refuses is not tried again, and is told without the words of the API',
  { skip },
  async () => {
    const { page } = await inbox();
    let sent = 0;
    page.on('request', (request) => void (request.method() === 'POST' && (sent += 1)));
    await choose(page, 'Add files', [file('a:b.txt')]);
    await arrived(page, 'This name must not contain any of : * ? " < > |').waitFor();
    assert.equal(await page.getByRole('button', { name: /again/ }).count(), 0);
    assert.equal(sent, 1);
    for (const status of [403, 404, 409, 413, 415, 422]) {
      await page.route('**/api/uploads', (route) => route.fulfill({ status, json: { title: `No, ${status}.` } }));
      await choose(page, 'Add files', [file(`${status}.txt`)]);
      await arrived(page, `No, ${status}.`).waitFor();
      assert.equal(await page.getByRole('button', { name: /again/ }).count(), 0, `${status}`);
    }
    await close(page);
  },
);

test('what is dropped on a library goes into a new folder there; a folder stays what it is', { skip }, async (t) => {
  const { ann } = await app.world();
  const root = await mkdtemp(join(tmpdir(), 'carrel-dropped-'));
  t.after(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'Trip', 'Photos'), { recursive: true });
  await Promise.all(['plan.txt', 'Trip/map.txt', 'Trip/Photos/a.txt'].map((path) => writeFile(join(root, path), path)));
  const page = await openAs(app, ann, `/libraries/${ann.libraryId}`);
  await page.getByText('This library is empty.').waitFor();
  await drop(page, [join(root, 'plan.txt')]);
  const dialog = page.getByRole('dialog', { name: 'Upload 1 file' });
  await dialog.getByText('Files go into folders.').waitFor();
  await assertSound(page);
  await dialog.getByLabel('Name of the folder').fill('Plans');
  await page.keyboard.press('Enter');
  await arrived(page, 'The file has arrived').waitFor();
  await drop(page, [join(root, 'Trip')]);
  await page.getByRole('dialog', { name: 'Upload 2 files' }).getByRole('button', { name: 'Create folder' }).click();
  await arrived(page, 'All 3 files have arrived').waitFor();
  const { body } = await ann.api('GET', `/api/libraries/${ann.libraryId}/folders`);
  const ids = new Map<string, number>(
    body.map((folder: { FolderName: string; FolderId: number }) => [folder.FolderName, folder.FolderId]),
  );
  assert.deepEqual([...ids.keys()], ['Plans', 'Trip']);
  assert.deepEqual(await namesIn(ann, ids.get('Plans') ?? 0), ['plan.txt']);
  assert.deepEqual(await namesIn(ann, ids.get('Trip') ?? 0), ['map.txt']);
  await close(page);
});

test('what is dropped where nobody may write is refused in so many words', { skip }, async (t) => {
  const w = await app.world();
  const root = await mkdtemp(join(tmpdir(), 'carrel-dropped-'));
  t.after(() => rm(root, { recursive: true }));
  await writeFile(join(root, 'plan.txt'), 'x');
  const folderId = await w.ann.folder(w.ann.libraryId, 'Plans');
  await grant(app, w.bob, { folderId }, { allow: ['Read'] });
  const page = await openAs(app, w.bob, `/folders/${folderId}`);
  await page.getByText('This folder is empty.').waitFor();
  await drop(page, [join(root, 'plan.txt')]);
  await page.getByRole('alert').getByText('You can’t upload files here.').waitFor();
  await close(page);
});

test('rows below the list of uploads can be scrolled to where they are seen', { skip }, async () => {
  const { ann, folderId, page } = await inbox();
  await Promise.all(Array.from({ length: 20 }, (_, n) => ann.document(folderId, `b${n + 10}.txt`)));
  await page.setViewportSize({ width: 1024, height: 560 });
  await choose(page, 'Add files', [file('a.txt')]);
  await arrived(page, 'The file has arrived').waitFor();
  for (const way of ['Make the list of uploads small', 'Show the list of uploads']) {
    await page.getByRole('button', { name: way }).click();
    await page
      .getByRole('grid')
      .evaluate((grid: { scrollTo(x: number, y: number): void }) => grid.scrollTo(0, 100_000));
    // Fails if something lies over it.
    await page.getByRole('button', { name: 'Actions for b29.txt' }).click({ trial: true });
  }
  await close(page);
});

/** Drops files and folders of this machine, as the system would. */
async function drop(page: Page, files: string[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
  }
}

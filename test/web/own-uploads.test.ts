/** Uploads of people with an account: navigation, interruptions and name conflicts. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { grant } from '../factories/permissions.ts';
import { CHROMIUM, without } from '../parts.ts';
import { until } from '../waiting.ts';
import type { Person } from '../world.ts';
import { ORIGIN, PHONE, assertSound, close, slowDown, startWebApp } from './browser.ts';
import { openAs, openOnce, signIn, tabTo, visit } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const MB = 1024 ** 2;
const UNLIMITED = -1;
const file = (name: string, content: Buffer = randomBytes(1000)) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: content,
});
const choose = (page: Page, label: string, files: Parameters<Page['setInputFiles']>[1]) =>
  page.locator(`input[aria-label="${label}"]`).setInputFiles(files);
const arrived = (page: Page, text: string) => page.getByRole('region', { name: 'Uploads' }).getByText(text);

const { w, page: herPage } = skip === false ? await openOnce(app, ({ ann }) => ann) : null!;

/** Her page on a new folder, without the uploads of the test before, which the browser keeps. */
async function inbox() {
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, `Inbox ${crypto.randomUUID()}`);
  const devtools = await herPage.context().newCDPSession(herPage);
  await devtools.send('Storage.clearDataForOrigin', { origin: ORIGIN, storageTypes: 'indexeddb' });
  await devtools.detach();
  await herPage.goto(`${ORIGIN}/folders/${folderId}`);
  await herPage.getByText('This folder is empty.').waitFor();
  return { ann, folderId, page: herPage };
}

async function namesIn(person: Person, folderId: number): Promise<string[]> {
  const { body } = await person.api('GET', `/api/folders/${folderId}/documents`);
  return body.map(({ DocumentName }: { DocumentName: string }) => DocumentName);
}

test('uploads continue during navigation and resume after a reload', { skip }, async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'carrel-own-uploads-'));
  t.after(() => rm(root, { recursive: true }));
  const [big, small] = [join(root, 'big.bin'), join(root, 'small.txt')];
  await Promise.all([writeFile(big, randomBytes(16 * MB)), writeFile(small, 'small')]);
  const { ann, folderId, page } = await inbox();
  // The big file takes longer than everything until the reload, also on a busy machine.
  await slowDown(page, MB);
  await choose(page, 'Upload files', [big, small]);
  await page.getByRole('link', { name: 'small.txt' }).waitFor();
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('heading', { name: 'Trash', exact: true }).waitFor();
  await arrived(page, '1 of 2 files uploaded').waitFor();
  await page.reload();
  await page.getByText('1 interrupted upload').waitFor();
  await page.getByRole('button', { name: 'Show uploads' }).click();
  await page.getByText('1 upload was interrupted when this page was closed.').waitFor();
  await choose(page, 'Select files again', [big]);
  await arrived(page, '2 uploads complete').waitFor();
  assert.deepEqual(await namesIn(ann, folderId), ['big.bin', 'small.txt']);
  await page.getByRole('button', { name: 'Hide uploads' }).click();
  await page.getByRole('button', { name: 'Show uploads' }).click();
  await page.getByRole('button', { name: 'Clear list' }).click();
  await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' });
  await slowDown(page, UNLIMITED);
});

test('by keyboard alone, an identical file is skipped or kept under another name', { skip }, async () => {
  const { ann, folderId, page } = await inbox();
  const plan = file('plan.txt');
  const asked = page.waitForEvent('filechooser');
  await tabTo(page, 'Upload files');
  await page.keyboard.press('Enter');
  await (await asked).setFiles([plan]);
  await arrived(page, '1 upload complete').waitFor();
  await choose(page, 'Upload files', [plan]);
  await arrived(page, 'skipped because the same file already exists').waitFor();
  await arrived(page, '1 upload complete, 1 file skipped').waitFor();
  await tabTo(page, 'Keep both: plan.txt');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'plan (2).txt' }).waitFor();
  assert.deepEqual(await namesIn(ann, folderId), ['plan (2).txt', 'plan.txt']);
});

test('a name conflict offers a new version, keep both, and skip', { skip }, async () => {
  const { ann, folderId, page } = await inbox();
  const [plan] = [await ann.document(folderId, 'plan.txt', 'first'), await ann.document(folderId, 'list.txt', 'first')];
  const contentOfPlan = async () => (await ann.api('GET', `/api/documents/${plan}/content`)).text;
  await page.reload();
  await page.getByRole('link', { name: 'plan.txt' }).waitFor();
  await choose(page, 'Upload files', [file('Plan.txt', Buffer.from('second'))]);
  await arrived(page, 'A file named “Plan.txt” already exists here.').waitFor();
  await assertSound(page);
  await page.getByRole('button', { name: 'Upload as new version' }).click();
  await arrived(page, '1 upload complete').waitFor();
  assert.deepEqual([await contentOfPlan(), await namesIn(ann, folderId)], ['second', ['list.txt', 'plan.txt']]);

  const chosen = ['plan.txt', 'list.txt', 'new.txt'].map((name) => file(name, Buffer.from('third!')));
  await choose(page, 'Upload files', chosen);
  await arrived(page, '2 files with the same names already exist here.').waitFor();
  await page.getByRole('button', { name: 'Upload plan.txt as a new version' }).click();
  await arrived(page, 'A file named “list.txt” already exists here.').waitFor();
  await page.getByRole('button', { name: 'Keep both', exact: true }).click();
  await arrived(page, '4 uploads complete').waitFor();
  assert.deepEqual(await namesIn(ann, folderId), ['list (2).txt', 'list.txt', 'new.txt', 'plan.txt']);
  assert.equal(await contentOfPlan(), 'third!');

  await choose(page, 'Upload files', [file('plan.txt', Buffer.from('fourth'))]);
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  await arrived(page, '4 uploads complete').waitFor();
  assert.equal(await contentOfPlan(), 'third!');
});

test('a file whose name is refused is uploaded under the nearest name that is accepted', { skip }, async () => {
  const { ann, folderId, page } = await inbox();
  await choose(page, 'Upload files', [file('report <b>?.txt')]);
  await arrived(page, 'This name must not contain any of').waitFor();
  await page.getByRole('heading', { name: 'Some files aren’t uploaded yet' }).waitFor();
  await page.getByRole('button', { name: 'Upload report <b>?.txt as “report _b__.txt”' }).focus();
  await page.keyboard.press('Enter');
  await arrived(page, '1 upload complete').waitFor();
  assert.equal(await page.evaluate('document.activeElement.localName'), 'li', 'The focus stays in the row.');
  assert.deepEqual(await namesIn(ann, folderId), ['report _b__.txt']);
});

test('an upload waits while offline and resumes when online', { skip }, async () => {
  const { ann, folderId, page } = await inbox();
  await slowDown(page, 2 * MB);
  await choose(page, 'Upload files', [file('big.bin', randomBytes(6 * MB))]);
  await page.getByText(/^[1-9]\d?% of 6 MB/).waitFor();
  await page.context().setOffline(true);
  await page.waitForTimeout(700);
  await page.context().setOffline(false);
  await arrived(page, '1 upload complete').waitFor();
  assert.deepEqual(await namesIn(ann, folderId), ['big.bin']);
  await slowDown(page, UNLIMITED);
});

test('on a phone, uploads are collapsed to one line until they are opened', { skip }, async () => {
  const { ann } = w;
  const page = await openAs(app, ann, `/folders/${await ann.folder(ann.libraryId, 'On a phone')}`, PHONE);
  await choose(page, 'Upload files', [file('plan.txt')]);
  await arrived(page, '1 of 1 file uploaded').waitFor();
  await page.getByRole('button', { name: 'Select plan.txt' }).tap();
  await page.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'Show uploads' }).tap();
  await arrived(page, '1 upload complete').waitFor();
  await assertSound(page);
  await close(page);
});

test('an upload whose session ended resumes after sign-in', { skip }, async () => {
  const { ann, folderId, page } = await inbox();
  await app.sql`delete from sessions where user_id = ${ann.userId}`;
  await choose(page, 'Upload files', [file('plan.txt')]);
  await page.waitForURL('**/sign-in?**');
  await signIn(page, ann);
  await page.getByRole('link', { name: 'plan.txt' }).waitFor();
  assert.deepEqual(await namesIn(ann, folderId), ['plan.txt']);
});

test('an upload that is refused for the ended session only after sign-in resumes too', { skip }, async () => {
  const { ann, folderId, page } = await inbox();
  const [sent, signedIn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const refuse = async (route: Route) => {
    await app.sql`delete from sessions where user_id = ${ann.userId}`;
    sent.resolve();
    await signedIn.promise;
    await route.fulfill({ status: 401, json: { title: 'Sign in.' } });
  };
  await page.route('**/api/uploads', refuse, { times: 1 });
  await choose(page, 'Upload files', [file('plan.txt')]);
  await sent.promise;
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.waitForURL('**/sign-in?**');
  await signIn(page, ann);
  await page.getByRole('heading', { name: 'Trash', exact: true }).waitFor();
  signedIn.resolve();
  await until(async () => (await namesIn(ann, folderId)).includes('plan.txt'));
});

test('a new version is uploaded, and an older one is restored', { skip }, async () => {
  const { ann, folderId, page } = await inbox();
  const documentId = await ann.document(folderId, 'plan.txt', 'first');
  await visit(page, `/documents/${documentId}?tab=versions`);
  await page.getByText('Version 1').waitFor();
  await choose(page, 'Upload new version', [file('plan.txt', Buffer.from('second'))]);
  await page.getByText('Version 2').waitFor();
  await choose(page, 'Upload new version', [file('plan.txt', Buffer.from('second'))]);
  await page.getByText('skipped because the same file already exists').waitFor();
  assert.equal((await ann.api('GET', `/api/documents/${documentId}/revisions`)).body.length, 2);
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByText('Version 1 restored.').waitFor();
  await page.getByText('Version 3').waitFor();
  assert.equal((await ann.api('GET', `/api/documents/${documentId}/content`)).text, 'first');
});

test('a refused file is not retried, and its error avoids API terms', { skip }, async () => {
  const { page } = await inbox();
  let sent = 0;
  page.on('request', (request) => void (request.method() === 'POST' && (sent += 1)));
  await choose(page, 'Upload files', [file('a:b.txt')]);
  await arrived(page, 'This name must not contain any of : * ? " < > |').waitFor();
  assert.equal(await page.getByRole('button', { name: /again/ }).count(), 0);
  assert.equal(sent, 1);
  for (const status of [403, 404, 409, 413, 415, 422]) {
    await page.route('**/api/uploads', (route) => route.fulfill({ status, json: { title: `No, ${status}.` } }));
    await choose(page, 'Upload files', [file(`${status}.txt`)]);
    await arrived(page, `No, ${status}.`).waitFor();
    assert.equal(await page.getByRole('button', { name: /again/ }).count(), 0, `${status}`);
  }
  await page.unrouteAll();
});

test(
  'dropped files go into a new folder of a library, a dropped folder keeps its name, and both are refused without write access',
  { skip },
  async (t) => {
    const { ann, bob } = w;
    const root = await mkdtemp(join(tmpdir(), 'carrel-dropped-'));
    t.after(() => rm(root, { recursive: true }));
    await mkdir(join(root, 'Trip', 'Photos'), { recursive: true });
    await Promise.all(
      ['plan.txt', 'Trip/map.txt', 'Trip/Photos/a.txt'].map((path) => writeFile(join(root, path), path)),
    );
    const page = await openAs(app, bob, `/libraries/${bob.libraryId}`);
    await page.getByText('This library is empty.').waitFor();
    await drop(page, [join(root, 'plan.txt')]);
    const dialog = page.getByRole('dialog', { name: 'Upload 1 file' });
    await dialog.getByText('Files must be in a folder.').waitFor();
    await assertSound(page);
    await dialog.getByLabel('Folder name').fill('Plans');
    await page.keyboard.press('Enter');
    await arrived(page, '1 upload complete').waitFor();
    await drop(page, [join(root, 'Trip')]);
    await page.getByRole('dialog', { name: 'Upload 2 files' }).getByRole('button', { name: 'Create folder' }).click();
    await arrived(page, '3 uploads complete').waitFor();
    const { body } = await bob.api('GET', `/api/libraries/${bob.libraryId}/folders`);
    const ids = new Map<string, number>(
      body.map((folder: { FolderName: string; FolderId: number }) => [folder.FolderName, folder.FolderId]),
    );
    assert.deepEqual([...ids.keys()], ['Plans', 'Trip']);
    assert.deepEqual(await namesIn(bob, ids.get('Plans') ?? 0), ['plan.txt']);
    assert.deepEqual(await namesIn(bob, ids.get('Trip') ?? 0), ['map.txt']);

    const folderId = await ann.folder(ann.libraryId, 'Plans');
    await grant(app, bob, { folderId }, { allow: ['Read'] });
    await visit(page, `/folders/${folderId}`);
    await page.getByText('This folder is empty.').waitFor();
    await drop(page, [join(root, 'plan.txt')]);
    await page.getByRole('alert').getByText('You can’t upload files here.').waitFor();
    await close(page);
  },
);

test('rows below the list of uploads can be scrolled into view', { skip }, async () => {
  const { ann, folderId, page } = await inbox();
  await Promise.all(Array.from({ length: 20 }, (_, n) => ann.document(folderId, `b${n + 10}.txt`)));
  await page.setViewportSize({ width: 1024, height: 560 });
  await choose(page, 'Upload files', [file('a.txt')]);
  await arrived(page, '1 upload complete').waitFor();
  for (const way of ['Hide uploads', 'Show uploads']) {
    await page.getByRole('button', { name: way }).click();
    await page
      .getByRole('grid')
      .evaluate((grid: { scrollTo(x: number, y: number): void }) => grid.scrollTo(0, 100_000));
    // Fails if another element covers it.
    await page.getByRole('button', { name: 'Actions for b29.txt' }).click({ trial: true });
  }
});

/** Drops local files and folders, as the operating system would. */
async function drop(page: Page, files: string[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
  }
}

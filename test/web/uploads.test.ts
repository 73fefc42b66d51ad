/** Uploads through a link: progress, interruptions, file requests and new versions. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { CHROMIUM, without } from '../parts.ts';
import { until } from '../waiting.ts';
import type { Person } from '../world.ts';
import { ORIGIN, PHONE, assertSound, close, startWebApp, slowDown } from './browser.ts';
import { share } from './links.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const UPLOAD = { AllowView: true, AllowUpload: true };
const MB = 1_000_000;
const UNLIMITED = -1;

/** Creates a local folder of files. `sizes`: bytes by path. */
async function folderOf(t: TestContext, name: string, sizes: Record<string, number>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'carrel-upload-'));
  t.after(() => rm(root, { recursive: true }));
  for (const [path, size] of Object.entries(sizes)) {
    const file = join(root, name, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, randomBytes(size));
  }
  return join(root, name);
}

/** The sizes of all files in a folder, by path. */
async function treeOf(person: Person, folderId: number, above = ''): Promise<Record<string, number>> {
  const { body } = await person.api('GET', `/api/folders/${folderId}?embed=d,f`);
  const sizes: Record<string, number> = {};
  for (const { DocumentId } of body.Embedded.Documents) {
    const { DocumentName: name, DocumentSize: size } = (await person.api('GET', `/api/documents/${DocumentId}`)).body;
    sizes[above + name] = size;
  }
  for (const { FolderId, FolderName } of body.Embedded.Folders) {
    Object.assign(sizes, await treeOf(person, FolderId, `${above}${FolderName}/`));
  }
  return sizes;
}

// One visitor on a large screen and one on a phone, because opening a page costs more than most of these tests do.
const [visitor, onPhone] =
  skip === false ? [await app.open('about:blank'), await app.open('about:blank', PHONE)] : [null!, null!];
if (skip === false) after(() => Promise.all([close(visitor), close(onPhone)]));

/** Visits a link to a new folder. */
async function openUpload(page = visitor) {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Inbox');
  await visit(page, await share(ann, { folderId }, UPLOAD));
  return { ann, folderId, page };
}

async function visit(page: Page, { path }: { path: string }): Promise<void> {
  await page.goto(`${ORIGIN}${path}`);
}

/** Drops a local file or folder, as the operating system would. */
async function drop(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Upload files' }).waitFor();
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data });
  }
}

const choose = (page: Page, label: string, files: Parameters<Page['setInputFiles']>[1]) =>
  page.locator(`input[aria-label="${label}"]`).setInputFiles(files);

/** At least a tenth is uploaded, but not all of it. */
const STARTED = /^[1-9]\d% of [\d.]+ MB/;

const file = (name: string, size = 1000) => ({ name, mimeType: 'application/octet-stream', buffer: randomBytes(size) });

test('a folder that is being uploaded resumes after a reload', { skip }, async (t) => {
  const sizes = {
    'a.bin': 6 * MB,
    'note.txt': 10,
    'sub/b.bin': 7 * MB,
    'sub/deep/c.bin': 7 * MB,
    'sub/empty.txt': 0,
  };
  const trip = await folderOf(t, 'trip', sizes);
  const { ann, folderId, page } = await openUpload();
  await slowDown(page, 4 * MB);
  await choose(page, 'Upload folder', trip);
  await page
    .getByText(/^(?:[2-9]\d)% of [\d.]+ MB/)
    .first()
    .waitFor();
  await page.reload();
  await page.getByText(/uploads were interrupted when this page was closed/).waitFor();
  // A busy server stores what it has received after the page has gone.
  await until(async () => {
    const stored = await app.sql`select from staged_uploads where folder_id = ${folderId} and size > 0`;
    return stored.length > 0;
  });
  await assertSound(page);
  const offsets: number[] = [];
  page.on('request', (request) => {
    const offset = request.headers()['upload-offset'];
    if (request.method() === 'PATCH' && offset !== undefined) offsets.push(Number(offset));
  });
  await choose(page, 'Select folder again', trip);
  await page.getByRole('heading', { name: '5 uploads complete' }).waitFor();
  assert.ok(
    offsets.some((offset) => offset > 0),
    `Everything was sent again: ${offsets.join()}`,
  );
  const expected = Object.fromEntries(Object.entries(sizes).map(([path, size]) => [`trip/${path}`, size]));
  assert.deepEqual(await treeOf(ann, folderId), expected);
  await slowDown(page, UNLIMITED);
});

test('uploads are paused and resumed, and a lost connection is retried', { skip }, async (t) => {
  const { ann, folderId, page } = await openUpload(onPhone);
  const big = join(await folderOf(t, 'big', { 'big.bin': 4 * MB }), 'big.bin');
  await slowDown(page, 2 * MB);
  await choose(page, 'Upload files', big);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByText(/, paused$/).waitFor();
  await page.getByRole('heading', { name: 'Uploads paused' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await page.waitForTimeout(700);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: '1 upload complete' }).waitFor();
  const [stored] = (await ann.api('GET', `/api/folders/${folderId}?embed=d`)).body.Embedded.Documents;
  const { body } = await ann.api('GET', `/api/documents/${stored.DocumentId}`);
  assert.equal(
    body.Hash,
    createHash('sha256')
      .update(await readFile(big))
      .digest('hex'),
  );
  await slowDown(page, UNLIMITED);
});

test('an identical file is skipped, and a refused file shows the reason', { skip }, async () => {
  const w = await app.world();
  await w.admin.api('PATCH', '/api/settings', { FileTypeWhitelist: ['txt'] });
  const folderId = await w.ann.folder(w.ann.libraryId, 'Inbox');
  await w.ann.document(folderId, 'a.txt', 'the same');
  const page = visitor;
  await visit(page, await share(w.ann, { folderId }, UPLOAD));
  await choose(page, 'Upload files', [
    { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('the same') },
    { name: 'b.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('refused') },
  ]);
  await page.getByText('8 bytes, skipped because the same file already exists').waitFor();
  await page.getByText('Documents of this type are not allowed here: b.exe').waitFor();
  assert.equal(await page.getByRole('button', { name: /again/ }).count(), 0);
  await assertSound(page);
  await page.getByRole('button', { name: 'Skip b.exe' }).click();
  await page.getByRole('heading', { name: '1 file skipped' }).waitFor();
});

test(
  'files and folders can be dropped anywhere on the page, and resume after a reload with one click',
  { skip },
  async (t) => {
    const { ann, folderId, page } = await openUpload();
    await slowDown(page, 3 * MB);
    await drop(page, await folderOf(t, 'trip', { 'a.bin': 6 * MB, 'sub/b.bin': 6 * MB }));
    await page.getByText(STARTED).first().waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByRole('heading', { name: '2 uploads complete' }).waitFor();
    assert.deepEqual(await treeOf(ann, folderId), { 'trip/a.bin': 6 * MB, 'trip/sub/b.bin': 6 * MB });
    await slowDown(page, UNLIMITED);
  },
);

test('an upload-only link shows no existing files', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Box');
  await ann.document(folderId, 'hidden.txt');
  const page = visitor;
  await visit(page, await share(ann, { folderId }, { AllowUpload: true }));
  await page.getByText('Ann is requesting files from you').waitFor();
  await page.getByText('You can’t see files that are already here.').waitFor();
  await assertSound(page);
  await choose(page, 'Upload files', [file('mine.bin')]);
  await page.getByRole('heading', { name: '1 upload complete' }).waitFor();
  assert.equal(await page.getByText('hidden.txt').count(), 0);
});

test('a link that accepts no more files says so, also after an upload on the page', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Drop');
  const page = visitor;
  await visit(page, await share(ann, { folderId }, { AllowUpload: true, MaxUploadDocuments: 1 }));
  await page.getByText('in 1 file or folder').waitFor();
  await choose(page, 'Upload files', [file('a.txt')]);
  await page.getByText('No more files can be uploaded').waitFor();
  await page.getByText('1 upload complete').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Upload files' }).count(), 0);
  await assertSound(page);
});

test('a file request shows missing files and ends with a receipt', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Application');
  for (const FolderName of ['Passport', 'Payslips'])
    await ann.api('POST', `/api/folders/${folderId}/folders`, { FolderName });
  const page = onPhone;
  await visit(page, await share(ann, { folderId }, { ...UPLOAD, ShareType: 'Template' }));
  await page.getByText('0 of 2 folders have files. Missing: Passport and Payslips').waitFor();
  await assertSound(page);
  await choose(page, 'Upload files to Passport', [file('passport.pdf')]);
  await page.getByText('1 of 2 folders has files. Missing: Payslips').waitFor();
  await page.reload();
  await choose(page, 'Upload files to Payslips', [file('may.pdf'), file('june.pdf')]);
  await page.getByText('2 of 2 folders have files. All requested files are uploaded.').waitFor();
  await page.getByRole('heading', { name: '3 uploads complete' }).waitFor();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('heading', { name: 'Receipt: Application' }).waitFor();
  for (const name of ['passport.pdf', 'may.pdf', 'june.pdf']) await page.getByText(name).waitFor();
  await assertSound(page);
});

test(
  'a version of another file type is refused at once and not retried, and a new version replaces the document and its preview',
  { skip },
  async () => {
    const { ann } = await app.world();
    const folderId = await ann.folder(ann.libraryId, 'F');
    const documentId = await ann.document(folderId, 'text.txt', 'old words');
    const page = visitor;
    await visit(page, await share(ann, { documentId }, { AllowView: true, AllowDownload: true, AllowEdit: true }));
    await page.getByText('old words').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => void (request.method() !== 'GET' && sent.push(request.method())));
    await choose(page, 'Upload new version', { name: 'plan.docx', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await page.getByText('A new version of this document must be a .txt file.').waitFor();
    assert.equal(await page.getByRole('button', { name: /again/ }).count(), 0);
    assert.deepEqual(sent, ['POST']);
    // Nothing is left to resume.
    await page.reload();
    await page.getByText('old words').waitFor();
    assert.equal(await page.getByText('plan.docx').count(), 0);

    app.clock.advance(60_000);
    const buffer = Buffer.from('new words');
    await choose(page, 'Upload new version', { name: 'text.txt', mimeType: 'text/plain', buffer });
    await page.getByText('new words').waitFor();
    const { body } = await ann.api('GET', `/api/documents/${documentId}/revisions`);
    assert.equal(body.length, 2);
  },
);

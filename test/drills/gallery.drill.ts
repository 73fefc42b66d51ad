/**
 * Opens files of every common kind in the app, and as a visitor on a phone with and without downloads. Each must be shown
 * without an error and without a request to another server. Writes a page with all pictures: `script/drill gallery`
 * (GALLERY=FOLDER for another place, ONLY=NAME for one file, UPDATE_PICTURES=1 for the picture of the docs)
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { CHROMIUM, without } from '../parts.ts';
import { ORIGIN, close, startWebApp, troublesOf } from '../web/browser.ts';
import { share } from '../web/links.ts';
import { openAs, visit } from '../web/people.ts';
import { misfits } from '../web/phone.ts';
import { type Album, WAYS, type Way, openAlbum } from './gallery/album.ts';
import { PAGE, type Sample } from './gallery/sample.ts';
import { makeSamples } from './gallery/samples.ts';

const LEAST = 25;
/** A conversion by LibreOffice on a busy machine. */
const PATIENCE_MS = 150_000;
const SETTLE_MS = 700;
const MAX_BYTES = 400_000;
const LAPTOP = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' as const };
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  colorScheme: 'dark' as const,
};

const skip = without(CHROMIUM);
const only = process.env['ONLY'];

test('files of all kinds are shown to everybody who may see them', { skip, timeout: 3_600_000 }, async () => {
  const programFolders = (process.env['PATH'] ?? '').split(delimiter);
  const app = await startWebApp({ programFolders });
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Gallery');
  const samples = (await makeSamples()).filter(({ name }) => only === undefined || name.includes(only));
  assert.ok(only !== undefined || samples.length >= LEAST, `${samples.length} kinds`);
  const ids = new Map<string, number>();
  for (const { name, content } of samples) ids.set(name, await ann.document(folderId, name, content));
  await app.runJobs({ withThumbnails: true });

  const album = await openAlbum(process.env['GALLERY'] ?? join(tmpdir(), 'carrel-gallery'));
  const links = {
    download: await share(ann, { folderId }, { AllowView: true, AllowDownload: true, AllowComment: true }),
    view: await share(ann, { folderId }, { AllowView: true }),
  };
  const troubles: string[] = [];
  for (const way of WAYS) {
    const page = way === 'app' ? await openAs(app, ann, '/libraries', LAPTOP) : await app.open(links[way].path, PHONE);
    const addressOf = (id: number) =>
      way === 'app'
        ? `/documents/${id}`
        : `${new URL(links[way].path, ORIGIN).pathname}?folder=${folderId}&document=${id}`;
    const tour = { page, way, album };
    for (const sample of samples) troubles.push(...(await show(tour, sample, addressOf(ids.get(sample.name) ?? 0))));
    await close(page);
  }
  process.stdout.write(`${await album.writePage(troubles)}\n`);
  if (process.env['UPDATE_PICTURES'] === '1') await updatePicture(await album.compose());
  assert.deepEqual(troubles, []);
  process.stdout.write(`${samples.length} kinds of files are shown in ${WAYS.length} ways\n`);
});

/** The visible images have their pixels. The server answers 202 while it draws a page. */
const ARE_LOADED = `Array.from(document.images)
  .filter((image) => image.getBoundingClientRect().top < innerHeight)
  .every(({ complete, naturalWidth }) => complete && naturalWidth > 0)`;

type Tour = { page: Page; way: Way; album: Album };

/** Opens a document, takes its picture, and returns what is wrong. */
async function show({ page, way, album }: Tour, sample: Sample, address: string): Promise<string[]> {
  const { name, shows, shownToViewers = PAGE } = sample;
  const seen = troublesOf(page).length;
  const refused: string[] = [];
  const onResponse = (response: { status(): number; url(): string }) =>
    response.status() >= 400 && refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
  page.on('response', onResponse);
  await visit(page, address);
  const found = await page
    .getByRole('heading', { level: 1, name })
    .waitFor()
    .then(() =>
      page
        .locator(way === 'view' ? shownToViewers : shows)
        .first()
        .waitFor({ timeout: PATIENCE_MS }),
    )
    .then(() => [])
    .catch((error: unknown) => [`is not shown: ${String(error).split('\n', 1)[0]}`]);
  for (let attempts = 0; attempts < 300 && !(await page.evaluate<boolean>(ARE_LOADED)); attempts += 1)
    await page.waitForTimeout(100);
  // Pages of PDFs are drawn after their elements appear.
  await page.waitForTimeout(SETTLE_MS);
  await album.add(name, way, await page.screenshot());
  page.off('response', onResponse);
  const alerts = await page.getByRole('alert').allInnerTexts();
  const small = way === 'app' ? [] : (await misfits(page)).map((misfit) => JSON.stringify(misfit));
  // Links on pages of a PDF are as large as their text.
  const unfit = small.filter((misfit) => !/^\["(?:Go to |Open https?:)/.test(misfit));
  return [...found, ...refused, ...alerts, ...unfit, ...troublesOf(page).slice(seen)].map(
    (trouble) => `${name} (${way}): ${trouble}`,
  );
}

async function updatePicture(picture: Buffer): Promise<void> {
  assert.ok(picture.length < MAX_BYTES, `The picture has ${picture.length} bytes.`);
  await writeFile(resolve(import.meta.dirname, '../../docs/images/gallery.webp'), picture);
}

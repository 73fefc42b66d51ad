/** Films with captions, seeking in them, and printing of PDFs: three rules of one visit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { video } from '../../../src/platform/rendering/media.fixture.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { assertSound, startWebApp, troublesOf } from '../browser.ts';
import { openOnce, visit } from '../people.ts';
import { until } from '../../waiting.ts';
import { makePdf } from './paged-pdf.fixture.ts';

const skip = without(CHROMIUM) || without('ffmpeg');
const app = skip === false ? await startWebApp() : null!;
const { w, page } = skip === false ? await openOnce(app, ({ ann }) => ann) : null!;

const SECONDS = 20;
/** Noise, so that the film has more bytes than a browser fetches ahead. */
const NOISE = [
  '-vf',
  'noise=alls=100:allf=t',
  '-c:v',
  'libvpx',
  '-b:v',
  '1500k',
  '-g',
  '25',
  '-deadline',
  'realtime',
  '-cpu-used',
  '8',
];

test('a film has the captions beside it, and a jump fetches the part from there on', { skip }, async () => {
  const folderId = await w.ann.folder(w.ann.libraryId, 'Films');
  const film = video('webm', SECONDS, NOISE);
  const documentId = await w.ann.document(folderId, 'talk.webm', film);
  await w.ann.document(folderId, 'talk.en.vtt', 'WEBVTT\n\n00:00.000 --> 00:20.000\n<b>Welcome</b> to the talk\n');
  await w.ann.document(folderId, 'talk.de.vtt', 'WEBVTT\n\n00:00.000 --> 00:20.000\nWillkommen\n');
  const ranges: string[] = [];
  page.on('request', (request) => {
    const { range } = request.headers();
    if (request.url().includes(`/documents/${documentId}/preview`) && range !== undefined) ranges.push(range);
  });
  await visit(page, `/documents/${documentId}`);
  await page.getByLabel('Preview of talk.webm').waitFor();
  const ask = <Answer>(property: string) => page.evaluate<Answer>(`document.querySelector('video').${property}`);
  const hasFrame = async () => !(await ask<boolean>('seeking')) && (await ask<number>('readyState')) >= 2;
  await until(hasFrame);
  const tracks = await page.evaluate(
    '[...document.querySelector("video").textTracks].map(({ label, language, mode }) => [label, language, mode])',
  );
  assert.deepEqual(tracks, [
    ['German', 'de', 'disabled'],
    ['English', 'en', 'showing'],
  ]);
  await ask(`currentTime = ${SECONDS - 2}`);
  await until(hasFrame);
  await until(async () => (await ask('textTracks[1].activeCues.length')) === 1);
  const starts = ranges.map((range) => Number(/^bytes=(\d+)-/.exec(range)?.[1]));
  assert.ok(Math.max(...starts) > film.length / 2, `${film.length} bytes, ${ranges.join(' ')}`);
  await assertSound(page);
});

test('the chosen pages of a PDF are printed, one on each sheet, and nothing stays behind', { skip }, async () => {
  const folderId = await w.ann.folder(w.ann.libraryId, 'Print');
  const documentId = await w.ann.document(folderId, 'Contract.pdf', makePdf({ pages: 5 }));
  await visit(page, `/documents/${documentId}`);
  await page.getByText('Clause 1.1', { exact: true }).waitFor();
  // The dialog of the browser cannot be operated.
  await page.evaluate(
    'window.print = () => { window.sheets = [...document.querySelectorAll("body > div > img")].map((image) => image.naturalWidth) }',
  );
  const dialog = page.getByRole('dialog', { name: 'Print' });
  // The browser would print the page of the app.
  await page.keyboard.press('Control+p');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Print' }).click();
  assert.equal(await dialog.getByLabel('To page').inputValue(), '5');
  await assertSound(page);
  await dialog.getByLabel('From page').fill('9');
  assert.equal(await dialog.getByRole('button', { name: 'Print' }).isDisabled(), true);
  await dialog.getByLabel('From page').fill('2');
  await dialog.getByLabel('To page').fill('4');
  await dialog.getByRole('button', { name: 'Print' }).click();
  await until(() => page.evaluate<boolean>('window.sheets !== undefined'));
  assert.deepEqual(await page.evaluate('window.sheets'), [1239, 1239, 1239]);
  await dialog.waitFor({ state: 'detached' });
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('banner').isVisible(), false);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate('window.dispatchEvent(new Event("afterprint"))');
  assert.equal(await page.locator('body > div > img').count(), 0);
  assert.deepEqual(troublesOf(page), []);
});

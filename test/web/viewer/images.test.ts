/** Images and pictures of pages in the viewer: zoom, move, rotate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { CHROMIUM, without } from '../../parts.ts';
import { assertSound, startWebApp } from '../browser.ts';
import { openOnce, visit } from '../people.ts';
import { until } from '../../waiting.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;
const { w, page } = skip === false ? await openOnce(app, ({ ann }) => ann) : null!;

/** Opens a new document of Ann. */
async function open(name: string, content: Buffer): Promise<number> {
  const folderId = await w.ann.folder(w.ann.libraryId, name);
  const documentId = await w.ann.document(folderId, name, content);
  await visit(page, `/documents/${documentId}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  return documentId;
}

test('an image is zoomed, moved and rotated by keys, buttons, wheel and double click', { skip }, async () => {
  const large = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#2a6f97' } })
    .jpeg()
    .toBuffer();
  const documentId = await open('f.jpg', large);
  const image = page.getByRole('img', { name: 'Preview of f.jpg' });
  await image.waitFor();
  const width = async () => Math.round((await image.boundingBox())?.width ?? 0);
  const stage = page.getByRole('group', { name: 'f.jpg', exact: true });
  const fit = await width();
  assert.ok(fit <= ((await stage.boundingBox())?.width ?? 0));
  await page.getByRole('button', { name: 'Actual size' }).click();
  await page.getByText('100%').waitFor();
  assert.equal(await width(), 3000);
  const left = async () => Math.round((await image.boundingBox())?.x ?? 0);
  const before = await left();
  await page.keyboard.press('ArrowRight');
  assert.equal(await left(), before - 80);
  await stage.press('0');
  assert.equal(await width(), fit);
  await stage.press('+');
  assert.ok((await width()) > fit);
  await page.getByRole('button', { name: 'Fit to window' }).click();
  await stage.dblclick();
  assert.ok((await width()) > fit);
  await stage.dblclick();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  // The browser passes a turn of the wheel on with its next frame.
  await until(async () => (await width()) > fit);
  await stage.press('0');
  await page.getByRole('button', { name: 'Rotate right' }).click();
  const box = await image.boundingBox();
  assert.ok(box !== null && box.height > box.width);
  await assertSound(page);
  await page.setViewportSize({ width: 320, height: 640 });
  const last = await page.getByRole('button', { name: 'Full screen' }).boundingBox();
  assert.ok(last !== null && last.x + last.width <= 320, 'all controls are on the screen of a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  // A version that somebody adds meanwhile.
  app.clock.advance(60_000);
  await w.ann.revise(documentId, 'f.jpg', await sharp(large).resize(200, 100, { fit: 'fill' }).toBuffer());
  await until(() => page.evaluate<boolean>('[...document.images].some(({ naturalHeight }) => naturalHeight === 100)'));
});

test('on a phone all of an image is visible, in any shape, and rotated', { skip }, async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  // The card that contains the viewer hides what is outside it.
  const hidden = `(() => {
    const seen = (element) => element.getBoundingClientRect();
    const image = seen(document.querySelector('[data-aspect] [data-ready] img'));
    let card = document.querySelector('[data-aspect]');
    while (getComputedStyle(card).overflowY !== 'hidden') card = card.parentElement;
    return Math.round(Math.max(0, image.bottom - seen(card).bottom, seen(card).top - image.top, image.right - seen(card).right));
  })()`;
  for (const [width, height] of [
    [800, 1200],
    [1200, 800],
    [300, 2400],
    [2400, 300],
  ] as const) {
    const name = `${width} by ${height}.jpg`;
    await open(
      name,
      await sharp({ create: { width, height, channels: 3, background: '#2a6f97' } })
        .jpeg()
        .toBuffer(),
    );
    await page.locator('[data-aspect] [data-ready] img').waitFor();
    await until(async () => (await page.evaluate(hidden)) === 0);
    await page.getByRole('button', { name: 'Rotate right' }).click();
    await until(async () => (await page.evaluate(hidden)) === 0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('an image with more pixels than a tab can hold is shown by the server’s pictures', { skip }, async () => {
  const huge = sharp({ create: { width: 12_000, height: 10_000, channels: 3, background: '#2a6f97' } });
  await open('map.png', await huge.png({ compressionLevel: 1 }).toBuffer());
  const picture = page.getByRole('img', { name: 'Page 1 of 1' });
  await picture.waitFor();
  assert.match((await picture.getAttribute('src')) ?? '', /image\?width=/);
  const room = await page.getByRole('region', { name: 'Preview of map.png' }).boundingBox();
  const { width = 0 } = (await page.locator('[data-page="1"]').boundingBox()) ?? {};
  assert.ok(room !== null && width > 200 && width <= room.width, `all of it is visible: ${width} px`);
  await until(() => page.evaluate<boolean>('document.querySelector("[data-page] img").naturalWidth > 0'));
  await assertSound(page);
});

test('an image that is damaged says so', { skip }, async () => {
  for (const [name, content, words] of [
    ['damaged.bmp', Buffer.from('BM no picture'), 'This image can’t be shown in full. The file may be damaged.'],
    ['damaged.png', Buffer.from('no picture'), 'This picture can’t be shown.'],
  ] as const) {
    await open(name, content);
    await page.getByText(words).first().waitFor();
    await assertSound(page);
  }
});

test('the first of two short pages is the current one while it is at the top', { skip }, async () => {
  const fax = (background: string) =>
    sharp({ create: { width: 1728, height: 600, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all(['white', 'gray'].map(fax));
  await page.setViewportSize({ width: 390, height: 800 });
  await open(
    'Fax.tiff',
    await sharp(frames, { join: { animated: true } })
      .tiff()
      .toBuffer(),
  );
  const field = page.getByLabel('Page', { exact: true });
  await page.getByRole('img', { name: 'Page 2 of 2' }).waitFor();
  await page.getByRole('img', { name: 'Page 1 of 2' }).waitFor();
  await until(() =>
    page.evaluate<boolean>('[...document.querySelectorAll("[data-page] img")].every((i) => i.naturalWidth > 0)'),
  );
  assert.equal(await field.inputValue(), '1');
  await field.fill('2');
  await field.press('Enter');
  await until(async () => (await field.inputValue()) === '2');
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the pages of a TIFF are pictures from the server, larger ones when zoomed', { skip }, async () => {
  const pictureOf = (background: string) =>
    sharp({ create: { width: 1500, height: 1000, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all(['red', 'blue'].map(pictureOf));
  await open(
    'l.tif',
    await sharp(frames, { join: { animated: true } })
      .tiff()
      .toBuffer(),
  );
  const image = page.getByRole('img', { name: 'Page 1 of 2' });
  await image.waitFor();
  await page.getByRole('button', { name: /^Zoom: / }).click();
  await page.getByRole('menuitem', { name: '50%', exact: true }).click();
  await page.locator('[data-page="1"] img[src*="width=800"]').waitFor();
  await page.getByRole('button', { name: /^Zoom: / }).click();
  await page.getByRole('menuitem', { name: '100%', exact: true }).click();
  await page.locator('[data-page="1"] img[src*="width=1600"]').waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('img', { name: 'Page 2 of 2' }).waitFor();
  await assertSound(page);
});

test('a picture that the server draws is first shown whole, whatever the zoom of documents', { skip }, async () => {
  const tall = sharp({ create: { width: 600, height: 2400, channels: 3, background: 'green' } });
  await page.evaluate(`sessionStorage.setItem('carrel.viewer.zoom', '2')`);
  await open('tall.tif', await tall.tiff().toBuffer());
  await page.getByRole('img', { name: 'Page 1 of 1' }).waitFor();
  const { height = 0 } = (await page.locator('[data-page="1"]').boundingBox()) ?? {};
  assert.ok(height > 200 && height < 800, `${height} px`);
  await page.getByRole('button', { name: /^Zoom: / }).click();
  await page.getByRole('menuitem', { name: '50%', exact: true }).click();
  await until(async () => ((await page.locator('[data-page="1"]').boundingBox())?.height ?? 0) === 1200);
  assert.equal(await page.evaluate(`sessionStorage.getItem('carrel.viewer.zoom')`), '2');
  await page.evaluate(`sessionStorage.removeItem('carrel.viewer.zoom')`);
});

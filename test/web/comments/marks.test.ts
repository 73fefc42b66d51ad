/** Comments on pages and regions: their marks over the pages, and new ones by mouse and keyboard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { CHROMIUM, without } from '../../parts.ts';
import { PHONE, assertSound, close, startWebApp, troublesOf } from '../browser.ts';
import { openOnce, visit } from '../people.ts';
import { makePdf } from '../viewer/paged-pdf.fixture.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;
const { w, page } = skip === false ? await openOnce(app, ({ ann }) => ann) : null!;

const REGION = { X: 0.1, Y: 0.5, Width: 0.4, Height: 0.1 };

async function pdfOfAnn(pages: number) {
  const folderId = await w.ann.folder(w.ann.libraryId, crypto.randomUUID());
  const documentId = await w.ann.document(folderId, 'pages.pdf', makePdf({ pages }));
  return { documentId, path: `/api/documents/${documentId}/comments` };
}

const paneOf = (on: Page) => on.getByRole('region', { name: 'Comments' });
const nameOfFocused = (on: Page) =>
  on.evaluate<string>(`document.activeElement.ariaLabel ?? document.activeElement.labels?.[0].textContent`);

// Drags over a part of the first page, given as fractions.
async function draw(on: Page, [left, top, right, bottom]: [number, number, number, number]) {
  const box = await on.locator('[data-page="1"] [data-drawing]').boundingBox();
  assert.ok(box !== null);
  await on.mouse.move(box.x + box.width * left, box.y + box.height * top);
  await on.mouse.down();
  await on.mouse.move(box.x + box.width * right, box.y + box.height * bottom, { steps: 3 });
  await on.mouse.up();
}

test('a mark opens its thread, and a comment shows its place', { skip }, async () => {
  const { documentId, path } = await pdfOfAnn(3);
  await w.ann.api('POST', path, { Text: 'Wrong sum.', Page: 1, Region: REGION });
  await w.ann.api('POST', path, { Text: 'Last page.', Page: 3 });
  await visit(page, `/documents/${documentId}?tab=details`);
  await page.getByRole('tab', { name: 'Comments (2)' }).waitFor();
  const mark = page.getByRole('button', { name: 'Comment by Ann: Wrong sum.' });
  await mark.press('Enter');
  const pane = paneOf(page);
  await pane.getByText('Wrong sum.').waitFor();
  await page.waitForFunction(`document.activeElement.matches('[data-comment][data-chosen]')`);
  const outline = page.locator('[data-page="1"] [data-chosen]:not(button)');
  const [region, sheet] = [await outline.boundingBox(), await page.locator('[data-page="1"]').boundingBox()];
  assert.ok(region !== null && sheet !== null);
  assert.ok(Math.abs((region.y - sheet.y) / sheet.height - REGION.Y) < 0.01);
  assert.ok(Math.abs((region.x - sheet.x) / sheet.width - REGION.X) < 0.01);
  await pane.getByRole('link', { name: 'Go to page 3' }).click();
  await page.waitForURL(/#page=3$/);
  await page.getByRole('button', { name: 'Comment by Ann: Last page.' }).waitFor();
  await outline.waitFor({ state: 'detached' });
  await pane.getByRole('link', { name: 'Go to the area on page 1' }).click();
  await outline.waitFor();
  await pane.getByRole('button', { name: 'Resolve the thread by Ann' }).first().click();
  await mark.waitFor({ state: 'detached' });
  assert.deepEqual(troublesOf(page), []);
});

test(
  'a comment on a page of a former version names the version, and marks no page of the current one',
  { skip },
  async () => {
    const { documentId, path } = await pdfOfAnn(3);
    await w.ann.api('POST', path, { Text: 'Too long.', Page: 3, Region: REGION });
    await w.ann.revise(documentId, 'pages.pdf', makePdf({ pages: 1 }));
    await w.ann.api('POST', path, { Text: 'Better.', Page: 1, Region: REGION });
    await visit(page, `/documents/${documentId}?tab=comments`);
    await page.getByRole('button', { name: 'Comment by Ann: Better.' }).waitFor();
    const pane = paneOf(page);
    await pane.getByText('Area on page 3 · Version 1').waitFor();
    await pane.getByRole('link', { name: 'Go to the area on page 1' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Comment by Ann: Too long.' }).count(), 0);
    await assertSound(page);
  },
);

test(
  'a region is drawn with the mouse, also on a turned page; Escape ends it; the keyboard comments on the page',
  { skip },
  async () => {
    const { documentId, path } = await pdfOfAnn(1);
    await visit(page, `/documents/${documentId}?tab=details`);
    const tool = page.getByRole('button', { name: 'Comment on an area' });
    await tool.click();
    await page.getByText('Press Esc to cancel').waitFor();
    // An arrow key would lead to another document.
    for (const key of ['ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    assert.match(page.url(), new RegExp(`/documents/${documentId}\\b`));
    await page.keyboard.press('Escape');
    await page.locator('[data-drawing]').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rotate' }).click();
    await tool.click();
    await draw(page, [0.6, 0.2, 0.8, 0.5]);
    const pane = paneOf(page);
    await pane.getByText('Area on page 1').waitFor();
    assert.equal(await nameOfFocused(page), 'Add a comment');
    await page.keyboard.type('This part.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Comment by Ann: This part.' }).waitFor();
    await pane.getByRole('button', { name: 'Comment on this page' }).press('Enter');
    assert.equal(await nameOfFocused(page), 'Add a comment');
    await page.keyboard.type('This page.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Comment by Ann: This page.' }).waitFor();
    const [one, other] = (await w.ann.api('GET', path)).body;
    assertNear(one.Region, { X: 0.2, Y: 0.2, Width: 0.3, Height: 0.2 });
    assert.deepEqual([one.Page, other.Page, other.Region], [1, 1, null]);
    await page.getByRole('button', { name: 'Comment by Ann: This part.' }).click();
    await assertSound(page);
    assert.deepEqual(troublesOf(page), []);
  },
);

test(
  'an area of an image is marked and drawn, also while the image is rotated and zoomed; the image keeps still meanwhile',
  { skip },
  async () => {
    const image = sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#2a6f97' } }).jpeg();
    const folderId = await w.ann.folder(w.ann.libraryId, crypto.randomUUID());
    const documentId = await w.ann.document(folderId, 'photo.jpg', await image.toBuffer());
    const path = `/api/documents/${documentId}/comments`;
    await w.ann.api('POST', path, { Text: 'A scratch.', Page: 1, Region: { X: 0.8, Y: 0.8, Width: 0.1, Height: 0.1 } });
    await w.ann.api('POST', path, { Text: 'All of it.', Page: 1 });
    await visit(page, `/documents/${documentId}?tab=comments`);
    const pane = paneOf(page);
    await pane.getByText('All of it.').waitFor();
    assert.equal(await pane.getByText('Page 1').count(), 0);
    assert.equal(await pane.getByRole('button', { name: 'Comment on this page' }).count(), 0);
    const mark = page.getByRole('button', { name: 'Comment by Ann: A scratch.' });
    await mark.click();
    await page.waitForFunction(`document.activeElement.matches('[data-comment][data-chosen]')`);
    // The area comes into view when the image is larger than its frame.
    await page.getByRole('button', { name: 'Actual size' }).click();
    await pane.getByRole('link', { name: 'Go to the area' }).click();
    const stage = page.getByRole('group', { name: 'photo.jpg', exact: true });
    const outline = page.locator('[data-page="1"] [data-chosen]:not(button)');
    const [region, visible] = [await outline.boundingBox(), await stage.boundingBox()];
    assert.ok(region !== null && visible !== null);
    assert.ok(region.x > visible.x && region.x + region.width < visible.x + visible.width);
    assert.ok(region.y > visible.y && region.y + region.height < visible.y + visible.height);

    await stage.press('0');
    await page.getByRole('button', { name: 'Rotate right' }).click();
    await page.getByText('rotated 90 degrees').waitFor();
    await page.getByRole('button', { name: 'Comment on an area' }).click();
    await page.getByText('Drag over an area of the picture').waitFor();
    await draw(page, [0.6, 0.2, 0.8, 0.5]);
    await pane.getByText('Area', { exact: true }).first().waitFor();
    assert.equal(await nameOfFocused(page), 'Add a comment');
    await page.keyboard.type('This part.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Comment by Ann: This part.' }).waitFor();
    const made = (await w.ann.api('GET', path)).body.at(-1);
    assertNear(made.Region, { X: 0.2, Y: 0.2, Width: 0.3, Height: 0.2 });
    await assertSound(page);
    assert.deepEqual(troublesOf(page), []);
  },
);

function assertNear(region: typeof REGION, expected: typeof REGION) {
  for (const side of ['X', 'Y', 'Width', 'Height'] as const)
    assert.ok(Math.abs(region[side] - expected[side]) < 0.02, JSON.stringify(region));
}

test(
  'an area belongs to the version that it was drawn on, also when another one is added meanwhile, and visitors see it there only',
  { skip },
  async () => {
    const picture = (background: string) =>
      sharp({ create: { width: 600, height: 400, channels: 3, background } })
        .jpeg()
        .toBuffer();
    const folderId = await w.ann.folder(w.ann.libraryId, crypto.randomUUID());
    const documentId = await w.ann.document(folderId, 'crop.jpg', await picture('red'));
    await visit(page, `/documents/${documentId}?tab=comments`);
    await page.getByRole('button', { name: 'Comment on an area' }).click();
    await draw(page, [0.1, 0.1, 0.4, 0.4]);
    await page.keyboard.type('Crop this.');
    app.clock.advance(60_000);
    await w.ann.revise(documentId, 'crop.jpg', await picture('blue'));
    const pane = paneOf(page);
    await pane.getByText('Area · Earlier version').waitFor();
    assert.equal(await page.locator('[data-page="1"] [data-chosen]').count(), 0);
    await page.keyboard.press('Control+Enter');
    await pane.getByText('Area · Version 1').waitFor();
    const [made] = (await w.ann.api('GET', `/api/documents/${documentId}/comments`)).body;
    assert.deepEqual([made.RevisionNumber, made.Page], [1, 1]);
    const share = { AllowView: true, AllowDownload: true, AllowComment: true };
    const { body } = await w.ann.api('POST', `/api/documents/${documentId}/share`, share);
    const link = await app.open(new URL(body.Links.WebUri).pathname);
    await paneOf(link).getByText('Area · Earlier version').waitFor();
    assert.equal(await link.getByRole('button', { name: 'Comment by Ann: Crop this.' }).count(), 0);
    await close(link);
    assert.deepEqual(troublesOf(page), []);
  },
);

test('visitors on a phone see marks and comment on a page', { skip }, async () => {
  const { documentId, path } = await pdfOfAnn(1);
  await w.ann.api('POST', path, { Text: 'Wrong sum.', Page: 1, Region: REGION });
  const share = { AllowView: true, AllowDownload: true, AllowComment: true };
  const { body } = await w.ann.api('POST', `/api/documents/${documentId}/share`, share);
  const link = await app.open(new URL(body.Links.WebUri).pathname, PHONE);
  await link.getByRole('button', { name: 'Comment by Ann: Wrong sum.' }).click();
  const pane = paneOf(link);
  await link.waitForFunction(`document.activeElement.matches('[data-comment]')`);
  await pane.getByRole('button', { name: 'Comment on this page' }).click();
  await pane.getByText('Page 1', { exact: true }).waitFor();
  await pane.getByLabel('Your name').fill('Vera');
  await pane.getByLabel('Add a comment').fill('I agree.');
  await pane.getByRole('button', { name: 'Comment', exact: true }).click();
  await link.getByRole('button', { name: 'Comment by Vera: I agree.' }).waitFor();
  await assertSound(link);
  const [, made] = (await w.ann.api('GET', path)).body;
  assert.equal(made.Page, 1);
  assert.deepEqual(troublesOf(link), []);
  await close(link);
});

/** Reading in the browser: PDFs, office documents, and pages and films for people who can only view. */
import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, PHONE, assertSound, close, startWebApp, troublesOf } from '../browser.ts';
import { until } from '../../waiting.ts';
import { share } from '../links.ts';
import { openAs } from '../people.ts';
import { video } from '../../../src/platform/rendering/media.fixture.ts';
import { docx } from '../../../src/platform/rendering/samples.fixture.ts';
import { makePdf } from './paged-pdf.fixture.ts';

const skip = without(CHROMIUM);
const programFolders = (process.env['PATH'] ?? '').split(delimiter);
const app = skip === false ? await startWebApp({ programFolders }) : (null as never);
const w = skip === false ? await app.world() : (null as never);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pagesOf = (page: Page) => page.getByRole('region', { name: /^Preview of / });
const clause = (page: Page, number: number) => page.getByText(`Clause ${number}.1`, { exact: true });
const currentPage = (page: Page) => page.getByLabel('Page', { exact: true }).inputValue();

async function upload(name: string, content: Buffer): Promise<number> {
  return w.ann.document(await w.ann.folder(w.ann.libraryId, crypto.randomUUID()), name, content);
}

test(
  'a PDF opens at the page of the address without fetching all of it, and follows keys, fields and links',
  { skip },
  async () => {
    const content = makePdf({ pages: 300, filling: 15_000 });
    const documentId = await upload('Contract.pdf', content);
    const page = await openAs(app, w.ann, `/documents/${documentId}#page=120`);
    let fetched = 0;
    page.on('response', (response) => {
      if (response.url().includes('/preview')) fetched += Number(response.headers()['content-length'] ?? 0);
    });
    await clause(page, 120).waitFor();
    assert.equal(await currentPage(page), '120');
    assert.ok(fetched < content.length / 2, `${fetched} of ${content.length} bytes`);

    await pagesOf(page).focus();
    for (const [key, number] of [
      ['PageDown', 121],
      ['PageUp', 120],
      ['End', 300],
      ['Home', 1],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole('group', { name: `Page ${number} of 300` }).waitFor();
      assert.equal(await currentPage(page), String(number));
    }
    await clause(page, 1).waitFor();
    // Links follow the page's text, which names them.
    await button(page, 'Go to “Clause 1.1” in this document').waitFor();
    const outside = page.getByRole('link', { name: 'Open https://example.com/ in a new tab' });
    assert.equal(await outside.getAttribute('rel'), 'noopener noreferrer nofollow');
    await button(page, 'Go to “Clause 1.1” in this document').click();
    await page.waitForURL(/#page=300$/);
    // The link is gone with its page.
    await pagesOf(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Home');
    // A link by the name of an action, over no text.
    await button(page, 'Go to another page of this document').click();
    await page.waitForURL(/#page=300$/);
    await page.getByLabel('Page', { exact: true }).fill('42');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#page=42$/);
    await page.getByText('Page 42 of 300', { exact: true }).waitFor({ state: 'attached' });

    const box = page.locator('[data-page="42"]');
    const sizeOf = async () => {
      const { width = 0, height = 0 } = (await box.boundingBox()) ?? {};
      return [width, height] as const;
    };
    const [before] = await sizeOf();
    await pagesOf(page).focus();
    await page.keyboard.press('+');
    await page.getByText(/^Zoom: \d+%$/).waitFor({ state: 'attached' });
    const [larger] = await sizeOf();
    assert.ok(larger > before, `${larger} px`);
    assert.equal(await currentPage(page), '42');
    await page.keyboard.press('0');
    await page.keyboard.press('r');
    const [across, down] = await sizeOf();
    assert.ok(across > down);
    await page.getByText('Fit width, rotated 90 degrees', { exact: true }).waitFor({ state: 'attached' });

    // Without a connection for a moment, a part is requested again. A document that is gone is read no further.
    await page.route('**/preview', (route) => route.abort(), { times: 1 });
    const goTo = async (number: number) => {
      await page.getByLabel('Page', { exact: true }).fill(String(number));
      await page.keyboard.press('Enter');
    };
    await goTo(200);
    await clause(page, 200).waitFor();
    await page.route('**/preview', (route) => route.fulfill({ status: 404, json: { title: 'Gone' } }));
    await goTo(250);
    await page
      .getByRole('img', { name: /^Page 2\d\d of 300$/ })
      .first()
      .waitFor();
    await close(page);
  },
);

test('search marks results and goes from one to the next; outline, thumbnails and full screen', { skip }, async () => {
  const documentId = await upload('Contract.pdf', makePdf({ pages: 60 }));
  const page = await openAs(app, w.ann, `/documents/${documentId}`);
  await clause(page, 1).waitFor();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('CLÁUSE 2');
  const field = page.getByRole('searchbox', { name: 'Search in the document' });
  const status = page.getByRole('status');
  await status.getByText('1 of 11', { exact: true }).waitFor();
  assert.equal(await page.evaluate('CSS.highlights.get("carrel-current").size'), 1);
  await page.keyboard.press('Shift+Enter');
  await status.getByText('11 of 11', { exact: true }).waitFor();
  await clause(page, 29).waitFor();
  await until(() => page.evaluate<boolean>('[...CSS.highlights.get("carrel-current")].join() === "Clause 2"'));
  await assertSound(page);
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await button(page, 'Search in the document').press('Enter');
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Search in the document').and(page.locator(':focus')).waitFor();

  await button(page, 'Pages and outline').press('Enter');
  const panel = page.getByRole('group', { name: 'Pages and outline' });
  await panel.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await button(page, 'Pages and outline').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await button(page, 'Outline').click();
  assert.equal(await button(page, 'Section 1.1').count(), 0);
  await button(page, 'Expand Chapter 1').press('Enter');
  await button(page, 'Section 1.1').click();
  await until(async () => (await currentPage(page)) === '2');
  await button(page, 'Collapse Chapter 1').click();
  await button(page, 'Section 1.1').waitFor({ state: 'detached' });
  await button(page, 'Chapter 5').click();
  // It names the middle of the page, which is then a little below the edge.
  await until(async () => {
    const { y = 0, height = 0 } = (await page.locator('[data-page="41"]').boundingBox()) ?? {};
    const { y: top = 0 } = (await page.getByRole('region', { name: 'Preview of Contract.pdf' }).boundingBox()) ?? {};
    return Math.abs((top + 60 - y) / height - 0.5) < 0.1;
  });
  await button(page, 'Pages').click();
  await page.locator('button[aria-current="page"] canvas').waitFor();
  await button(page, 'Page 42 of 60').click();
  await clause(page, 42).waitFor();
  await assertSound(page);

  await button(page, 'Full screen').click();
  await until(() => page.evaluate<boolean>('document.fullscreenElement !== null'));
  await page.getByRole('button', { name: /^Zoom: / }).click();
  await page.getByRole('menuitem', { name: 'Fit page' }).click();
  const { height } = (await page.locator('[data-page="42"]').boundingBox()) ?? { height: 0 };
  assert.ok(height > 400 && height < 800, `${height} px`);
  // On a full screen, the arrow keys turn pages instead of leading to other documents.
  await page.keyboard.press('ArrowRight');
  await clause(page, 43).waitFor();
  await page.keyboard.press('ArrowLeft');
  await until(async () => (await currentPage(page)) === '42');
  assert.ok(await page.evaluate<boolean>('document.fullscreenElement !== null'));
  await button(page, 'Exit full screen').click();
  await until(() => page.evaluate<boolean>('document.fullscreenElement === null'));

  // A version that somebody adds meanwhile replaces the one that is shown.
  app.clock.advance(60_000);
  await w.ann.revise(documentId, 'Contract.pdf', makePdf({ pages: 3, linesOf: () => ['The second version'] }));
  await page.getByText('The second version').first().waitFor();
  assert.equal(await page.getByRole('group', { name: 'Page 3 of 3' }).count(), 1);
  assert.deepEqual(troublesOf(page), []);
  await close(page);
});

test('links of a PDF are large enough to be hit on a small screen, and do not cover each other', { skip }, async () => {
  const documentId = await upload('Contract.pdf', makePdf({ pages: 2 }));
  const page = await openAs(app, w.ann, `/documents/${documentId}`, {
    ...PHONE,
    viewport: { width: 320, height: 640 },
  });
  const [inside, outside] = [
    button(page, 'Go to “Clause 1.1” in this document'),
    page.getByRole('link', { name: 'Open https://example.com/ in a new tab' }),
  ];
  await inside.waitFor();
  await outside.waitFor();
  // The panel covers the pages, until a page is chosen.
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Pages and outline' }).click();
  const panel = page.getByRole('group', { name: 'Pages and outline' });
  await panel.and(page.locator(':focus')).waitFor();
  await button(page, 'Page 1 of 2').click();
  await panel.waitFor({ state: 'detached' });
  await pagesOf(page).and(page.locator(':focus')).waitFor();
  const [above, below] = [await inside.boundingBox(), await outside.boundingBox()];
  assert.ok(above !== null && below !== null && above.height >= 23.9 && below.height >= 23.9);
  assert.ok(above.y + above.height <= below.y + 0.1, 'no overlap');
  await assertSound(page);
  await close(page);
});

test('of two compared versions, the one with the focus is searched', { skip }, async () => {
  const documentId = await upload('Offer.pdf', makePdf({ pages: 2 }));
  await w.ann.revise(documentId, 'Offer.pdf', makePdf({ pages: 2, linesOf: () => ['Another text'] }));
  const { body } = await w.ann.api('GET', `/api/documents/${documentId}/revisions`);
  const page = await openAs(app, w.ann, `/documents/${documentId}?compare=${body[1].RevisionId}`);
  await page.getByRole('button', { name: 'Whole versions' }).click();
  const side = (version: number) => page.getByRole('region', { name: `Version ${version}`, exact: true });
  for (const version of [2, 1]) {
    await side(version)
      .getByRole('region', { name: /^Preview of / })
      .focus();
    await page.keyboard.press('Control+f');
    await side(version).getByRole('searchbox').waitFor();
    assert.equal(await page.getByRole('searchbox', { name: 'Search in the document' }).count(), 1);
    await page.keyboard.press('Escape');
    await side(version).getByRole('searchbox').waitFor({ state: 'detached' });
  }
  await close(page);
});

test('people who can only view read pages as pictures, and no request asks for the content', { skip }, async () => {
  const documentId = await upload('Contract.pdf', makePdf({ pages: 60 }));
  const { path } = await share(w.ann, { documentId }, { AllowView: true });
  const page = await app.open('/', PHONE);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto(new URL(`${path}#page=12`, ORIGIN).href);
  const picture = page.getByRole('img', { name: 'Page 12 of 60' });
  await picture.waitFor();
  await until(() => page.evaluate<boolean>('document.querySelector("[data-page=\\"12\\"] img").naturalWidth > 0'));
  assert.equal(await currentPage(page), '12');
  assert.equal(await button(page, 'Search in the document').count(), 0);
  await button(page, 'More').click();
  assert.equal(await page.getByRole('menuitem', { name: 'Print' }).count(), 0);
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await page.waitForLoadState('networkidle');
  await w.ann.api('DELETE', `/api/documents/${documentId}`);
  await page.getByLabel('Page', { exact: true }).fill('50');
  await page.keyboard.press('Enter');
  // A page of a document that is gone is requested once, and its status once. Then the page says that it is gone.
  await page.getByText('The link may be incomplete, or the content was deleted.').waitFor();
  assert.equal(asked.filter((one) => one.endsWith('/pages/50/image')).length, 2);
  assert.ok(asked.some((one) => one.endsWith('/pages/12/image')));
  assert.deepEqual(
    asked.filter((one) => /\/(?:content|rendition|preview)$|\/pdf[.-]/.test(one)),
    [],
  );
  await assertSound(page);
  await close(page);
});

test('an office document is read as a PDF', { skip: skip || without('soffice') }, async () => {
  const documentId = await upload('Letter.docx', docx(['Dear Bob', 'The parties agree.']));
  const page = await openAs(app, w.ann, `/documents/${documentId}`);
  await page.getByText('The parties agree.').waitFor();
  assert.deepEqual(troublesOf(page), []);
  // A file that LibreOffice cannot read says why.
  const broken = await upload('Broken.docx', Buffer.from('no document'));
  await page.goto(new URL(`/documents/${broken}`, ORIGIN).href);
  await page.getByRole('status').getByText('The pages of this file can’t be shown.').waitFor({ state: 'attached' });
  await close(page);
});

test(
  'a visitor who can only view plays a film and a sound that the server converts',
  { skip: skip || without('ffmpeg') },
  async () => {
    for (const [name, content] of [
      ['visit.avi', video('avi', 2)],
      ['note.mp4', video('mp4', 2)],
    ] as const) {
      const documentId = await upload(name, content);
      const link = await share(w.ann, { documentId }, { AllowView: true });
      const visitor = await app.open(link.path);
      await assertSound(visitor);
      await visitor.getByRole('button', { name: `Play ${name}` }).click();
      await visitor.getByLabel(`Preview of ${name}`).and(visitor.locator('video')).waitFor();
      await until(() => visitor.evaluate<boolean>('document.querySelector("video").readyState >= 2'));
      assert.equal(await visitor.evaluate('Math.round(document.querySelector("video").duration)'), 2);
      await assertSound(visitor);
      await close(visitor);
    }
  },
);

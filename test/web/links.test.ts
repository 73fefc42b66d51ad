/** The pages of links before and after they are unlocked. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import sharp from 'sharp';
import { addText } from '../../src/library/search/search.fixture.ts';
import { pdfPage } from '../../src/platform/rendering/samples.fixture.ts';
import { CHROMIUM, without } from '../parts.ts';
import { ORIGIN, PHONE, assertSound, close, startWebApp, troublesOf } from './browser.ts';
import { codeIn, linkIn, newestMail, share } from './links.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const VIEW = { AllowView: true };
const DOWNLOAD = { AllowView: true, AllowDownload: true };
const HOSTILE = '<script>top.hacked = true</script><img src=x onerror="top.hacked = true">';

const blue = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#2a6f97' } })
  .png()
  .toBuffer();

test('a folder link shows who shared it, when it expires, and what visitors can do', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Offer 2026');
  await ann.document(folderId, 'Plan.png', blue);
  await ann.document(folderId, 'Offer.pdf', pdfPage());
  await ann.api('POST', `/api/folders/${folderId}/folders`, { FolderName: 'Drawings' });
  const link = await share(ann, { folderId }, { ...DOWNLOAD, ExpireStyle: 'days', ExpirationValue: 7 });
  const page = await app.open(link.path, PHONE);
  await page.getByText('Ann shared a folder with you').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Offer 2026' }).waitFor();
  await page.getByText('Expires 9 Mar 2026').waitFor();
  await page.getByText('You can view and download').waitFor();
  await page.getByRole('link', { name: 'Drawings' }).waitFor();
  await page.getByRole('link', { name: /^Download all \(/ }).waitFor();
  await assertSound(page);
  await close(page);
});

test('visitors browse and search folders and documents, also by keyboard', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Trip');
  const { FolderId: below } = (await ann.api('POST', `/api/folders/${folderId}/folders`, { FolderName: 'Days' })).body;
  await ann.document(below, 'a.txt', 'first words');
  await ann.document(below, 'b.png', blue);
  await addText(app, ann, await ann.document(below, 'c.pdf', pdfPage()), ['The itinerary of the trip.']);
  const page = await app.open((await share(ann, { folderId }, DOWNLOAD)).path);
  await page.getByRole('link', { name: 'Days' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'a.txt', exact: true }).click();
  await page.getByText('first words').waitFor();
  await assertSound(page);
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByRole('img', { name: 'Preview of b.png' }).waitFor();
  await page.getByRole('link', { name: 'Previous' }).click();
  await page.getByText('first words').waitFor();
  await page.reload();
  await page.getByText('first words').waitFor();
  await page.getByRole('link', { name: 'Back to folder' }).click();
  const trail = page.getByRole('navigation', { name: 'Folder path' });
  await trail.getByRole('link', { name: 'Trip' }).click();
  await page.getByRole('link', { name: 'Days' }).waitFor();
  // Search: results, a document at the page of the words, and back.
  const field = page.getByRole('searchbox', { name: 'Search this folder' });
  await field.fill('itinerary');
  await field.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Results for “itinerary”' }).waitFor();
  await page.getByText('1 result').waitFor();
  const row = page.getByRole('listitem').filter({ hasText: 'Trip › Days' });
  await row.locator('mark').getByText('itinerary').waitFor();
  await assertSound(page);
  await row.getByRole('link', { name: 'c.pdf' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'c.pdf' }).waitFor();
  assert.match(page.url(), /#page=1&search=itinerary$/);
  await page.goBack();
  await row.getByRole('link', { name: 'c.pdf' }).click();
  await page.getByRole('link', { name: 'Back to results' }).click();
  await field.fill('itiner');
  await field.press('Enter');
  await page.getByText('No results.').waitFor();
  await page.getByRole('link', { name: 'Search for words that begin with “itiner”' }).click();
  await row.waitFor();
  await page.getByRole('link', { name: 'Trip' }).click();
  await page.getByRole('link', { name: 'Days' }).waitFor();
  await close(page);
});

test('a long folder loads page by page', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Many');
  await Promise.all(Array.from({ length: 64 }, (_, index) => ann.document(folderId, `${index + 100}.txt`)));
  const page = await app.open((await share(ann, { folderId }, VIEW)).path);
  await page.getByRole('link', { name: '159.txt' }).waitFor();
  assert.equal(await page.getByRole('listitem').count(), 60);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('link', { name: '163.txt' }).waitFor();
  assert.equal(await page.getByRole('listitem').count(), 64);
  assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0);
  await close(page);
});

test('a PDF is drawn on the page of a link', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const documentId = await ann.document(folderId, 'Offer.pdf', pdfPage());
  const page = await app.open((await share(ann, { documentId }, DOWNLOAD)).path);
  const drawn = page.getByRole('group', { name: 'Page 1 of 1' }).locator('canvas');
  await drawn.waitFor();
  const colors = async (): Promise<string[]> =>
    page.evaluate(`[0.25, 0.75].map((part) => {
      const canvas = document.querySelector('canvas');
      return canvas.getContext('2d').getImageData(canvas.width * part, canvas.height / 2, 1, 1).data.slice(0, 3).join();
    })`);
  for (let tries = 0; tries < 50 && (await colors())[0] !== '255,0,0'; tries += 1) await page.waitForTimeout(100);
  assert.deepEqual(await colors(), ['255,0,0', '0,0,255']);
  await assertSound(page);
  await close(page);
});

test(
  'a document and a whole folder are downloaded unchanged, and counted for the recipient of a personal link',
  { skip },
  async () => {
    const { ann } = await app.world();
    const folderId = await ann.folder(ann.libraryId, 'F');
    const documentId = await ann.document(folderId, 'Plan.png', blue);
    const page = await app.open((await share(ann, { documentId }, DOWNLOAD)).path);
    const [one] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Download \(/ }).click(),
    ]);
    assert.equal(one.suggestedFilename(), 'Plan.png');
    assert.deepEqual(await readFile(await one.path()), blue);
    await close(page);
    const terms = { ...DOWNLOAD, MaxDownloads: 1, Recipients: ['x@recipients.test'], NotifyRecipients: false };
    const { self } = await share(ann, { folderId }, terms);
    const [{ WebUri }] = (await ann.api('GET', `${self}/recipients`)).body;
    const folderPage = await app.open(new URL(WebUri).pathname + new URL(WebUri).search);
    await folderPage.getByText('1 download left').waitFor();
    const [all] = await Promise.all([
      folderPage.waitForEvent('download'),
      folderPage.getByRole('link', { name: /^Download all/ }).click(),
    ]);
    const archive = await readFile(await all.path());
    assert.match(all.suggestedFilename(), /\.zip$/);
    assert.ok(archive.includes(blue), 'The archive does not hold the document.');
    await folderPage.getByText('No downloads left').waitFor();
    assert.equal(await folderPage.getByRole('link', { name: /^Download/ }).count(), 0);
    const visitors = (await ann.api('GET', `${self}/visitors`)).body;
    assert.deepEqual(
      visitors.map((row: Record<string, unknown>) => [row['Recipient'], row['OpenCount'], row['DownloadCount']]),
      [
        [null, 0, 0],
        ['x@recipients.test', 1, 1],
      ],
    );
    await close(folderPage);
  },
);

test('the password opens a link, and an incorrect one is refused', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Secret');
  const page = await app.open((await share(ann, { folderId }, { ...VIEW, Password: 'open sesame 1' })).path);
  await page.getByRole('heading', { name: 'Enter the password' }).waitFor();
  await assertSound(page);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Incorrect password.').waitFor();
  assert.equal(await page.getByText('Secret').count(), 0);
  await assertSound(page);
  await page.getByLabel('Password', { exact: true }).fill('open sesame 1');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Secret' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Secret' }).waitFor();
  await close(page);
});

test('a personal link emails a code that is pasted into six boxes', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Private');
  const to = `guest-${crypto.randomUUID()}@example.test`;
  const shared = await share(ann, { folderId }, { ...VIEW, AccessCodeRequired: true, Recipients: [to] });
  await app.runJobs();
  const page = await app.open('about:blank');
  await page.clock.setFixedTime(app.clock.now);
  await page.goto(new URL(linkIn(await newestMail(app, to)), ORIGIN).href);
  await page.getByText(/We sent a 6-digit code to g…\u2060@example\.test/).waitFor();
  await page.getByRole('button', { name: /Resend code in/ }).waitFor();
  await assertSound(page);
  await app.runJobs();
  const code = codeIn(await newestMail(app, to));
  const wrong = code === '000000' ? '111111' : '000000';
  await page.getByLabel('Digit 1 of 6').pressSequentially(wrong);
  await page.getByRole('alert').getByText('Incorrect code. You have 4 attempts left.').waitFor();
  await page.getByLabel('Digit 1 of 6').focus();
  await page.evaluate(`navigator.clipboard.writeText('${code}')`);
  await page.keyboard.press('Control+V');
  await page.getByRole('heading', { name: 'Private' }).waitFor();
  await close(page);
  const bare = await app.open(shared.path);
  await bare.getByRole('heading', { name: 'Use your personal link' }).waitFor();
  await assertSound(bare);
  await close(bare);
});

test('expired and revoked links show whom to ask, and unknown links are not found', { skip }, async () => {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'F');
  const revoked = await share(w.ann, { folderId }, VIEW);
  const expired = await share(w.ann, { folderId }, { ...VIEW, ExpireStyle: 'days', ExpirationValue: 1 });
  await w.ann.api('DELETE', revoked.self);
  await app.sql`update shares set expires_at = ${new Date(app.clock.now.getTime() - 1000)} where share_id = ${expired.shareId}`;
  const page = await app.open('about:blank');
  for (const [path, heading, address, status] of [
    [revoked.path, 'This link is no longer available', w.ann.email, 410],
    [expired.path, 'This link has expired', w.ann.email, 410],
    [`/folder/${folderId}/share/none`, 'Page not found', null, 404],
  ] as const) {
    await page.goto(`${ORIGIN}${path}`);
    await page.getByRole('heading', { name: heading }).waitFor();
    if (address !== null) await page.getByRole('link', { name: address }).waitFor();
    await assertSound(page);
    assert.equal((await fetch(new URL(path, app.url))).status, status);
  }
  await close(page);
});

test('a page shows only the item that its address names', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const { path } = await share(ann, { folderId }, VIEW);
  const reference = path.split('/').at(-1) ?? '';
  const page = await app.open('about:blank');
  for (const wrong of [`/folder/${folderId + 1}/share/${reference}`, `/document/${folderId}/share/${reference}`]) {
    await page.goto(`${ORIGIN}${wrong}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    assert.equal((await fetch(new URL(wrong, app.url))).status, 404);
  }
  await page.goto(`${ORIGIN}${path}?recipient=a&recipient=b`);
  await page.getByRole('heading', { name: 'F', exact: true }).waitFor();
  await close(page);
});

test('a pending share shows that its files are being checked', { skip }, async () => {
  const w = await app.world();
  await w.admin.api('PATCH', '/api/settings', { SharingAsAService: true });
  const folderId = await w.ann.folder(w.ann.libraryId, 'F');
  const page = await app.open((await share(w.ann, { folderId }, VIEW)).path);
  await page.getByRole('heading', { name: 'Checking files' }).waitFor();
  await assertSound(page);
  await close(page);
});

test('markup in names and contents is shown as text and never runs', { skip }, async () => {
  const { ann } = await app.world();
  const { FolderId: folderId } = (
    await ann.api('POST', `/api/libraries/${ann.libraryId}/folders`, { FolderName: '<img src=x onerror=hacked>' })
  ).body;
  await ann.document(folderId, 'page.html', HOSTILE);
  await ann.document(folderId, 'picture.svg', `<svg xmlns="http://www.w3.org/2000/svg">${HOSTILE}</svg>`);
  const page = await app.open((await share(ann, { folderId }, DOWNLOAD)).path);
  await page.getByRole('heading', { name: '<img src=x onerror=hacked>' }).waitFor();
  for (const name of ['page.html', 'picture.svg']) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.getByRole('link', { name: 'Back to folder' }).click();
  }
  assert.equal(await page.evaluate('window.hacked'), undefined);
  assert.deepEqual(troublesOf(page), []);
  await close(page);
});

test('pages show the name and the color of the deployment, and load less than 250 kB of script', { skip }, async () => {
  const w = await app.world();
  await w.admin.api('PATCH', '/api/settings', { Branding: { Name: 'Miller & Sons', Color: '#ffd400' } });
  const folderId = await w.ann.folder(w.ann.libraryId, 'F');
  await w.ann.document(folderId, 'a.txt', 'a');
  const { path } = await share(w.ann, { folderId }, DOWNLOAD);
  const sizes: Promise<number>[] = [];
  const page = await app.open('about:blank');
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(new URL(path, ORIGIN).href);
  await page.getByText('Miller & Sons').waitFor();
  await page.getByRole('link', { name: /^Download all/ }).waitFor();
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  assert.ok(bytes > 50_000 && bytes < 250_000, `${bytes} bytes of script`);
  await assertSound(page);
  await close(page);
});

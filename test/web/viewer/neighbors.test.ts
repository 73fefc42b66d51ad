/** The page of a document: its neighbors in the list, its tabs, and the comparison of its versions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { numberedPdf } from '../../../src/platform/rendering/pages.fixture.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, assertSound, close, startWebApp } from '../browser.ts';
import { share } from '../links.ts';
import { openOnce, visit } from '../people.ts';

const SIZE = { width: 1200, height: 800, channels: 3 } as const;
const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;
const { w, page, folderId, ids } = skip === false ? await house() : null!;

async function house() {
  const opened = await openOnce(app, ({ ann }) => ann);
  const { ann } = opened.w;
  const folder = await ann.folder(ann.libraryId, 'Pictures');
  const picture = await sharp({ create: { ...SIZE, background: '#2a6f97' } })
    .png()
    .toBuffer();
  const made: number[] = [];
  for (let number = 0; number < 10; number += 1) {
    made.push(await ann.document(folder, `p${number}.png`, Buffer.concat([picture, Buffer.from([number])])));
  }
  await ann.document(folder, 'notes.txt', 'text');
  return { ...opened, folderId: folder, ids: made };
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test(
  'ten pictures of a list are one key each, in its order and with its filters, also after a reload',
  { skip },
  async () => {
    await visit(page, `/folders/${folderId}?sort=name+desc&filter=p`);
    await page.getByRole('link', { name: 'p9.png' }).click();
    await heading('p9.png').waitFor();
    await page.getByText('1 of 10').waitFor();
    const asked: string[] = [];
    const pictures: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      asked.push(pathname);
      if (pathname.endsWith('/thumbnail')) pictures.push(`${pathname}${search.replace(/&version=.*/, '')}`);
    });
    for (let number = 8; number >= 0; number -= 1) {
      await page.getByRole('button', { name: `Next: p${number}.png` }).waitFor();
      await page.keyboard.press('ArrowRight');
      await heading(`p${number}.png`).waitFor();
      await page.getByRole('img', { name: `Preview of p${number}.png` }).waitFor();
      if (number === 5) await page.reload();
    }
    assert.ok(asked.includes(`/api/documents/${ids[7]}/place`));
    await page.getByText('10 of 10').waitFor();
    // Pictures of neighbors are loaded ahead, which is no view.
    assert.ok(pictures.includes(`/api/documents/${ids[7]}/thumbnail?size=256`));
    assert.deepEqual(
      pictures.filter((path) => path.includes('size=1024')),
      [],
    );
    await page.getByRole('button', { name: 'This is the last document' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await heading('p1.png').waitFor();
    const previous = page.getByRole('button', { name: 'Previous: p2.png' });
    await previous.press('Enter');
    await heading('p2.png').waitFor();
    await page.waitForFunction(`document.activeElement.ariaLabel === 'Previous: p3.png'`);
    // Back leads to the list.
    await page.goBack();
    await page.getByRole('grid').waitFor();
  },
);

test('presses of the arrow keys count while the neighbors load', { skip }, async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const lists = `**/api/folders/${folderId}/documents?*`;
  await page.route(lists, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${ORIGIN}/documents/${ids[8]}?sort=name+desc&filter=p`);
  await heading('p8.png').waitFor();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(key);
  letGo();
  await heading('p5.png').waitFor();
  await page.getByRole('button', { name: 'Next: p4.png' }).waitFor();
  await page.unroute(lists);
  // Also while the next documents load.
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowRight');
  await heading('p0.png').waitFor();
  await page.getByRole('button', { name: 'This is the last document' }).waitFor();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Previous: p5.png' }).waitFor();
  await heading('p4.png').waitFor();
});

test('arrow keys stay with a zoomed image and with fields', { skip }, async () => {
  await visit(page, `/documents/${ids[3]}?tab=comments`);
  await page.getByRole('button', { name: 'Next: p4.png' }).waitFor();
  await page.getByLabel('Add a comment').fill('ab');
  await page.keyboard.press('ArrowLeft');
  const stage = page.getByRole('group', { name: 'p3.png', exact: true });
  for (let steps = 0; steps < 14; steps += 1) await stage.press('+');
  await stage.press('ArrowRight');
  await heading('p3.png').waitFor();
  await stage.press('0');
  await stage.press('ArrowRight');
  await heading('p4.png').waitFor();
});

test(
  'the tabs of a document are in its address, keys move between them, and the page remembers the last',
  { skip },
  async () => {
    await visit(page, `/documents/${ids[0]}?tab=versions`);
    await page.getByRole('tab', { name: 'Versions', selected: true }).focus();
    await page.getByText('Version 1').waitFor();
    await assertSound(page);
    await page.keyboard.press('Home');
    await page.getByRole('tab', { name: 'Details', selected: true }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('region', { name: 'Activity' }).getByText('You uploaded the document').waitFor();
    await page.waitForURL('**?tab=activity');
    await visit(page, `/documents/${ids[1]}`);
    await page.getByRole('tab', { name: 'Activity', selected: true }).waitFor();
    await assertSound(page);
    await page.getByRole('button', { name: 'Close panel' }).click();
    await page.getByRole('tab').first().waitFor({ state: 'detached' });
    await visit(page, `/documents/${ids[2]}`);
    await page.getByRole('button', { name: 'Show panel' }).click();
    await page.getByRole('tab', { name: 'Tasks' }).click();
    await page.getByText('No tasks yet.').waitFor();
  },
);

test('older versions stand beside the current one, with the changed words of a text marked', { skip }, async () => {
  const terms = (rent: string) => `# Lease\n\n${'A clause.\n'.repeat(40)}The rent is ${rent} a month.\nThe end.\n`;
  const documentId = await w.ann.document(folderId, 'lease.md', terms('900'));
  await w.ann.revise(documentId, 'lease.md', `${terms('1000')}Signed.\n`);
  await visit(page, `/documents/${documentId}?tab=versions`);
  const compare = page.getByRole('button', { name: 'Compare version 1 with the current version' });
  await compare.click();
  const title = page.getByRole('heading', { level: 2, name: 'Version 1 and version 2' });
  await title.and(page.locator(':focus')).waitFor();
  await page.getByText('2 lines added, 1 line removed').waitFor();
  const changes = page.getByRole('region', { name: 'Changes in lease.md' });
  assert.deepEqual(await changes.getByRole('deletion').allInnerTexts(), ['900']);
  assert.deepEqual(await changes.getByRole('insertion').allInnerTexts(), ['1000', 'Signed.']);
  await changes.getByText('Line 43 removed:').waitFor();
  await changes.getByText('39 unchanged lines').waitFor();
  await assertSound(page);
  await page.getByRole('button', { name: 'Whole versions' }).click();
  const sides = [1, 2].map((number) => page.getByRole('region', { name: `Preview of Version ${number} of lease.md` }));
  await sides[0]?.getByText('The rent is 900 a month.').waitFor();
  await sides[1]?.getByText('The rent is 1000 a month.').waitFor();
  await assertSound(page);
  const [left, right] = await Promise.all(sides.map((side) => side.boundingBox()));
  assert.equal(left?.y, right?.y);
  // Two older versions, by keyboard, in an address that can be shared.
  await w.ann.revise(documentId, 'lease.md', terms('1200'));
  await visit(page, `${new URL(page.url()).pathname}?tab=versions`);
  await compare.click();
  await page.getByRole('heading', { level: 2, name: 'Version 1 and version 3' }).waitFor();
  const after = page.getByLabel('After', { exact: true });
  assert.ok(await after.getByRole('option', { name: 'Version 1', exact: true }).isDisabled());
  await after.focus();
  await after.selectOption('Version 2');
  await title.waitFor();
  await after.and(page.locator(':focus')).waitFor();
  await page.getByText('2 lines added, 1 line removed').waitFor();
  await visit(page, `/documents/${documentId}${new URL(page.url()).search}`);
  await title.waitFor();
  await assertSound(page);
  await page.getByRole('button', { name: 'Close comparison' }).click();
  assert.equal(new URL(page.url()).search, '?tab=versions');
  await compare.and(page.locator(':focus')).waitFor();
  // The address names the comparison, and pictures have no text.
  const [{ RevisionId }] = (await w.ann.api('GET', `/api/documents/${ids[0]}/revisions`)).body;
  await w.ann.revise(
    ids[0]!,
    'p0.png',
    await sharp({ create: { ...SIZE, background: 'red' } })
      .png()
      .toBuffer(),
  );
  await visit(page, `/documents/${ids[0]}?compare=${RevisionId}`);
  for (const number of [1, 2])
    await page.getByRole('img', { name: `Preview of Version ${number} of p0.png` }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Whole versions' }).count(), 0);
  // The server reads the text of others, and the changes name the page.
  const pdfId = await w.ann.document(folderId, 'plan.pdf', numberedPdf(2));
  await w.ann.revise(pdfId, 'plan.pdf', numberedPdf(3));
  await visit(page, `/documents/${pdfId}?tab=versions`);
  await compare.click();
  await page.getByText('1 passage added, 0 passages removed.').waitFor();
  const passages = page.getByRole('region', { name: 'Changes in plan.pdf' });
  assert.deepEqual(await passages.getByRole('insertion').allInnerTexts(), ['Page 3']);
  await passages.getByText('Page 3 added:').waitFor();
  await assertSound(page);
  // Pages of both versions have the same names.
  await w.ann.revise(pdfId, 'plan.pdf', Buffer.concat([numberedPdf(3), Buffer.from('\n')]));
  await visit(page, `/documents/${pdfId}?tab=versions`);
  await page.getByRole('button', { name: 'Compare version 2 with the current version' }).click();
  await page.getByText('The text of both versions is the same.').waitFor();
  await page.getByRole('button', { name: 'Whole versions' }).click();
  for (const number of [2, 3]) {
    const side = page.getByRole('region', { name: `Version ${number}`, exact: true });
    await side.getByRole('group', { name: 'Page 1 of 3' }).waitFor();
  }
  await assertSound(page);
});

test('visitors go through the documents of a folder with the arrow keys', { skip }, async () => {
  const link = await share(w.ann, { folderId }, { AllowView: true, AllowDownload: true });
  const visitor = await app.open(link.path);
  await visitor.getByRole('link', { name: 'p0.png', exact: true }).click();
  for (const name of ['p0.png', 'p1.png', 'p2.png']) {
    await visitor.getByRole('heading', { level: 1, name }).waitFor();
    await visitor.keyboard.press('ArrowRight');
  }
  await visitor.getByRole('heading', { level: 1, name: 'p3.png' }).waitFor();
  await visitor.keyboard.press('ArrowLeft');
  await visitor.getByRole('heading', { level: 1, name: 'p2.png' }).waitFor();
  await visitor.getByRole('link', { name: 'Next' }).click();
  await visitor.getByRole('heading', { level: 1, name: 'p3.png' }).waitFor();
  // Back leads to the folder.
  await visitor.goBack();
  await visitor.getByRole('link', { name: 'p0.png', exact: true }).waitFor();
  await close(visitor);
});

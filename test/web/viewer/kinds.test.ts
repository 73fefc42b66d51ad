/** The viewer by kind of document: what it shows, that nothing in a document runs, and how it fails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zip } from '../../../src/platform/rendering/samples.fixture.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { assertSound, close, startWebApp, troublesOf } from '../browser.ts';
import { share } from '../links.ts';
import { openAs, openOnce, visit } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;
const { w, page, folderId } = skip === false ? await house() : null!;

async function house() {
  const opened = await openOnce(app, ({ ann }) => ann);
  return { ...opened, folderId: await opened.w.ann.folder(opened.w.ann.libraryId, 'Kinds') };
}

const HOSTILE =
  '<script>top.hacked = true</script><img src="x" onerror="top.hacked = true"><a href="javascript:top.hacked = true">x</a>';

/** Opens a new document of Ann. */
async function open(name: string, content: string | Buffer): Promise<number> {
  const documentId = await w.ann.document(folderId, name, content);
  await visit(page, `/documents/${documentId}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  return documentId;
}

const shown = (name: string) => page.getByRole('region', { name: `Preview of ${name}` });

test(
  'source code has line numbers and colors, and can be wrapped, copied and read on after a step',
  { skip },
  async () => {
    const lines = ['// A comment', 'const answer: number = 42;', '', `const long = '${'x'.repeat(600)}';`];
    await open('a.ts', lines.join('\n'));
    await shown('a.ts').locator('[data-code=comment]', { hasText: '// A comment' }).waitFor();
    await shown('a.ts').locator('[data-code=keyword]', { hasText: 'const' }).first().waitFor();
    assert.deepEqual(await shown('a.ts').locator('[data-number]').count(), 4);
    await page.evaluate("getSelection().selectAllChildren(document.querySelector('main pre'))");
    assert.equal(await page.evaluate('getSelection().toString()'), lines.join('\n'));
    const height = async () => (await shown('a.ts').locator('[data-number]').last().boundingBox())?.height ?? 0;
    assert.ok((await height()) > 30);
    await page.getByRole('button', { name: 'Wrap lines' }).click();
    assert.ok((await height()) < 30);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), lines.join('\n'));
    await assertSound(page);
    await open('long.log', `${'A line of a log.\n'.repeat(60_000)}The end.`);
    await page.getByText('Showing the first 500 kB.').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('The end.').waitFor({ state: 'attached' });
    assert.ok((await shown('long.log').locator('[data-number]').count()) < 1500);
  },
);

test('Markdown is formatted without anything active, and its source is one click away', { skip }, async () => {
  const tracker = '![a map](https://elsewhere.example/x.png)';
  await open(
    'b.md',
    `# Title\n\n### Deeper\n\nSome **bold** text. ${tracker}\n\n- [x] done\n\n[out](https://example.com/a) [in](/api/users)\n\n${HOSTILE}\n\n| A | B |\n|---|---|\n| 1 | 2 |\n`,
  );
  const text = shown('b.md');
  await text.getByRole('heading', { level: 2, name: 'Title' }).waitFor();
  await text.getByRole('heading', { level: 3, name: 'Deeper' }).waitFor();
  await text.getByText('[Image: a map]').waitFor();
  await text.getByRole('cell', { name: '2' }).waitFor();
  assert.equal(await text.locator('img, script, input, [style], [onerror]').count(), 0);
  assert.deepEqual(await text.getByRole('link').allInnerTexts(), ['out']);
  assert.equal(await text.getByRole('link').getAttribute('rel'), 'noopener noreferrer nofollow ugc');
  await assertSound(page);
  await page.getByRole('button', { name: 'Show source' }).click();
  await text.getByText('# Title').waitFor();
  assert.equal(await page.evaluate('window.hacked'), undefined);
});

test(
  'blocks of code in Markdown are highlighted; an empty document and one that takes long to format say so',
  { skip },
  async () => {
    const code = '```ts\n// A comment\nconst answer = "</code><b>x";\n```\n\n```unknown\nplain\n```\n';
    await open('code.md', `# Code\n\n${code}`);
    const text = shown('code.md');
    await text.locator('[data-code=comment]', { hasText: '// A comment' }).waitFor();
    await text.locator('[data-code=string]', { hasText: '"</code><b>x"' }).waitFor();
    assert.equal(await text.locator('pre').first().innerText(), '// A comment\nconst answer = "</code><b>x";\n');
    assert.equal(await text.locator('pre').last().locator('span').count(), 0);
    await assertSound(page);
    await open('blank.md', '\n');
    await shown('blank.md').getByText('This file is empty.').waitFor();
    await open('items.md', '- a\n'.repeat(20_100));
    await page.getByText('Formatting this file takes long. Showing the source.').waitFor();
    assert.equal(await shown('items.md').locator('li').count(), 0);
    await page.getByRole('button', { name: 'Show formatted text' }).click();
    await shown('items.md').locator('li').last().waitFor({ state: 'attached' });
    assert.equal(await shown('items.md').locator('li').count(), 20_100);
  },
);

test(
  'a CSV file is a table that keys and mouse sort, of which only the visible rows are rendered',
  { skip },
  async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `Row ${index + 1};${(index * 7919) % 20_000};${HOSTILE}`);
    await open('c.csv', ['Name;Amount;Note', ...rows].join('\r\n'));
    const table = page.getByRole('table', { name: 'c.csv' });
    await table.getByRole('cell', { name: 'Row 1', exact: true }).waitFor();
    await page.getByText('20,000 rows, 3 columns').waitFor();
    assert.equal(await table.getAttribute('aria-rowcount'), '20001');
    assert.ok((await table.getByRole('row').count()) < 60);
    await table.getByRole('button', { name: 'Amount' }).press('Enter');
    await table.getByRole('columnheader', { name: 'Amount' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    await table.getByRole('button', { name: 'Amount' }).click();
    await table.getByRole('columnheader', { name: 'Amount' }).and(page.locator('[aria-sort=descending]')).waitFor();
    assert.equal(await table.locator('[aria-rowindex="2"] [role=cell]').nth(1).innerText(), '19999');
    await assertSound(page);
    assert.equal(await page.evaluate('window.hacked'), undefined);
  },
);

const MAIL = `From: "Ann Lee" <ann@example.com>
To: Bob <bob@example.com>
Subject: Offer
Date: Mon, 02 Mar 2026 10:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=cut

--cut
Content-Type: text/html

<h1>Hello</h1><p style="position: fixed">Our offer.</p>${HOSTILE}<form action="https://elsewhere.example"><button>Pay</button></form>
--cut
Content-Type: application/pdf; name="offer.pdf"
Content-Disposition: attachment; filename="offer.pdf"

%PDF
--cut--
`.replaceAll('\n', '\r\n');

test('an email shows its headers, its text without anything active, and its attachments', { skip }, async () => {
  await open('d.eml', MAIL);
  const mail = shown('d.eml');
  await mail.getByRole('heading', { level: 2, name: 'Offer' }).waitFor();
  await mail.getByText('Ann Lee <ann@example.com>').waitFor();
  await mail.getByText('Our offer.').waitFor();
  await mail.getByRole('listitem').getByText('offer.pdf').waitFor();
  assert.equal(await mail.locator('img, form, button, script, [style]').count(), 0);
  await assertSound(page);
  assert.equal(await page.evaluate('window.hacked'), undefined);
});

test('an email cannot show its sender backward', { skip }, async () => {
  const name = Buffer.from('\u202E').toString('base64');
  await open('b.eml', `From: =?UTF-8?B?${name}?= <moc.elpmaxe@nna>\r\nSubject: Hello\r\n\r\nPay now.\r\n`);
  await shown('b.eml').getByText('Pay now.').waitFor();
  const text = await shown('b.eml').innerText();
  assert.match(text, /moc\.elpmaxe@nna/);
  assert.doesNotMatch(text, /[\u202A-\u202E\u2066-\u2069]/u);
});

test('a ZIP file shows the list of its entries', { skip }, async () => {
  await open(
    'k.zip',
    zip([
      { name: 'plans/', content: '' },
      { name: 'plans/a.txt', content: 'text' },
    ]),
  );
  const list = page.getByRole('region', { name: 'Files in k.zip' });
  await list.getByText('plans/a.txt').waitFor();
  await page.getByText('2 items').waitFor();
  await assertSound(page);
  await open('l.zip', 'no archive');
  await page
    .getByRole('alert')
    .getByText(/is not a ZIP archive, or it is damaged/)
    .waitFor();
});

test(
  'HTML is shown as its source, and an SVG file as a picture that the server draws, or its source',
  { skip },
  async () => {
    for (const name of ['e.html', 'broken.svg']) {
      await open(name, HOSTILE);
      await shown(name).getByText('<script>top.hacked = true</script>').waitFor();
    }
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60" onload="top.hacked = true"><rect width="90" height="60"/></svg>`;
    await open('e.svg', drawing);
    await page.getByRole('img', { name: 'Page 1 of 1' }).waitFor();
    await assertSound(page);
    await page.getByRole('button', { name: 'Show source' }).click();
    await shown('e.svg').getByText('onload').first().waitFor();
    await page.getByRole('button', { name: 'Show source', pressed: true }).click();
    await page.getByRole('img', { name: 'Page 1 of 1' }).waitFor();
    assert.equal(await page.evaluate('window.hacked'), undefined);
  },
);

test('a kind of file that is not shown says so, with a download for people who may download', { skip }, async () => {
  await open('n.bin', Buffer.from([0, 1, 2, 3]));
  await page.getByRole('status').getByText('BIN files can’t be previewed.').waitFor();
  assert.equal(await page.getByRole('main').getByRole('link', { name: 'Download' }).count(), 2);
  await assertSound(page);
});

test('every format that the server draws is shown to visitors who can only view', { skip }, async () => {
  const documentId = await w.ann.document(folderId, 'o.toml', 'rooms = 4');
  const visitor = await app.open((await share(w.ann, { documentId }, { AllowView: true })).path);
  await visitor.getByRole('img', { name: 'Page 1 of 1' }).waitFor();
  assert.deepEqual(troublesOf(visitor), []);
  await close(visitor);
});

test(
  'a film that cannot be converted says so after a click, or at once if the link has a watermark, with a download for people who may download',
  { skip },
  async () => {
    await open('g.mp4', 'no film');
    await page.getByRole('button', { name: 'Play g.mp4' }).click();
    await page.getByRole('alert').getByText('This MP4 file can’t be played.').waitFor();
    const documentId = await w.ann.document(folderId, 'h.mkv', 'no film');
    for (const [AllowDownload, more, reason] of [
      [true, { MaxDownloads: 1 }, ''],
      [false, { Watermark: true }, 'Video and audio can’t be played through a link with a watermark.'],
    ] as const) {
      const link = await share(w.ann, { documentId }, { AllowView: true, AllowDownload, ...more });
      const visitor = await app.open(link.path);
      const play = visitor.getByRole('button', { name: 'Play h.mkv' });
      // A watermark is known without a click.
      if (reason === '') await play.click();
      const text = visitor.getByRole(reason === '' ? 'alert' : 'status');
      await text.getByText(`This MKV file can’t be played. ${reason}`).waitFor();
      assert.equal(await play.count(), 0);
      const downloads = await visitor.getByRole('figure').getByRole('link', { name: 'Download' }).count();
      assert.equal(downloads, AllowDownload ? 1 : 0);
      await close(visitor);
    }
  },
);

test('somebody who can read only one document causes no refused request for its folder', { skip }, async () => {
  const give = async (name: string) => {
    const documentId = await w.ann.document(folderId, name, 'no film');
    await w.ann.api('PUT', `/api/documents/${documentId}/permissions`, [{ UserId: w.bob.userId, Allow: ['Read'] }]);
    return documentId;
  };
  const [documentId, film] = [await give('m.mkv'), await give('p.avi')];
  const only = await openAs(app, w.bob, '/libraries');
  const refused: string[] = [];
  only.on('response', (response) => response.status() >= 400 && refused.push(response.url()));
  await visit(only, `/documents/${documentId}`);
  await only.getByRole('button', { name: 'Play m.mkv' }).waitFor();
  await only.waitForLoadState('networkidle');
  await visit(only, `/documents/${film}`);
  await only.getByRole('button', { name: 'Play p.avi' }).waitFor();
  await only.waitForLoadState('networkidle');
  assert.deepEqual([refused, troublesOf(only)], [[], []]);
  await close(only);
});

test('a document that was deleted meanwhile, and one that cannot be fetched, say so', { skip }, async () => {
  await page.route('**/preview', (route) => route.abort());
  await open('i.txt', 'text');
  await page.getByRole('alert').getByText('Couldn’t load the preview.').waitFor();
  await page.unroute('**/preview');
  await page.route('**/preview', (route) => route.fulfill({ status: 404, json: { title: 'Gone' } }));
  await open('j.md', 'text');
  await page.getByRole('alert').getByText('This document is no longer available.').waitFor();
  await page.unroute('**/preview');
  assert.deepEqual(troublesOf(page), []);
});

/**
 * A PDF of 50 000 pages and spreadsheets of 200 MB open or say why not, in a tab and on a server whose memory is bounded:
 * `script/drill large`
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Browser, type Page, chromium } from 'playwright-core';
import { peakMemory, resetPeakMemory } from '../../bench/proc.ts';
import { type Service, partsOf, startService } from '../e2e/service.ts';
import { CHROMIUM, without } from '../parts.ts';
import { DENSE_XLSX, LARGE_CSV, LARGE_XLSX, LONG_PDF } from './large/large-files.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };
const MOST_TAB_MB = 700;
const MOST_SERVER_MB = 450;
/** Three attempts of a conversion. */
const PATIENCE_MS = 400_000;
const skip = without(CHROMIUM, 'soffice');

const say = (line: string) => void process.stdout.write(`${line}\n`);

test('large documents are shown or say why not, within bounds of memory', { skip, timeout: 1_800_000 }, async (t) => {
  const service = await startService(t);
  const browser = await chromium.launch({ executablePath: `/usr/bin/${CHROMIUM}`, args: ['--no-sandbox'] });
  after(() => browser.close());
  const { body: libraries } = await service.admin.api('GET', '/api/libraries');
  const folderId = await service.admin.folder(libraries[0].LibraryId, 'Large');
  const drill = { service, browser, folderId, page: await signedIn(browser, service) };

  await look(drill, LONG_PDF, {
    first: async (page) => page.getByText('Clause 1.1', { exact: true }).waitFor(),
    next: async (page) => {
      await page.getByLabel('Page', { exact: true }).fill('49999');
      await page.keyboard.press('Enter');
      await page.getByText('Clause 49999.1', { exact: true }).waitFor();
    },
    asViewer: async (page) => {
      await page.locator('[data-page="1"] img').waitFor();
      await page.getByLabel('Page', { exact: true }).fill('49999');
      await page.keyboard.press('Enter');
      await page.getByRole('img', { name: 'Page 49999 of 50000' }).waitFor();
    },
  });
  await look(drill, LARGE_CSV, {
    first: async (page) => page.getByRole('cell', { name: 'A note about row 1', exact: true }).waitFor(),
    next: async (page) => {
      await page.getByText(/^Showing the first [\d,]+ rows\. The file has more\.$/).waitFor();
      await page.getByRole('button', { name: 'Area' }).click();
      await page.getByRole('columnheader', { name: 'Area' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    },
    asViewer: async (page) => {
      await page.locator('[data-page="1"] img').waitFor();
      await page.getByText(/^Only the first [\d,]+ pages are shown\.$/).waitFor();
    },
  });
  const tooLarge = async (page: Page) =>
    page.getByRole('status').getByText('The document is too large to be rendered.').waitFor({ state: 'attached' });
  await look(drill, LARGE_XLSX, { first: tooLarge, asViewer: tooLarge });
  const pagesOrReason = async (page: Page) =>
    page
      .locator('[data-page="1"]')
      .or(page.getByRole('status').getByText('The document is too large or too complex to be rendered.'))
      .first()
      .waitFor({ state: 'attached' });
  await look(drill, DENSE_XLSX, { first: pagesOrReason, asViewer: pagesOrReason });
});

type Drill = { service: Service; browser: Browser; folderId: number; page: Page };
type Step = (page: Page) => Promise<void>;
type Steps = { first: Step; next?: Step; asViewer: Step };

/** Uploads the file, reads it as a person and as a visitor who can only view, and prints times and memory. */
async function look(drill: Drill, file: { name: string; make: () => Buffer }, steps: Steps): Promise<void> {
  const { service, browser, folderId, page } = drill;
  const content = file.make();
  const documentId = await upload(service, folderId, file.name, content);
  const { body } = await service.admin.api('POST', `/api/documents/${documentId}/share`, { AllowView: true });
  const parts = await partsOf(service);
  resetPeakMemory(parts);
  await page.goto(`${service.url}/documents/${documentId}`);
  const tab = await tabOf(browser);
  resetPeakMemory([tab]);
  const opened = await duration(() => steps.first(page));
  await steps.next?.(page);
  const tabPeak = peakMemory([tab]);
  await page.goto('about:blank');
  const visitor = await browser.newPage();
  visitor.setDefaultTimeout(PATIENCE_MS);
  await visitor.goto(new URL(new URL(body.Links.WebUri).pathname, service.url).href);
  const seen = await duration(() => steps.asViewer(visitor));
  await visitor.close();
  const serverPeak = peakMemory(parts);
  say(
    `${file.name}, ${(content.length / 1e6).toFixed(1)} MB: ${opened} s, as a viewer ${seen} s; ` +
      `tab ${tabPeak.toFixed(0)} MB, API process and worker ${serverPeak.toFixed(0)} MB`,
  );
  assert.ok(tabPeak < MOST_TAB_MB, `The tab takes ${tabPeak} MB.`);
  assert.ok(serverPeak < MOST_SERVER_MB, `The server takes ${serverPeak} MB.`);
}

async function duration(work: () => Promise<void>): Promise<string> {
  const start = performance.now();
  await work();
  return ((performance.now() - start) / 1000).toFixed(1);
}

async function signedIn(browser: Browser, { url, dataDir }: Service): Promise<Page> {
  const { Email, Password } = JSON.parse(await readFile(join(dataDir, 'first-run.json'), 'utf8'));
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Password', { exact: true }).fill(Password);
  await page.getByLabel('Email', { exact: true }).fill(Email);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('banner').waitFor();
  return page;
}

/** The process of the only tab: the renderer that has used the most processor time. */
async function tabOf(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const tabs = processInfo.filter(({ type }) => type === 'renderer').sort((a, b) => b.cpuTime - a.cpuTime);
  return tabs[0]?.id ?? assert.fail('There is no tab.');
}

async function upload(service: Service, folderId: number, name: string, content: Buffer): Promise<number> {
  const metadata = `filename ${btoa(name)},folderId ${btoa(String(folderId))}`;
  const headers = { ...TUS, 'Upload-Length': String(content.length), 'Upload-Metadata': metadata };
  const begun = await service.admin.api('POST', '/api/uploads', undefined, headers);
  const { pathname } = new URL(begun.headers.get('location') ?? '', service.url);
  const sent = await fetch(new URL(pathname, service.url), {
    method: 'PATCH',
    headers: {
      ...TUS,
      Authorization: `Bearer ${service.token}`,
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(content),
  });
  assert.equal(sent.status, 204);
  const reference = JSON.stringify({ Identifier: pathname.slice(pathname.lastIndexOf('/') + 1) });
  const path = `/api/folders/${folderId}/documents`;
  const made = await service.admin.api('POST', path, undefined, { 'X-Service-Fileref': reference });
  assert.equal(made.status, 201, made.text);
  return made.body.DocumentId;
}

/** Builds the site of the documentation and reads it in a browser: `script/drill docs` */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { type Page, chromium } from 'playwright-core';
import { PHONE } from '../web/browser.ts';
import { ROOT } from '../meta/texts/markdown.ts';
import { CHROMIUM, without } from '../parts.ts';

const run = promisify(execFile);
const SITE = join(ROOT, 'docs-site');
const PAGES = ['/index.html', '/docs/operations/troubleshooting.html', '/docs/api/documents.html'];
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

test('the site builds, is accessible, is searched without a network, and requests nothing elsewhere', async (t) => {
  await run(join(ROOT, 'script/docs'));
  const origin = await serveSite(t);
  const browser = await chromium.launch({ executablePath: `/usr/bin/${CHROMIUM}`, args: ['--no-sandbox'] });
  t.after(() => browser.close());
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const elsewhere: string[] = [];
  for (const [index, path] of PAGES.entries()) {
    const page = await browser.newPage(index === 0 ? PHONE : {});
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) elsewhere.push(request.url());
    });
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    await page.evaluate(axe);
    assert.deepEqual([path, await violationsOn(page)], [path, []]);
    if (index > 0) await search(page);
  }
  assert.deepEqual(elsewhere, []);
});

test('Prometheus accepts the alerts', { skip: without('promtool') }, async () => {
  await run('promtool', ['check', 'rules', join(ROOT, 'deploy/monitoring/carrel-alerts.yml')]);
});

async function serveSite(t: { after(end: () => void): void }): Promise<string> {
  const server = createServer((request, response) => {
    const path = join(SITE, new URL(request.url ?? '/', 'http://site').pathname);
    readFile(path).then(
      (bytes) => response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'image/png' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function violationsOn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // @ts-expect-error -- axe is in the page
    const { violations } = await globalThis.axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
    return violations.map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`);
  });
}

async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill('restore a backup');
  await page.locator('a[href*="backup"]').first().waitFor();
}

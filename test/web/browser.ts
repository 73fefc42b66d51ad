/**
 * Runs the web app in Debian's Chromium against the real server. The page origin is fixed, whatever port the server listens on,
 * and pages may send requests only there. Applications share one browser.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after } from 'node:test';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import type { Config } from '../../src/platform/config/config.ts';
import { type TestApp, launchApp, renewApp } from '../harness.ts';
import { CHROMIUM } from '../parts.ts';
import { type AtEnd, shared } from '../per-process.ts';

/** A secure context without TLS, like everything below `localhost` (W3C Secure Contexts, 3.1). Some browser APIs require one. */
export const ORIGIN = 'http://carrel.localhost';

export const PHONE = { viewport: { width: 320, height: 640 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
export const DESKTOP = { viewport: { width: 1280, height: 800 } };

export type WebApp = TestApp & {
  /** Opens a page in a fresh profile. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
};

/**
 * Server and browser of a test file. Files of one process share them unless they need another configuration, or have a
 * reason to have their `own`.
 */
export async function startWebApp(config: Partial<Config> = {}, parts: { own?: string } = {}): Promise<WebApp> {
  if (Object.keys(config).length > 0 || parts.own !== undefined) return launchWebApp(config, after);
  return renewApp(await shared('web app', (atEnd) => launchWebApp({}, atEnd)));
}

async function launchWebApp(config: Partial<Config>, atEnd: AtEnd): Promise<WebApp> {
  const app = await launchApp({ baseUrl: ORIGIN, webUrl: ORIGIN, ...config }, {}, atEnd);
  const browser = await chromium.launch({
    executablePath: `/usr/bin/${CHROMIUM}`,
    args: [
      '--no-sandbox',
      // Pages of tests live for seconds: optimized scripts, collected garbage and a process that draws cost more CPU than they
      // save.
      '--js-flags=--no-opt --no-maglev --initial-heap-size=256 --min-semi-space-size=16',
      '--disable-gpu',
      '--disable-software-rasterizer',
      '--disable-background-networking',
      `--host-resolver-rules=MAP ${new URL(ORIGIN).host}:80 ${new URL(app.url).host}`,
    ],
  });
  atEnd(() => browser.close());
  return { ...app, open: (path, options) => openPage(browser, path, options) };
}

async function openPage(browser: Browser, path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...DESKTOP,
    ...options,
  });
  // Only conditions that never occur wait this long, also on a machine that others keep busy.
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  noteTroubles(page);
  await page.goto(new URL(path, ORIGIN).href);
  return page;
}

const troubles = new WeakMap<Page, string[]>();

// Violations of the content security policy and script errors only appear on the console.
function noteTroubles(page: Page): void {
  const seen: string[] = [];
  troubles.set(page, seen);
  page.on('pageerror', (error) => void seen.push(String(error)));
  page.on('console', (message) => {
    // Many tests cause error responses, which the page shows.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) seen.push(message.text());
  });
  page.on('request', (request) => {
    if (![`${ORIGIN}/`, `blob:${ORIGIN}/`, 'about:'].some((start) => request.url().startsWith(start)))
      seen.push(`asked ${request.url()}`);
  });
}

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that depend on colors and sizes. The other rules have the same result everywhere. */
const LOOKS = ['color-contrast', 'target-size'];
const LOOKED_AT = [
  [PHONE, 'dark', { type: 'tag', values: RULES }],
  [DESKTOP, 'light', { type: 'rule', values: LOOKS }],
] as const;

/** Ends and prevents transitions, because colors in between belong to neither scheme. */
const WITHOUT_TRANSITIONS = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets = [sheet];
}`;
const WITH_TRANSITIONS = 'document.adoptedStyleSheets = []';

// A check that axe lacks: the contrast of field borders with their background (WCAG 1.4.11), as [name, ratio].
const FAINT_FIELDS = `(() => {
  // Animations, which a busy browser may never run to their end. Placeholders and progress bars have endless ones.
  const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
  for (const animation of ending) animation.finish();
  const luminance = (color) => {
    const [red, green, blue] = color.match(/[\\d.]+/g).map((value) => value / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const groundOf = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return color === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : color;
  };
  return [...document.querySelectorAll('input')].filter((input) => input.checkVisibility()).map((input) => {
    const [edge, ground] = [getComputedStyle(input).borderTopColor, groundOf(input.parentElement)];
    const [low, high] = [luminance(edge), luminance(ground)].sort((a, b) => a - b);
    return [input.ariaLabel ?? input.labels[0]?.textContent, Math.round((high + 0.05) / (low + 0.05) * 10) / 10];
  }).filter(([, ratio]) => ratio < 3);
})()`;

/**
 * Asserts the rules for every page, on a small dark screen and on a large light one: no axe violations (WCAG 2.2 AA), no sideways
 * scrolling, no script errors, and no requests to other servers. Colors depend on the scheme, and overflow on the size, so the
 * other two combinations would add nothing. Leaves the page large and light.
 */
export async function assertSound(page: Page): Promise<void> {
  // Parsing axe takes longer than most rules, so it is loaded once per document.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe);
  await page.evaluate(WITHOUT_TRANSITIONS);
  for (const [{ viewport }, colorScheme, runOnly] of LOOKED_AT) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page, runOnly), [], `${viewport.width} px, ${colorScheme}`);
    assert.deepEqual(await page.evaluate(FAINT_FIELDS), [], `Fields whose edge is not seen, ${colorScheme}`);
    const sideways = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    assert.equal(sideways, 0, `At ${viewport.width} px the page is wider than its window.`);
  }
  await page.evaluate(WITH_TRANSITIONS);
  assert.deepEqual(troublesOf(page), []);
}

async function violations(page: Page, runOnly: (typeof LOOKED_AT)[number][2]): Promise<unknown[]> {
  return page.evaluate(async (only) => {
    // No rule here reads style sheets, which axe would parse again each time.
    const options = { runOnly: only, resultTypes: ['violations'], preload: { assets: ['media'] } };
    // @ts-expect-error -- axe is in the page
    const found = await globalThis.axe.run(options);
    return found.violations.map((rule: { id: string; nodes: { html: string; failureSummary: string }[] }) => [
      rule.id,
      ...rule.nodes.map((node) => `${node.html} ${node.failureSummary}`),
    ]);
  }, runOnly);
}

/** Errors of a page that are not visible on it. */
export const troublesOf = (page: Page): string[] => troubles.get(page) ?? [];

/** Closes a page with its profile. */
export const close = (page: Page): Promise<void> => page.context().close();

/** Limits the upload speed of a page in bytes per second, also after a reload, so that progress is visible. */
export async function slowDown(page: Page, uploadThroughput: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput };
  await devtools.send('Network.emulateNetworkConditions', conditions);
}

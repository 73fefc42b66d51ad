/**
 * Pages that a test has closed are emptied and serve later tests: a new page with its process costs twice as much CPU as loading
 * the web app in one that is there. A page whose requests, clock or profile a test has changed is closed instead.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

type Kept = { browser: Browser; options: string; context: BrowserContext; devtools: CDPSession; isChanged: boolean };

/** A page of the server that is not the web app. */
const ELSEWHERE = '/healthz';
const CHANGES = ['addInitScript', 'context', 'exposeBinding', 'exposeFunction', 'route', 'routeWebSocket'];

const known = new WeakMap<Page, Kept>();
const empty: Page[] = [];

/** An empty page with these options for a profile with this state, if there is one. */
export async function takeEmpty(browser: Browser, options: BrowserContextOptions): Promise<Page | null> {
  const isFit = (kept?: Kept) => kept?.browser === browser && kept.options === keyOf(options);
  const at = empty.findIndex((page) => isFit(known.get(page)));
  const [page] = at < 0 ? [] : empty.splice(at, 1);
  if (page === undefined) return null;
  const { storageState } = options;
  if (typeof storageState === 'object') await known.get(page)?.context.addCookies(storageState.cookies);
  return page;
}

/** Opens a page in a profile of its own, which may be emptied later. */
export async function openNew(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  // Only conditions that never occur wait this long.
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const kept = {
    browser,
    options: keyOf(options),
    context,
    devtools: await context.newCDPSession(page),
    isChanged: false,
  };
  for (const name of CHANGES) noteCalls(page, name, kept);
  noteCalls(page.clock, 'install', kept);
  known.set(page, kept);
  return page;
}

/** Empties a page and its profile for later tests, or closes both. */
export async function keepOrClose(page: Page): Promise<void> {
  const kept = known.get(page);
  if (kept === undefined || kept.isChanged || page.isClosed()) return page.context().close();
  const { origin } = new URL(page.url());
  page.removeAllListeners();
  await page.goto(`${origin}${ELSEWHERE}`);
  await page.evaluate('sessionStorage.clear()');
  await kept.devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await kept.devtools.send('Network.clearBrowserCache');
  await kept.context.clearCookies();
  await page.emulateMedia({ colorScheme: null, media: null });
  const { viewport } = JSON.parse(kept.options) as BrowserContextOptions;
  if (viewport !== null && viewport !== undefined) await page.setViewportSize(viewport);
  empty.push(page);
}

const keyOf = ({ storageState: _state, ...options }: BrowserContextOptions): string => JSON.stringify(options);

function noteCalls(thing: object, name: string, kept: Kept): void {
  const call = (thing as Record<string, (...args: unknown[]) => unknown>)[name]?.bind(thing);
  const noted = (...args: unknown[]) => {
    kept.isChanged = true;
    return call?.(...args);
  };
  Object.assign(thing, { [name]: noted });
}

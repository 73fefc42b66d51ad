/** Pages are stable: loading, clicking and pointing moves nothing, and no request is repeated without end. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { makeChild } from '../factories/trees.ts';
import { CHROMIUM, without } from '../parts.ts';
import { ORIGIN, PHONE, close, startWebApp } from './browser.ts';
import { share } from './links.ts';
import { openAs, openOnce, visit } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

/** A folder with full access, so that all buttons are shown, and a large and a small screen of its owner. */
const { ids, owner, houseId, path, large, small } = skip === false ? await house() : null!;

async function house() {
  const { w, page } = await openOnce(app, ({ ann }) => ann);
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'House');
  await makeChild(ann, folderId, 'Drawings');
  const made = new Map<string, number>();
  for (const name of ['a.txt', 'b.txt', 'c.txt']) made.set(name, await ann.document(folderId, name));
  const phone = await openAs(app, ann, '/libraries', PHONE);
  after(() => close(phone));
  return { ids: made, owner: ann, houseId: folderId, path: `/folders/${folderId}`, large: page, small: phone };
}

async function topOf(thing: Locator): Promise<number> {
  const box = await thing.boundingBox();
  assert.ok(box !== null, 'It is not in the page.');
  return box.y;
}

async function middleOf(thing: Locator): Promise<[number, number]> {
  await thing.waitFor();
  const box = await thing.boundingBox();
  assert.ok(box !== null, 'It is not in the page.');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test(
  'the frame of a page is shown before its scripts arrive, where its parts will be, and then is gone',
  { skip },
  async () => {
    const framed = async (page: Page, address: string, part: string, real: Locator) => {
      const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
      await page.route('**/*.js', async (route) => late.then(() => route.continue()));
      await page.goto(address, { waitUntil: 'commit' });
      const before = await middleOf(page.locator(`#placeholder ${part}`));
      arrive();
      const later = await middleOf(real);
      for (const [at, place] of before.entries())
        assert.ok(Math.abs(place - (later[at] ?? NaN)) <= 12, `${before.join(' ')}, then ${later.join(' ')}`);
      assert.equal(await page.locator('#placeholder').isVisible(), false);
      await page.unrouteAll();
    };
    const link = await share(owner, { folderId: houseId }, { AllowView: true });
    for (const page of [large, small]) {
      await framed(page, `${ORIGIN}/home`, 'svg', page.getByRole('search').locator('svg').first());
      const visitor = await app.open('about:blank', page === small ? PHONE : {});
      await framed(
        visitor,
        `${ORIGIN}${link.path}`,
        '[data-part=mark]',
        visitor.getByRole('banner').locator('svg').first(),
      );
      await close(visitor);
    }
  },
);

test('style sheets of a page that is loaded later follow those of the shell, before the theme', { skip }, async () => {
  await visit(large, `/documents/${ids.get('a.txt')}`);
  const tab = large.getByRole('tab', { name: 'Details' });
  await tab.waitFor();
  // Its style sheet and that of the shell both say how wide the edges of a tab are.
  assert.notEqual(await tab.evaluate('(element) => getComputedStyle(element).paddingLeft'), '0px');
  const afterRoot = `document.querySelectorAll('#root ~ link[rel=stylesheet], head link[rel=stylesheet]').length`;
  assert.equal(await large.evaluate(afterRoot), 0);
});

test(
  'a typeface that arrives after the text changes nothing on the page, and the next page has it',
  { skip },
  async () => {
    const page = await app.open('about:blank');
    const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
    await page.route('**/assets/figtree-*', async (route) => late.then(() => route.continue()));
    // The page's own load event waits for the typeface.
    await page.goto(`${ORIGIN}/sign-in`, { waitUntil: 'commit' });
    // The last part of the page to be loaded.
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    const places = () =>
      page.evaluate(
        `[...document.querySelectorAll('header *, main *')].map((one) => Object.values(one.getBoundingClientRect().toJSON()))`,
      );
    // Longer than a browser waits for an optional typeface.
    await page.evaluate('new Promise((done) => setTimeout(done, 200))');
    const before = await places();
    const arrived = page.waitForResponse('**/assets/figtree-*');
    arrive();
    await (await arrived).finished();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    assert.deepEqual(await places(), before);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await page.evaluate('document.fonts.ready');
    assert.equal(await page.evaluate("document.fonts.check('1em Figtree')"), true);
    await close(page);
  },
);

test('a double click opens the document that was clicked, at every width', { skip }, async () => {
  const page = large;
  for (const width of [800, 1024, 1100, 1280, 1366, 1440, 1536]) {
    await page.setViewportSize({ width, height: 700 });
    await visit(page, path);
    await row(page, 'b.txt').waitFor();
    await page.getByText('1 selected').waitFor({ state: 'detached' });
    const { x, y, height } = (await row(page, 'b.txt').boundingBox()) ?? { x: 0, y: 0, height: 0 };
    // Beside the name, which is a link.
    await page.mouse.click(x + width / 3, y + height / 2);
    await page.getByText('1 selected').waitFor();
    assert.equal(await topOf(row(page, 'b.txt')), y, `At ${width} px the first click moved the row.`);
    await page.mouse.dblclick(x + width / 3, y + height / 2);
    await page.waitForURL(`**/documents/${ids.get('b.txt')}`);
    // The address changes before the folder leaves the screen with its selection.
    await page.getByRole('grid').waitFor({ state: 'detached' });
  }
});

test('selecting rows on a phone moves none of them, and every button stays visible', { skip }, async () => {
  const page = small;
  await visit(page, path);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    const before = await topOf(row(page, 'b.txt'));
    await page.getByRole('button', { name: 'Select b.txt' }).tap();
    const actions = page.getByRole('group', { name: '1 selected' });
    const list = await topOf(page.getByRole('grid'));
    for (const button of await actions.locator('a, button').all()) {
      const box = await button.boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= list);
    }
    assert.equal(await topOf(row(page, 'b.txt')), before, `${width} px`);
    await page.getByRole('button', { name: 'Clear selection' }).tap();
  }
});

test('the rows of a folder keep their places while its size loads', { skip }, async () => {
  for (const page of [large, small]) {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => void (answer = resolve));
    await page.route('**/documents?**', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`${ORIGIN}${path}`);
    const before = await topOf(page.getByRole('grid'));
    answer();
    await page.getByText('4 items').waitFor();
    assert.equal(await topOf(page.getByRole('grid')), before);
  }
});

test('the page of a link names its first requests, and each is sent once', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Shared');
  await ann.document(folderId, 'a.txt');
  const open = (await share(ann, { folderId }, { AllowView: true })).path;
  const locked = (await share(ann, { folderId }, { AllowView: true, Password: 'correct Horse 9' })).path;
  const page = await app.open('about:blank', PHONE);
  for (const [address, named, shown] of [
    [open, 2, 'a.txt'],
    [locked, 1, 'Enter the password'],
  ] as const) {
    const asked = countAsked(page);
    const answer = await page.goto(`${ORIGIN}${address}`);
    await page.getByText(shown).first().waitFor();
    const first = [...((await answer?.headerValue('link')) ?? '').matchAll(/<([^>]+)>/g)].map(([, each = '']) => each);
    assert.equal(first.length, named, address);
    assert.deepEqual(
      first.map((each) => asked.get(each)),
      first.map(() => 1),
    );
  }
  await close(page);
});

/** The number of requests by path. */
function countAsked(page: Page): Map<string, number> {
  const asked = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    asked.set(pathname + search, (asked.get(pathname + search) ?? 0) + 1);
  });
  return asked;
}

/** Rules for every page of the web app, from the server's list: no endless requests, no control that moves under a click, large targets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { WEB_PAGES } from '../../src/web-pages.ts';
import { grant } from '../factories/permissions.ts';
import { taskBody } from '../factories/tasks.ts';
import { CHROMIUM, without } from '../parts.ts';
import type { Person } from '../world.ts';
import { ORIGIN, close, startWebApp, troublesOf } from './browser.ts';
import { share } from './links.ts';
import { openAs } from './people.ts';
import { misfits, onPhone } from './phone.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const MOST = 3;

/** A deployment with data for every page, and the addresses of these pages for a site admin. */
async function furnished() {
  const w = await app.world();
  const { admin, ann } = w;
  const folderId = await admin.folder(admin.libraryId, 'Plans');
  const documentId = await admin.document(folderId, 'plan.txt');
  for (const name of ['a.txt', 'b.txt']) await admin.document(folderId, name);
  await admin.api('DELETE', `/api/documents/${await admin.document(folderId, 'gone.txt')}`);
  const { shareId } = await share(admin, { folderId }, { AllowView: true });
  const { body: task } = await ann.api('POST', '/api/tasks', await annsTask(ann, admin));
  await admin.api('POST', '/api/tasks', taskBody(app, documentId, ann.email));
  await admin.api('POST', '/api/groups', { GroupName: 'Sales' });
  const query = { SearchName: 'Plans', Q: 'plan', Alert: true };
  const { body: saved } = await admin.api('POST', '/api/users/me/searches', query);
  const ids: Record<string, number> = {
    libraries: admin.libraryId,
    folders: folderId,
    documents: documentId,
    links: shareId,
    tasks: task.TaskId,
    searches: saved.SavedSearchId,
  };
  const paths = WEB_PAGES.map(({ path }) =>
    path.replace(/^\/(\w+)\/:\w+/, (_whole, noun: string) => `/${noun}/${ids[noun]}`),
  );
  assert.ok(
    paths.every((path) => !path.includes(':')),
    'A page needs an id that this test does not make.',
  );
  await grant(app, w.bob, { documentId }, { allow: ['Read'] });
  return { admin, colleague: w.bob, documentId, paths };
}

async function annsTask(ann: Person, admin: Person) {
  return taskBody(app, await ann.document(await ann.folder(ann.libraryId, 'Hers'), 'hers.txt'), admin.email);
}

/** Opens a page, and lets this many parts of 2.5 seconds pass on its clock. */
async function open(page: Page, path: string, parts: number): Promise<void> {
  await page.goto(`${ORIGIN}${path}`);
  await page.locator('h1, [role=grid]').first().waitFor();
  for (let part = 0; part < parts; part += 1) {
    await page.clock.runFor(2500);
    // Requests that follow responses, not timers, get the time to happen.
    await page.evaluate(`fetch('/healthz?${part}')`);
  }
}

test(
  'no page repeats a request more than three times in ten seconds of rest, a click never moves another control under the pointer, unless it navigates or opens something, and on a phone no page scrolls sideways and every control has 44 pixels',
  { skip },
  async () => {
    const { admin, paths } = await furnished();
    const page = await openAs(app, admin, '/libraries');
    // The width that leaves the least space beside the navigation.
    await page.setViewportSize({ width: 1024, height: 800 });
    const asked = await countRequests(page);
    let clicks = 0;
    const found: [string, unknown[]][] = [];
    // One visit serves all rules, because opening a page costs more than any of them.
    for (const path of paths) {
      await assertRest(page, asked, path);
      found.push([path, await onPhone(page, () => misfits(page))]);
      clicks += await assertClicksMoveNothing(page, path);
    }
    assert.deepEqual(
      found.filter(([, things]) => things.length > 0),
      [],
    );
    assert.ok(clicks > 15, `${clicks} clicks`);
    assert.deepEqual(troublesOf(page), []);
    await close(page);
  },
);

test('no page repeats a request for a person who can view only one document', { skip }, async () => {
  const { colleague, documentId } = await furnished();
  const page = await openAs(app, colleague, '/shared');
  const asked = await countRequests(page);
  // Many of their requests are refused.
  for (const path of [`/documents/${documentId}`, `/documents/${documentId}/report`, '/shared'])
    await assertRest(page, asked, path);
  assert.deepEqual(troublesOf(page), []);
  await close(page);
});

/** Controls the clock of the page, and counts its requests by method and path. */
async function countRequests(page: Page): Promise<Map<string, number>> {
  await page.clock.install();
  const asked = new Map<string, number>();
  page.on('request', (request) => {
    const key = `${request.method()} ${new URL(request.url()).pathname}`;
    asked.set(key, (asked.get(key) ?? 0) + 1);
  });
  return asked;
}

async function assertRest(page: Page, asked: Map<string, number>, path: string): Promise<void> {
  asked.clear();
  await open(page, path, 4);
  asked.delete('GET /healthz');
  assert.deepEqual(
    [...asked].filter(([, count]) => count > MOST),
    [],
    path,
  );
}

/** The clicked elements: rows, and controls that change no data. */
const CLICKED = [
  '[role=row][aria-selected]',
  '.library__check-button',
  'input[type=checkbox]',
  'input[type=radio]',
  'li.library__place-row',
  'button[aria-haspopup]',
  'button[aria-expanded]',
  '.library__sort-button',
];

/** Clicks one control of each kind on the open page; returns how many there are. */
async function assertClicksMoveNothing(page: Page, path: string): Promise<number> {
  // Requests that change data get no response, so the pages stay unchanged.
  await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.fallback() : undefined));
  let clicks = 0;
  for (const kind of CLICKED) {
    const thing = page.locator('main').locator(kind).first();
    if (!(await thing.isVisible())) continue;
    assert.equal(await clickOnce(page, thing), null, path);
    clicks += 1;
    await page.keyboard.press('Escape');
    if (new URL(page.url()).pathname !== path) await open(page, path, 1);
  }
  await page.unrouteAll();
  return clicks;
}

/** The control under the pointer after a click if it is another one than before, otherwise null. */
async function clickOnce(page: Page, thing: Locator): Promise<string | null> {
  // Playwright's own scrolling waits until the element rests, and fails if the page replaces it in that time.
  await thing.evaluate(`(element) => element.scrollIntoView({ block: 'nearest' })`);
  const box = await thing.boundingBox();
  if (box === null) return null;
  // Left of the other elements in a row.
  const [x, y] = [box.x + Math.min(box.width / 2, 20), box.y + box.height / 2];
  const { href } = new URL(page.url());
  await page.evaluate(`globalThis.before = { control: (${CONTROL_AT})(${x}, ${y}), opened: (${OPENED})() }`);
  await page.mouse.click(x, y);
  // After two frames, React has rendered and the layout is done.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  if (page.url() !== href) return null;
  return page.evaluate<string | null>(`(({ control, opened }) => {
    const after = (${CONTROL_AT})(${x}, ${y});
    if (after === control || (${OPENED})() > opened) return null;
    return control?.outerHTML.slice(0, 200) + ' is now ' + after?.outerHTML.slice(0, 200);
  })(globalThis.before)`);
}

/** The number of open dialogs and menus. */
const OPENED = `() => [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')].filter((one) => one.checkVisibility()).length`;

/** The control or row at a point of the page. */
const CONTROL_AT = `(x, y) => {
  const element = document.elementFromPoint(x, y);
  return element?.closest('button, a, input, label, [role=row], li, tr, section') ?? element;
}`;

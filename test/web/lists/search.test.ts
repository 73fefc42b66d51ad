/** The search inside documents, by keyboard and on a phone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { checkAlerts, worldWithFolder } from '../../../src/library/saved-searches/alerts.fixture.ts';
import { divideTextsJob } from '../../../src/content/extraction/sections.jobs.ts';
import { addText } from '../../../src/library/search/search.fixture.ts';
import { makeLibrary } from '../../factories/libraries.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { assertSound, close, startWebApp } from '../browser.ts';
import { until } from '../../waiting.ts';
import { openAs, visit } from '../people.ts';
import { misfits, onPhone } from '../phone.ts';
import { makePdf } from '../viewer/paged-pdf.fixture.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const results = (page: Page) => page.getByRole('main');
const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
const names = (page: Page) => results(page).locator('.library__place-list a').allTextContents();

test(
  'a person finds words inside documents by keyboard, narrows the results, and opens one at the page of the words',
  { skip },
  async () => {
    const { folderId, ...w } = await worldWithFolder(app);
    const { ann } = w;
    const text = 'The lantern by the harbor is green.';
    await addText(app, ann, await ann.document(folderId, 'notes.txt', text), text);
    const linesOf = (page: number) => [`Clause ${page}.1`, ...(page === 30 ? ['A green lantern hangs here.'] : [])];
    const contract = await ann.document(folderId, 'Contract.pdf', makePdf({ pages: 40, linesOf }));
    await addText(
      app,
      ann,
      contract,
      Array.from({ length: 40 }, (_, at) => linesOf(at + 1).join('\n')),
    );
    const secret = await w.admin.folder(await makeLibrary(w.admin, 'Secrets'), 'Closed');
    await addText(app, ann, await w.admin.document(secret, 'hidden.txt', 'Another lantern.'), 'Another lantern.');
    const page = await openAs(app, ann, '/libraries');
    await page.keyboard.press('/');
    await page.keyboard.type('lantern');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Results for “lantern”' }).waitFor();
    await page.getByRole('status').getByText('2 results').waitFor();
    assert.deepEqual((await names(page)).toSorted(), ['Contract.pdf', 'notes.txt']);
    await results(page).locator('mark', { hasText: 'lantern' }).first().waitFor();
    assert.equal(await results(page).getByText('hidden').count(), 0);
    assert.equal(await filters(page).getByText('Secrets').count(), 0);
    await assertSound(page);

    await filters(page).getByRole('link', { name: /^PDFs/ }).press('Enter');
    await page.getByRole('status').getByText('1 result').waitFor();
    assert.match(page.url(), /q=lantern&kind=pdf$/);
    assert.deepEqual(await names(page), ['Contract.pdf']);
    await assertSound(page);
    await page.getByRole('link', { name: 'Contract.pdf', exact: true }).press('Enter');
    await page.waitForURL(/#page=30/);
    const field = page.getByRole('searchbox', { name: 'Search in the document' });
    await field.waitFor();
    assert.equal(await field.inputValue(), 'lantern');
    await page.getByText('1 of 1').waitFor();
    assert.equal(await page.getByLabel('Page', { exact: true }).inputValue(), '30');

    // The field suggests what was searched before, and items by their names.
    const option = (name: string | RegExp) => page.getByRole('banner').getByRole('option', { name });
    await page.keyboard.press('/');
    await page.keyboard.type('l');
    await option('lantern').waitFor();
    await assertSound(page);
    // Recent searches can be removed one by one. The first option searches everything.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await option('lantern').waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('contr');
    await option(/^Contract\.pdf/).waitFor();
    await assertSound(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/documents\/\d+$/);

    // The options read the query from the field, and write it back.
    await visit(page, '/search?q=lantern+type:pdf');
    await page.getByRole('button', { name: 'Search options' }).click();
    const options = page.getByRole('dialog', { name: 'Search options' });
    assert.equal(await options.getByLabel('All of these words').inputValue(), 'lantern');
    assert.equal(await options.getByLabel('Kind').inputValue(), 'pdf');
    await options.getByLabel('Kind').selectOption('');
    await options.getByLabel('Exact phrase').fill('green lantern');
    await options.getByRole('button', { name: 'Add tag' }).click();
    await assertSound(page);
    await options.getByLabel('Exact phrase').press('Enter');
    await page.waitForURL(/q=lantern(\+|%20)%22green(\+|%20)lantern%22$/);
    await page.getByRole('status').getByText('1 result').waitFor();

    // A search is saved with its alert, which a button in the list turns off.
    await page.getByRole('button', { name: 'Save search' }).click();
    const save = page.getByRole('dialog', { name: 'Save search' });
    await save.getByLabel('Search name').fill('Lanterns');
    await save.getByLabel('Notify me of new matches').check();
    await assertSound(page);
    await save.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Search “Lanterns” saved.').waitFor();
    await visit(page, '/search');
    const bell = page.getByRole('button', { name: 'Notify me of new matches of “Lanterns”', pressed: true });
    await bell.waitFor();
    await assertSound(page);
    const [saved] = (await ann.api('GET', '/api/users/me/searches')).body;
    assert.deepEqual([saved.Q, saved.Alert], ['lantern "green lantern"', true]);
    // The field and the palette lead there by its name.
    await page.getByRole('combobox', { name: 'Search', exact: true }).click();
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('lanterns');
    await option(/^Lanterns/).click();
    await page.getByRole('heading', { name: 'Results for lantern "green lantern"' }).waitFor();
    const shown = await page.getByRole('combobox', { name: 'Search', exact: true }).inputValue();
    assert.equal(shown, 'lantern "green lantern"', 'the field has the query of the results');
    await visit(page, '/home');
    await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
    await page.keyboard.press('Control+k');
    // It is loaded at its first use.
    await page.getByRole('combobox', { name: 'Search files, pages and actions' }).fill('antern');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Results for lantern "green lantern"' }).waitFor();

    // A new match is announced without a reload, and the notification leads to all results.
    const added = 'They bought a green lantern.';
    await addText(app, ann, await w.bob.document(folderId, 'Receipt.txt', added), added);
    await checkAlerts(app);
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    const notice = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first();
    await notice.getByText('1 new match for Lanterns: Receipt.txt').waitFor();
    await assertSound(page);
    await notice.getByRole('link', { name: 'Lanterns' }).click();
    await page.getByRole('heading', { name: 'Results for lantern "green lantern"' }).waitFor();
    await page.getByRole('status').getByText('2 results').waitFor();
    assert.deepEqual((await names(page)).toSorted(), ['Contract.pdf', 'Receipt.txt']);
    await visit(page, '/search');
    await bell.press('Enter');
    await page.getByText('You’ll no longer be notified').waitFor();
    await visit(page, '/searches/999999999');
    await page.getByText('This saved search no longer exists.').waitFor();

    await visit(page, '/search?q=lantern+OR');
    await page.getByRole('alert').getByText('OR must stand between two words').waitFor();
    await visit(page, '/search?q=lantern+type%3A');
    await page.getByRole('alert').getByText('type: needs a value, such as type:pdf.').waitFor();
    await assertSound(page);
    await close(page);
  },
);

test(
  'on a phone the filters of a search are in a sheet, and every control has the size of a finger',
  { skip },
  async () => {
    const { ann } = await app.world();
    const folderId = await ann.folder(ann.libraryId, 'Elmwood');
    await ann.document(folderId, 'Floor plan.pdf');
    await ann.document(folderId, 'plan.txt');
    await app.runJobs();
    const page = await openAs(app, ann, '/search?q=plan');
    await page.getByRole('link', { name: 'plan.txt', exact: true }).waitFor();
    assert.deepEqual(
      await onPhone(page, async () => {
        const found = await misfits(page);
        await page.getByRole('button', { name: 'Search options' }).click();
        const options = page.getByRole('dialog', { name: 'Search options' });
        await options.getByRole('button', { name: 'Add tag' }).click();
        found.push(...(await misfits(page)));
        await options.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('button', { name: 'Filters' }).click();
        const sheet = page.getByRole('dialog', { name: 'Filters' });
        await sheet.getByRole('link', { name: /^PDFs/ }).waitFor();
        found.push(...(await misfits(page)));
        await sheet.getByRole('link', { name: /^PDFs/ }).click();
        await sheet.getByRole('button', { name: 'Show results' }).click();
        await page.getByRole('link', { name: 'plan.txt', exact: true }).waitFor({ state: 'detached' });
        await page.getByRole('link', { name: 'Remove filter: PDFs' }).click();
        await page.getByRole('link', { name: 'plan.txt', exact: true }).waitFor();
        // Parts of words are found too.
        await visit(page, '/search?q=oor+pl&only=names');
        await page.getByRole('link', { name: 'Floor plan.pdf', exact: true }).waitFor();
        return found;
      }),
      [],
    );
    await close(page);
  },
);

test(
  'filters alone are a search, and failures of filters or of further results say so and can be repeated',
  { skip },
  async () => {
    const { folderId, ...w } = await worldWithFolder(app);
    for (let made = 0; made < 55; made += 1) await w.ann.document(folderId, `Plan ${made}.txt`, `${made}`);
    await app.runJobs();
    const page = await openAs(app, w.ann, '/libraries');
    const failing = /facets|after=/;
    await page.route(/\/api\/search/, async (route) =>
      failing.test(route.request().url()) ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    );
    await visit(page, `/search?by=${w.ann.userId}`);
    await page.getByRole('status').getByText('55 results').waitFor();
    await filters(page).getByRole('alert').waitFor();
    const more = results(page).getByRole('button', { name: 'Show more' });
    await more.focus();
    await page.keyboard.press('Enter');
    await results(page).getByRole('alert').nth(1).waitFor();
    await until(() => page.evaluate<boolean>('document.activeElement.textContent === "Show more"'));
    await page.unrouteAll();
    await filters(page).getByRole('button', { name: 'Try again' }).click();
    await filters(page).getByRole('link', { name: /^Ann/ }).waitFor();
    await more.focus();
    await page.keyboard.press('Enter');
    await more.waitFor({ state: 'detached' });
    // The focus stays in the place of the button.
    await until(() => page.evaluate<boolean>('document.activeElement.matches("main *")'));
    assert.equal((await names(page)).length, 55);
    await close(page);
  },
);

test('a result in a long text file opens at the line with the words, which are marked', { skip }, async () => {
  const { folderId, ann } = await worldWithFolder(app);
  const marked = `[...CSS.highlights.get('found-text') ?? []].map((range) => range.toString()).join()`;
  // On a phone lines are wrapped. The larger one is longer than what is shown at first, and too long for colors.
  for (const [name, count, width] of [
    ['short.ts', 1500, 390],
    ['long.ts', 40_000, 1280],
  ] as const) {
    const more = width === 390 ? 'and more words in each line, '.repeat(3) : '';
    const lines = Array.from({ length: count }, (_, at) => `line ${at} of ${name} ${more}`);
    lines[count - 500] = '  if (green.lantern(1)) return;';
    lines[9] = 'lanterns, and a magiclantern';
    await addText(app, ann, await ann.document(folderId, name, lines.join('\n')), lines.join('\n'));
    await divideTextsJob.run(app.deps, {});
    const page = await openAs(app, ann, '/search?q=lantern', { viewport: { width, height: 800 } });
    await page.getByRole('link', { name, exact: true }).click();
    await page.waitForURL(/#search=lantern$/);
    await until(() =>
      page.evaluate<boolean>(`(() => {
      const place = document.querySelector('[data-number="${count - 499}"]')?.getBoundingClientRect();
      const area = document.querySelector('pre')?.getBoundingClientRect();
      return area !== undefined && place !== undefined && place.top >= area.top && place.bottom <= area.bottom;
    })()`),
    );
    await until(() => page.evaluate<boolean>(`${marked} === 'lantern'`));
    if (count < 10_000) {
      // Colors of the source replace the nodes of the line.
      await page
        .locator(`[data-number="${count - 499}"] [data-code="keyword"]`)
        .first()
        .waitFor();
      await until(() => page.evaluate<boolean>(`${marked} === 'lantern'`));
      await assertSound(page);
    }
    await close(page);
  }
});

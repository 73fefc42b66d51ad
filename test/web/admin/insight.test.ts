/** Reports, document activity and tag search. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeLibrary } from '../../factories/libraries.ts';
import { grant } from '../../factories/permissions.ts';
import { makeShare } from '../../factories/shares.ts';
import { makeTagType, tagDocument } from '../../factories/tags.ts';
import { makeTask } from '../../factories/tasks.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, PHONE, assertSound, close, startWebApp } from '../browser.ts';
import { openAs } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const report = (page: Page) => page.getByRole('region', { name: 'Report' });

/** A shared library with a tagged document and some activity. The browser uses the real clock. */
async function contracts() {
  app.clock.now = new Date();
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin, 'Contracts');
  await grant(app, w.ann, { libraryId }, { allow: ['Read', 'Write', 'Grant'] });
  const folderId = await w.ann.folder(libraryId, 'Suppliers');
  const documentId = await w.ann.document(folderId, 'steel.txt', 'first');
  return { w, ann: w.ann, libraryId, folderId, documentId };
}

test('a site admin creates, views, downloads and deletes a report', { skip }, async () => {
  const { w, ann } = await contracts();
  const page = await openAs(app, w.admin, '/admin/reports');
  await button(page, 'Create report').click();
  const isNobody = page.getByText('Choose a person from the list.');
  await isNobody.waitFor();
  await page.getByRole('combobox', { name: 'Person' }).fill(ann.email);
  await isNobody.waitFor({ state: 'hidden' });
  await page.getByLabel('From').fill('2026-01-02');
  await page.getByLabel('To', { exact: true }).fill('2026-01-01');
  await page.getByLabel('File name (optional)').fill('what-ann-did');
  await button(page, 'Create report').click();
  await page.getByText('The end date is before the start date.').waitFor();
  await assertSound(page);
  await page.getByLabel('To', { exact: true }).fill('');
  await button(page, 'Create report').click();
  await report(page).getByText('Creating the report.').waitFor();
  await app.runJobs();
  const table = report(page).getByRole('region', { name: 'Preview' });
  await table.getByRole('cell', { name: 'DocumentCreated' }).waitFor();
  assert.equal(await table.getByRole('row').count(), 3);
  await report(page)
    .getByRole('img', { name: /^2 rows from/ })
    .waitFor();
  await report(page).getByText('Created Folder').waitFor();
  await page.getByRole('link', { name: `Person activity: ${ann.email}` }).waitFor();
  await assertSound(page);
  const [job] = (await w.admin.api('GET', '/api/jobs')).body;
  const clock = await app.sql`select retrieved_at from async_jobs where job_id = ${job.JobId}`;
  assert.deepEqual([...clock], [{ retrieved_at: null }], 'looking at it does not count as fetching it');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    report(page)
      .getByRole('link', { name: /^Download as JSON/ })
      .click(),
  ]);
  assert.equal(download.suggestedFilename(), 'what-ann-did.json');
  const rows = JSON.parse(await readFile(await download.path(), 'utf8')) as { ContentName: string }[];
  assert.deepEqual(
    rows.map(({ ContentName }) => ContentName),
    ['Suppliers', 'steel.txt'],
  );
  await button(page, 'Delete report').click();
  await page.getByText('Report deleted.').waitFor();
  await page.getByText('No reports yet.').waitFor();
  await page.goto(`${ORIGIN}/admin/reports?job=${job.JobId}`);
  await report(page).getByText('This report is no longer available.').waitFor();
  await close(page);
});

test(
  'people who can view a library create its report on a phone, cancel it, and leave the page',
  { skip },
  async () => {
    const { ann, libraryId } = await contracts();
    const page = await openAs(app, ann, `/libraries/${libraryId}`, PHONE);
    await button(page, 'More actions').tap();
    await page.getByRole('menuitem', { name: 'Activity report' }).tap();
    await page.getByRole('heading', { name: 'Activity report for “Contracts”' }).waitFor();
    await button(page, 'Create report').tap();
    await button(page, 'Cancel report').tap();
    await page.getByText('Report canceled.').waitFor();
    await button(page, 'Create report').tap();
    await report(page).getByText('Creating the report.').waitFor();
    await page.goto(`${ORIGIN}/libraries`);
    await app.runJobs();
    await page.goto(`${ORIGIN}/libraries/${libraryId}/report`);
    await page.getByRole('link', { name: /^Library activity: Contracts.*Ready/ }).tap();
    await report(page).getByRole('cell', { name: 'Created Document' }).waitFor();
    await assertSound(page);
    await close(page);
  },
);

test('a document page shows its activity and the links and tasks of the reader', { skip }, async () => {
  const { w, ann, documentId } = await contracts();
  await ann.revise(documentId, 'steel.txt', 'second');
  for (let views = 0; views < 9; views += 1) {
    app.clock.advance(1);
    await w.admin.api('GET', `/api/documents/${documentId}/content`);
  }
  await makeShare(app, ann, { documentId });
  await makeTask(app, ann, w.bob.email, documentId);
  const page = await openAs(app, ann, `/documents/${documentId}?tab=activity`);
  const activity = page.getByRole('region', { name: 'Activity' });
  await activity.getByText('You requested approval of version 2').waitFor();
  await activity.getByText('Admin viewed it').first().waitFor();
  assert.equal(await activity.getByText('uploaded version 2').count(), 0);
  await button(page, 'Show more').click();
  await activity.getByText('You uploaded version 2').waitFor();
  await activity.getByText('You uploaded the document').waitFor();
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await page.getByRole('region', { name: 'Your tasks' }).getByText('Assigned to Bob').waitFor();
  await page.getByRole('tab', { name: 'Access' }).click();
  const links = page.getByRole('region', { name: 'Your links' });
  await links.getByRole('listitem').first().waitFor();
  await assertSound(page);
  await page.getByRole('tab', { name: 'Activity' }).click();
  await activity.getByRole('link', { name: 'Create report' }).click();
  await page.getByRole('heading', { name: 'Activity report for “steel.txt”' }).waitFor();
  await close(page);
});

test('documents are found by tags, and errors appear at their conditions', { skip }, async () => {
  const { w, ann, libraryId, folderId, documentId } = await contracts();
  const state = await makeTagType(w.admin, libraryId, 'State');
  const amount = await makeTagType(w.admin, libraryId, 'Amount', { DataType: 'Numeric' });
  const due = await makeTagType(w.admin, libraryId, 'Due', { DataType: 'Date' });
  await tagDocument(ann, documentId, [
    [state, 'Signed'],
    [amount, '1000'],
    [due, '11302026'],
  ]);
  await tagDocument(ann, await ann.document(folderId, 'wood.txt'), [[state, 'Signed']]);
  const page = await openAs(app, ann, `/libraries/${libraryId}`);
  await page.getByRole('link', { name: 'Search by tags' }).click();
  const condition = (number: number) => page.getByRole('group', { name: `Condition ${number}` });
  await condition(1).getByLabel('Tag').selectOption('State');
  await condition(1).getByLabel('Value').focus();
  await page.keyboard.type('signed');
  await page.keyboard.press('Enter');
  await page.getByText('2 documents').waitFor();
  await button(page, 'Save search').click();
  await page.getByLabel('Search name').fill('Signed ones');
  await button(page, 'Save').last().click();
  await page.getByText('Search “Signed ones” saved.').waitFor();
  await button(page, 'Save search').click();
  await page.getByLabel('Search name').fill('signed ONES');
  await button(page, 'Save').last().click();
  await page.getByRole('alert').getByText('This name is already taken').waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Add condition').click();
  assert.deepEqual(await condition(2).getByRole('option').allTextContents(), ['Choose a tag', 'Amount', 'Due']);
  await condition(2).getByLabel('Tag').selectOption('Amount');
  await condition(2).getByLabel('Value').fill('much');
  await button(page, /^Search$/)
    .last()
    .click();
  await condition(2).getByText('Enter a number like 12.5.').waitFor();
  await assertSound(page);
  await condition(2).getByLabel('Value').fill('1000.0');
  await button(page, 'Add condition').click();
  await button(page, /^Search$/)
    .last()
    .click();
  await condition(3).getByText('Choose a tag and enter a value.').waitFor();
  await condition(3).getByLabel('Tag').selectOption('Due');
  await condition(3).getByLabel('Value').fill('2026-11-30');
  await button(page, /^Search$/)
    .last()
    .click();
  await page.getByText('1 document').waitFor();
  await page.reload();
  await page.getByRole('link', { name: /^steel\.txt/ }).waitFor();
  await assertSound(page);
  await button(page, 'Remove condition 3').click();
  await condition(1).getByLabel('Value').fill('Draft');
  await button(page, /^Search$/)
    .last()
    .click();
  await page.getByText('No documents match all conditions.').waitFor();
  await page.goBack();
  await page.getByText('1 document').waitFor();
  await page.getByRole('link', { name: 'Choose a saved search' }).click();
  await page.getByRole('link', { name: /^Signed ones in Contracts/ }).waitFor();
  await page.goto(`${ORIGIN}/search`);
  const saved = page.getByRole('link', { name: /^Signed ones/ });
  await saved.waitFor();
  await assertSound(page);
  await saved.click();
  await page.getByText('2 documents').waitFor();
  await page.goBack();
  await button(page, 'Delete search “Signed ones”').click();
  await page.getByRole('link', { name: /^Signed ones/ }).waitFor({ state: 'detached' });
  await button(page, 'Undo').click();
  await page.getByRole('link', { name: /^Signed ones/ }).waitFor();
  await page.getByRole('link', { name: 'My Library' }).click();
  await page.getByText('This library has no tags yet.').waitFor();
  await close(page);
});

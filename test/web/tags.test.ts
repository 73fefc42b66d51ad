/** The tags of a document, in fields of their types. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../factories/libraries.ts';
import { grant } from '../factories/permissions.ts';
import { makeTagType, tagDocument, tagsOf } from '../factories/tags.ts';
import { CHROMIUM, without } from '../parts.ts';
import { ORIGIN, assertSound, close, startWebApp } from './browser.ts';
import { openAs } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

test('a document is tagged, and an invalid value is refused at its field', { skip }, async () => {
  const { ann } = await app.world();
  await makeTagType(ann, ann.libraryId, 'Status', { Constraints: { DefaultValue: 'Draft' } });
  await makeTagType(ann, ann.libraryId, 'Amount', { DataType: 'Numeric' });
  await makeTagType(ann, ann.libraryId, 'Due', { DataType: 'Date' });
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'Plans'), 'plan.txt');
  const page = await openAs(app, ann, `/documents/${documentId}`);
  await page.getByText('Default: Draft').waitFor();
  await assertSound(page);
  await page.getByLabel('Status').fill('Signed');
  await page.getByLabel('Amount').fill('a lot');
  await page.getByLabel('Due').fill('2026-12-31');
  await page.getByRole('button', { name: 'Save tags' }).click();
  await page.getByRole('alert').getByText('A value isn’t valid.').waitFor();
  await assertSound(page);
  await page.getByLabel('Amount').fill('12.5');
  await page.getByRole('button', { name: 'Save tags' }).click();
  await page.getByText('Tags saved.').waitFor();
  assert.deepEqual(await tagsOf(ann, documentId), { Status: 'Signed', Amount: '12.5', Due: '12312026' });
  await page.getByLabel('Status').fill('');
  await page.getByRole('button', { name: 'Save tags' }).click();
  await page.getByRole('button', { name: 'Save tags' }).waitFor({ state: 'detached' });
  assert.deepEqual(await tagsOf(ann, documentId), { Amount: '12.5', Due: '12312026' });
  await close(page);
});

test('people who can only view see tags as text, also with access to one folder', { skip }, async () => {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const status = await makeTagType(w.admin, libraryId, 'Status');
  const folderId = await w.admin.folder(libraryId, 'Plans');
  const documentId = await w.admin.document(folderId, 'plan.txt');
  await tagDocument(w.admin, documentId, [[status, 'Signed']]);
  await grant(app, w.bob, { folderId }, { allow: ['Read'] });
  const page = await openAs(app, w.bob, `/documents/${documentId}`);
  await page.getByText('Signed').waitFor();
  assert.equal(await page.getByLabel('Status').count(), 0);
  await assertSound(page);
  await close(page);
});

test(
  'a document that is shared alone shows its tags as text and sends no request that would be refused',
  { skip },
  async () => {
    const w = await app.world();
    const libraryId = await makeLibrary(w.admin);
    const status = await makeTagType(w.admin, libraryId, 'Status');
    const folderId = await w.admin.folder(libraryId, 'Plans');
    const documentId = await w.admin.document(folderId, 'plan.txt');
    await tagDocument(w.admin, documentId, [[status, 'Signed']]);
    await grant(app, w.bob, { documentId }, { allow: ['Read', 'Write'] });
    const refused: string[] = [];
    const page = await openAs(app, w.bob, '/shared');
    page.on('response', (answer) => void (answer.status() >= 400 && refused.push(answer.url())));
    await page.getByRole('link', { name: 'plan.txt' }).click();
    await page.getByRole('heading', { name: 'plan.txt' }).waitFor();
    await page.getByText('Signed').waitFor();
    await page.getByText('Version 1').waitFor();
    await page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first().waitFor();
    assert.equal(await page.getByLabel('Status').count(), 0);
    assert.deepEqual(refused, []);
    await assertSound(page);
    await close(page);
  },
);

for (const status of [403, 404, 500]) {
  test(
    `a request beside a document that answers ${status} hides nothing of it, and is not repeated`,
    { skip },
    async () => {
      const { ann } = await app.world();
      await makeTagType(ann, ann.libraryId, 'Status');
      const documentId = await ann.document(await ann.folder(ann.libraryId, 'Plans'), 'plan.txt');
      const page = await openAs(app, ann, '/libraries');
      let asked = 0;
      await page.route('**/tagtypes', (route) => {
        asked += 1;
        return route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ title: 'No' }) });
      });
      await page.clock.install();
      await page.goto(`${ORIGIN}/documents/${documentId}`);
      await page.clock.runFor(5000);
      await page.getByRole('heading', { name: 'plan.txt' }).waitFor();
      await page.getByText('Version 1').waitFor();
      // Returns to the tab and waits some seconds.
      await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
      await page.clock.runFor(5000);
      await page.getByRole('heading', { name: 'plan.txt' }).waitFor();
      assert.equal(asked, status >= 500 ? 3 : 1);
      await close(page);
    },
  );
}

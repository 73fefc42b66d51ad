/** The tags of a document, in fields of their types. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../factories/libraries.ts';
import { grant } from '../factories/permissions.ts';
import { makeTagType, tagDocument, tagsOf } from '../factories/tags.ts';
import { CHROMIUM, without } from '../parts.ts';
import { until } from '../waiting.ts';
import { ORIGIN, assertSound, close, startWebApp } from './browser.ts';
import { openAs, visit } from './people.ts';

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
  await page.getByLabel('Status').fill('Signed');
  await page.getByLabel('Amount').fill('a lot');
  await page.getByLabel('Due').fill('2026-12-31');
  await page.getByRole('button', { name: 'Save tags' }).click();
  await page.getByRole('alert').getByText('Enter a number like 12.5.').waitFor();
  assert.equal(await page.getByLabel('Amount').getAttribute('aria-invalid'), 'true');
  assert.equal(await page.getByLabel('Status').getAttribute('aria-invalid'), null);
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

test(
  'saving keeps a colleague’s other tags, and what is typed stays until it is saved or discarded',
  { skip },
  async () => {
    const { ann } = await app.world();
    const [phase] = [await makeTagType(ann, ann.libraryId, 'Phase'), await makeTagType(ann, ann.libraryId, 'Area')];
    const documentId = await ann.document(await ann.folder(ann.libraryId, 'Plans'), 'plan.txt');
    await tagDocument(ann, documentId, [[phase, 'Draft']]);
    const page = await openAs(app, ann, `/documents/${documentId}`);
    await page.getByLabel('Area').fill('120');
    // As a colleague would at this moment.
    await tagDocument(ann, documentId, [[phase, 'Signed']]);
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('tab', { name: 'Details' }).click();
    assert.equal(await page.getByLabel('Area').inputValue(), '120');
    await page.reload();
    await page.getByRole('button', { name: 'Save tags' }).click();
    await page.getByText('Tags saved.').waitFor();
    assert.deepEqual(await tagsOf(ann, documentId), { Phase: 'Signed', Area: '120' });
    await page.getByLabel('Area').fill('130');
    await ann.api('PATCH', `/api/documents/${documentId}/systemtags`, [{ TagTypeId: phase, Value: 'Archived' }]);
    await until(async () => {
      // Pages are refreshed while somebody uses them.
      await page.mouse.move(Math.random() * 100, 300);
      return (await page.getByLabel('Phase').inputValue()) === 'Archived';
    });
    assert.equal(await page.getByLabel('Area').inputValue(), '130');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    assert.equal(await page.getByLabel('Area').inputValue(), '120');
    await close(page);
  },
);

test(
  'people who can only view see tags as text, also with access to one folder, and a document that is shared alone sends no request that would be refused',
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
    await page.getByText('SHA-256').waitFor();
    await page.getByRole('tab', { name: 'Activity' }).click();
    await page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first().waitFor();
    await page.getByRole('tab', { name: 'Details' }).click();
    assert.equal(await page.getByLabel('Status').count(), 0);
    assert.deepEqual(refused, []);

    const other = await w.admin.folder(libraryId, 'Offers');
    const offerId = await w.admin.document(other, 'offer.txt');
    await tagDocument(w.admin, offerId, [[status, 'Declined']]);
    await grant(app, w.bob, { folderId: other }, { allow: ['Read'] });
    await visit(page, `/documents/${offerId}?tab=details`);
    await page.getByText('Declined').waitFor();
    assert.equal(await page.getByLabel('Status').count(), 0);
    await assertSound(page);
    await close(page);
  },
);

test(
  'a request beside a document that answers 403, 404 or 500 hides nothing of it, and is not repeated',
  { skip },
  async () => {
    const { ann } = await app.world();
    await makeTagType(ann, ann.libraryId, 'Status');
    const documentId = await ann.document(await ann.folder(ann.libraryId, 'Plans'), 'plan.txt');
    const page = await openAs(app, ann, '/libraries');
    let asked = 0;
    let status = 0;
    await page.route('**/tagtypes', (route) => {
      asked += 1;
      return route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ title: 'No' }) });
    });
    await page.clock.install();
    for (status of [403, 404, 500]) {
      asked = 0;
      await page.goto(`${ORIGIN}/documents/${documentId}`);
      await page.clock.runFor(5000);
      await page.getByRole('heading', { name: 'plan.txt' }).waitFor();
      await page.getByText('SHA-256').waitFor();
      // Returns to the tab and waits some seconds.
      await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
      await page.clock.runFor(5000);
      await page.getByRole('heading', { name: 'plan.txt' }).waitFor();
      assert.equal(asked, status >= 500 ? 3 : 1, `${status}`);
    }
    await close(page);
  },
);

test(
  'tags of a library are added, renamed and deleted, set as defaults of a folder, and set on several documents, with the keyboard',
  { skip },
  async () => {
    const { ann } = await app.world();
    const { libraryId } = ann;
    await makeTagType(ann, libraryId, 'Amount', { DataType: 'Numeric' });
    const folderId = await ann.folder(libraryId, 'Plans');
    const documents = [await ann.document(folderId, 'a.txt'), await ann.document(folderId, 'b.txt')];
    const page = await openAs(app, ann, `/libraries/${libraryId}`);
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await press('Tags');
    await page.getByLabel('Name', { exact: true }).fill('Amount');
    await press('Add tag');
    await page.getByText('This library already has a tag with this name.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Phase');
    await press('Add tag');
    const list = page.getByRole('list', { name: 'Tags of the library' });
    await list.getByText('Phase').waitFor();
    await press('Edit tag “Phase”');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Stage');
    await page.keyboard.press('Enter');
    await list.getByText('Stage').waitFor();
    await press('Delete tag “Amount”');
    await assertSound(page);
    await press('Cancel');
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Edit tag “Amount”');
    await press('Delete tag “Amount”');
    await press('Delete tag');
    await page.getByText('Tag “Amount” deleted.').waitFor();
    await press('Done');
    const { body: types } = await ann.api('GET', `/api/libraries/${libraryId}/tagtypes`);
    assert.deepEqual(
      types.map(({ TagTypeName }: { TagTypeName: string }) => TagTypeName),
      ['Stage'],
    );
    await page.goto(`${ORIGIN}/folders/${folderId}`);
    await page.getByRole('row', { name: 'b.txt' }).waitFor();
    await press('Tags');
    await page.getByLabel('Stage', { exact: true }).check();
    await page.getByLabel('Default of “Stage” in this folder').fill('Concept');
    await press('Save tags');
    await page.getByText('Folder tags saved.').waitFor();
    assert.deepEqual(await tagsOf(ann, await ann.document(folderId, 'c.txt')), { Stage: 'Concept' });
    const amount = await makeTagType(ann, libraryId, 'Amount', { DataType: 'Numeric' });
    await tagDocument(ann, documents[0] ?? 0, [[amount, '7']]);
    await page.reload();
    for (const name of ['a.txt', 'b.txt'])
      await page.getByRole('row', { name }).getByRole('gridcell').first().getByRole('button').click();
    await page.getByRole('group', { name: '2 selected' }).getByRole('button', { name: 'Tags' }).press('Enter');
    await page.getByLabel('Amount', { exact: true }).check();
    await page.getByLabel('Value of “Amount”').fill('much');
    await press('Set tags');
    await page.getByText('enter numbers like 12 or 12.5.').waitFor();
    await assertSound(page);
    await page.getByLabel('Amount', { exact: true }).uncheck();
    await page.getByLabel('Stage', { exact: true }).check();
    await page.getByLabel('Value of “Stage”').fill('Site');
    await press('Set tags');
    await page.getByText('Tags of 2 items set.').waitFor();
    assert.deepEqual(await Promise.all(documents.map((id) => tagsOf(ann, id))), [
      { Amount: '7', Stage: 'Site' },
      { Stage: 'Site' },
    ]);
    await close(page);
  },
);

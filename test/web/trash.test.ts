/** The trash and its actions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { makeLibrary } from '../factories/libraries.ts';
import { grant } from '../factories/permissions.ts';
import { makeChild } from '../factories/trees.ts';
import { CHROMIUM, without } from '../parts.ts';
import { ORIGIN, assertSound, close, startWebApp } from './browser.ts';
import { openAs, openOnce, visit } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const { w, page } = skip === false ? await openOnce(app, ({ ann }) => ann) : null!;

test('deleted items are restored, or permanently deleted after confirmation', { skip }, async () => {
  await w.admin.api('PATCH', '/api/settings', { EnablePurging: true });
  const folderId = await w.ann.folder(w.ann.libraryId, 'Offers');
  const ids = [await w.ann.document(folderId, 'a.txt'), await w.ann.document(folderId, 'b.txt')];
  for (const id of ids) await w.ann.api('DELETE', `/api/documents/${id}`);
  await visit(page, '/trash');
  await page.getByText('a.txt').waitFor();
  await assertSound(page);
  await button(page, 'Restore a.txt').click();
  await page.getByText('“a.txt” restored.').waitFor();
  await button(page, 'Delete permanently: b.txt').click();
  await page.getByRole('dialog', { name: 'Permanently delete “b.txt”?' }).waitFor();
  await assertSound(page);
  await button(page, 'Cancel').click();
  await button(page, 'Delete permanently: b.txt').click();
  await button(page, 'Delete permanently').click();
  await page.getByText('“b.txt” permanently deleted.').waitFor();
  await page.getByText('Trash is empty.').waitFor();
  await assertSound(page);
  const statuses = await Promise.all(ids.map((id) => w.ann.api('GET', `/api/documents/${id}`)));
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [200, 404],
  );
  await visit(page, '/libraries');
});

test('a file whose name is taken is restored under another name, which the page says', { skip }, async () => {
  const folderId = await w.ann.folder(w.ann.libraryId, 'Taken');
  const id = await w.ann.document(folderId, 'offer.txt', 'same');
  await w.ann.api('DELETE', `/api/documents/${id}`);
  await w.ann.document(folderId, 'offer.txt', 'same');
  await visit(page, '/trash');
  const other = await w.ann.document(folderId, 'other.txt');
  await w.ann.api('DELETE', `/api/documents/${other}`);
  await visit(page, '/trash');
  await button(page, 'Restore offer.txt').press('Enter');
  await page.getByText('“offer.txt” restored as “offer (2).txt”.').waitFor();
  // The row in its place has the focus.
  await page.locator('tbody :focus').waitFor();
  await button(page, 'Restore other.txt').press('Enter');
  await page.getByText('“other.txt” restored.').waitFor();
  assert.equal((await w.ann.api('GET', `/api/documents/${id}`)).body.DocumentName, 'offer (2).txt');
});

test('several items are found by name, selected, and restored or deleted together', { skip }, async () => {
  await w.admin.api('PATCH', '/api/settings', { EnablePurging: true });
  const folderId = await w.ann.folder(w.ann.libraryId, 'Leases');
  const ids: number[] = [];
  for (const name of ['lease 1.txt', 'lease 2.txt', 'lease 3.txt', 'plan.txt']) {
    ids.push(await w.ann.document(folderId, name));
    await w.ann.api('DELETE', `/api/documents/${ids.at(-1)}`);
  }
  await visit(page, '/trash');
  await page.getByText('plan.txt').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('lease');
  await page.getByText('plan.txt').waitFor({ state: 'detached' });
  const bar = page.getByRole('region', { name: 'Selection' });
  await page.getByLabel('Select lease 3.txt').check();
  await page.getByLabel('Select lease 1.txt').click({ modifiers: ['Shift'] });
  await bar.getByText('3 selected').waitFor();
  await page.getByLabel('Select lease 3.txt').uncheck();
  await assertSound(page);
  await bar.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('2 items restored.').waitFor();
  await page.getByText('lease 1.txt').waitFor({ state: 'detached' });
  // The list from before the restore is not shown meanwhile.
  await page.route(/\/trash\?/, (route) => sleep(1000).then(() => route.continue()));
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByText('plan.txt').waitFor();
  assert.equal(await page.getByLabel('Select lease 1.txt').count(), 0);
  await page.unrouteAll({ behavior: 'wait' });
  // By keyboard, from the check box of the whole list.
  await page.getByLabel('Select all shown').press('Space');
  await bar.getByRole('button', { name: 'Delete permanently' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Permanently delete 2 items?' });
  await dialog.getByRole('button', { name: 'Delete permanently' }).press('Enter');
  await page.getByText('2 items permanently deleted.').waitFor();
  await page.getByText('Trash is empty.').waitFor();
  const statuses = await Promise.all(ids.map((id) => w.ann.api('GET', `/api/documents/${id}`)));
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [200, 200, 404, 404],
  );
  await visit(page, '/libraries');
});

test('a folder and what was deleted from it earlier are restored together', { skip }, async () => {
  const folderId = await w.ann.folder(w.ann.libraryId, 'Whole');
  const documentId = await w.ann.document(folderId, 'part.txt');
  await w.ann.api('DELETE', `/api/documents/${documentId}`);
  app.clock.advance(1000);
  await w.ann.api('DELETE', `/api/folders/${folderId}`);
  await visit(page, '/trash');
  await page.getByLabel('Select Whole').check();
  await page.getByLabel('Select part.txt').check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Restore' }).click();
  await page.getByLabel('Select part.txt').waitFor({ state: 'detached' });
  for (const path of [`/api/folders/${folderId}`, `/api/documents/${documentId}`])
    assert.equal((await w.ann.api('GET', path)).status, 200);
  // Somebody restores it in another tab.
  await w.ann.api('DELETE', `/api/documents/${documentId}`);
  await visit(page, '/libraries');
  await visit(page, '/trash');
  await button(page, 'Restore part.txt').waitFor();
  await w.ann.api('PATCH', `/api/documents/${documentId}/restore`);
  await button(page, 'Restore part.txt').click();
  await page.getByText('The item is not in the trash.').waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  await visit(page, '/libraries');
});

test(
  'permanent deletion and restores for site admins are not offered where they are not allowed',
  { skip },
  async () => {
    await w.admin.api('PATCH', '/api/settings', { EnablePurging: false });
    const folderId = await w.ann.folder(w.ann.libraryId, 'Plans');
    await w.ann.api('DELETE', `/api/folders/${folderId}`);
    const libraryId = await makeLibrary(w.admin, 'Contracts');
    await w.admin.api('DELETE', `/api/libraries/${libraryId}`);
    await app.sql`update libraries set trashed_by = ${w.ann.userId} where library_id = ${libraryId}`;
    // With the settings as they are now, which the app reads when it is loaded.
    await page.goto(`${ORIGIN}/trash`);
    await button(page, 'Restore Plans').waitFor();
    await page.getByRole('cell', { name: 'Contracts' }).last().waitFor();
    assert.equal(await button(page, 'Restore Contracts').count(), 0);
    assert.equal(await page.getByRole('button', { name: /permanently/i }).count(), 0);
    await visit(page, '/libraries');
  },
);

test('an item whose folder is gone is restored to another folder', { skip }, async () => {
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Gone');
  await ann.folder(ann.libraryId, 'Other');
  const child = await makeChild(ann, folderId, 'Child');
  for (const id of [child, folderId]) await ann.api('DELETE', `/api/folders/${id}`);
  await visit(page, '/trash');
  await button(page, 'Restore Child').click();
  const dialog = page.getByRole('dialog', { name: 'Restore “Child” to another folder' });
  await dialog.getByText('The original folder no longer exists. Choose another folder.').waitFor();
  await dialog.getByRole('button', { name: 'Expand My Library' }).click();
  await dialog.getByRole('button', { name: 'Other', exact: true }).click();
  await dialog.getByRole('button', { name: 'Restore to “Other”', disabled: false }).click();
  await page.getByText('“Child” restored.').waitFor();
});

test('a folder and what was deleted from it earlier stay together in another folder', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Gone');
  const target = await ann.folder(ann.libraryId, 'Other');
  const child = await makeChild(ann, folderId, 'Child');
  const inside = await ann.document(child, 'inside.txt');
  for (const path of [`documents/${inside}`, `folders/${child}`, `folders/${folderId}`]) {
    await ann.api('DELETE', `/api/${path}`);
    app.clock.advance(1000);
  }
  const hers = await openAs(app, ann, '/trash');
  await hers.getByLabel('Select Child').check();
  await hers.getByLabel('Select inside.txt').check();
  await hers.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Restore' }).click();
  const dialog = hers.getByRole('dialog', { name: 'Restore 2 items to another folder' });
  await dialog.getByText('The original folders of 2 items no longer exist. Choose another folder.').waitFor();
  await dialog.getByRole('button', { name: 'Expand My Library' }).click();
  await dialog.getByRole('button', { name: 'Other', exact: true }).click();
  await dialog.getByRole('button', { name: 'Restore to “Other”', disabled: false }).click();
  await hers.getByText('2 items restored.').waitFor();
  const folders: { FolderId: number }[] = (await ann.api('GET', `/api/folders/${target}/folders`)).body;
  assert.deepEqual(
    folders.map(({ FolderId }) => FolderId),
    [child],
  );
  assert.equal((await ann.api('GET', `/api/documents/${inside}`)).body.FolderId, child);
  await close(hers);
});

test(
  'an item that is restored elsewhere during the question is not deleted, and the question stays',
  { skip },
  async () => {
    const { ann, admin } = await app.world();
    await admin.api('PATCH', '/api/settings', { EnablePurging: true });
    const documentId = await ann.document(await ann.folder(ann.libraryId, 'Offers'), 'a.txt');
    await ann.api('DELETE', `/api/documents/${documentId}`);
    const hers = await openAs(app, ann, '/trash');
    await button(hers, 'Delete permanently: a.txt').click();
    await ann.api('PATCH', `/api/documents/${documentId}/restore`);
    await hers.getByText('Trash is empty.').waitFor();
    const question = hers.getByRole('dialog', { name: 'Permanently delete “a.txt”?' });
    await question.getByRole('button', { name: 'Delete permanently' }).click();
    await hers.getByText('The item is not in the trash.').waitFor();
    assert.equal((await ann.api('GET', `/api/documents/${documentId}`)).status, 200);
    await close(hers);
  },
);

test('items that are shared directly are listed under Shared and found by name', { skip }, async () => {
  const libraryId = await makeLibrary(w.admin, 'Lights');
  const plans = await w.admin.folder(libraryId, 'Plans');
  const folderId = await makeChild(w.admin, plans, 'Lighthouse');
  await w.admin.document(folderId, 'Lamp.txt');
  const his = await openAs(app, w.bob, '/shared');
  await his.getByText('Nothing shared with you yet.').waitFor();
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Write'] });
  await his.reload();
  await his.getByText('You can view and edit').waitFor();
  await assertSound(his);
  await his.getByRole('link', { name: /^Lighthouse/ }).click();
  await his.getByRole('link', { name: 'Lamp.txt' }).waitFor();
  const path = his.getByRole('navigation', { name: 'Folder path' });
  assert.deepEqual(await path.getByRole('listitem').allTextContents(), ['Shared with me', 'Lighthouse']);
  await his.getByRole('combobox', { name: 'Search', exact: true }).fill('lamp');
  await his.keyboard.press('Enter');
  await his.getByRole('heading', { name: 'Results for “lamp”' }).waitFor();
  await his.getByRole('link', { name: /^Lamp.txt/ }).waitFor();
  await assertSound(his);
  await his.getByRole('combobox', { name: 'Search', exact: true }).fill('nothing of the kind');
  await his.keyboard.press('Enter');
  await his.getByText('No results.', { exact: true }).waitFor();
  await close(his);
});

test('a person signs out of other sessions and changes the password', { skip }, async () => {
  const { ann } = await app.world();
  const [here, elsewhere] = [await openAs(app, ann, '/account'), await openAs(app, ann, '/libraries')];
  await here.reload();
  await here.getByRole('listitem').filter({ hasText: 'Chrome on Linux' }).getByText('This browser').waitFor();
  await assertSound(here);
  await here.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await here.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' });
  // The event stream ends with the session, and the page opens the sign-in page.
  await elsewhere.waitForURL('**/sign-in?**');
  await here.getByLabel('Current password').fill('wrong');
  await here.getByLabel('New password').fill('a much longer password');
  await here.getByRole('button', { name: 'Change password' }).click();
  await here.getByRole('alert').getByText('The current password is incorrect.').waitFor();
  await here.getByLabel('Current password').fill(ann.password);
  await here.getByLabel('Also revoke all my API tokens').check();
  await here.getByRole('button', { name: 'Change password' }).click();
  await here.getByRole('status').getByText('Password changed.').waitFor();
  await here.getByText('No API tokens yet.').waitFor();
  await Promise.all([close(here), close(elsewhere)]);
});

/** The trash and its actions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
    await page.getByText('from Contracts').waitFor();
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
  await page.getByRole('alert').getByText('The original folder no longer exists.').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Restore “Child” to another folder' });
  await dialog.getByRole('button', { name: 'Expand My Library' }).click();
  await dialog.getByRole('button', { name: 'Other', exact: true }).click();
  await dialog.getByRole('button', { name: 'Restore to “Other”', disabled: false }).click();
  await page.getByText('“Child” restored.').waitFor();
});

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

/** Pages of site admins: all links, API tokens, trash and old documents. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeLibrary } from '../../factories/libraries.ts';
import { addRecipient, makeShare } from '../../factories/shares.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { assertSound, close, startWebApp } from '../browser.ts';
import { openAs } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;
const DAY_MS = 86_400_000;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Runs the started job when it is enqueued, until the page shows its result. */
async function runUntil(page: Page, text: string): Promise<void> {
  await page.getByRole('progressbar').waitFor();
  await app.runJobs();
  await page.getByText(text).first().waitFor();
}

test('site admins filter links by risk and revoke the selected or all matching ones', { skip }, async () => {
  const w = await app.world();
  const { deploymentId } = w;
  const [plans, taxes] = [await w.ann.folder(w.ann.libraryId, 'Plans'), await w.bob.folder(w.bob.libraryId, 'Taxes')];
  const offers = await w.admin.folder(await makeLibrary(w.admin, 'Contracts'), 'Offers');
  const open = await makeShare(app, w.ann, { folderId: plans });
  const secret = await makeShare(app, w.bob, { folderId: taxes }, { password_hash: 'x' });
  const outside = await makeShare(app, w.admin, { folderId: offers });
  await addRecipient(app, { deploymentId, shareId: outside }, 'x@outside.test');
  const alive = async () => {
    const rows = await app.sql<{ id: number }[]>`
      select share_id as id from shares where deployment_id = ${deploymentId} and revoked_at is null order by share_id`;
    return rows.map(({ id }) => id);
  };
  const page = await openAs(app, w.admin, '/admin/links');
  await page.getByText('x@outside.test').waitFor();
  await page.getByRole('link', { name: 'Offers' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Plans' }).count(), 0, 'what one may not read is no link');
  await assertSound(page);

  await page.getByLabel('No password or code').check();
  await page.getByText('Taxes').waitFor({ state: 'detached' });
  await page.getByLabel('Created by').pressSequentially('ann');
  await page.getByRole('option', { name: /^Ann/ }).click();
  await page.getByText('Offers').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Plans', { exact: true }).waitFor();
  assert.equal(await page.getByText('Offers').count(), 0, 'the filter is in the address');
  await page.getByLabel('Select link to Plans').check();
  await button(page, 'Revoke 1 link').click();
  await dialog(page, 'Revoke this link?').waitFor();
  await assertSound(page);
  await button(page, 'Revoke').click();
  await runUntil(page, '1 link revoked.');
  await page.getByText('No links match these filters.').waitFor();
  assert.deepEqual(await alive(), [secret, outside]);

  await button(page, 'Clear filters').click();
  await page.getByText('Taxes').waitFor();
  await page.getByLabel('Sent outside these domains').fill('elsewhere.test');
  await page.getByText('Taxes').waitFor({ state: 'detached' });
  await button(page, 'Revoke all matching').click();
  await dialog(page, 'Revoke this link?').waitFor();
  await button(page, 'Revoke').click();
  // A person who leaves and returns sees the progress and can cancel.
  await page.getByRole('progressbar').waitFor();
  await page.reload();
  await button(page, 'Cancel').click();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await app.runJobs();
  assert.deepEqual(await alive(), [secret, outside]);
  assert.ok(open < secret);
  await close(page);

  const refused = await openAs(app, w.ann, '/admin/links');
  await refused.getByText('Site admins only').waitFor();
  await close(refused);
});

test('a new token is shown once, and its owner or a site admin can revoke it', { skip }, async () => {
  const w = await app.world();
  const page = await openAs(app, w.ann, '/account');
  await page.getByLabel('Token name').fill('Nightly import');
  await button(page, 'Create token').click();
  await dialog(page, 'Your new token').waitFor();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  const uses = async () => {
    return (await fetch(`${app.url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })).status;
  };
  assert.equal(await uses(), 200);
  await button(page, 'Copy').click();
  await page.getByText('Token copied.').waitFor();
  await assertSound(page);
  await button(page, 'Done').click();
  // The page closes the dialog a moment after the click.
  await dialog(page, 'Your new token').waitFor({ state: 'detached' });
  await button(page, 'Revoke token Nightly import').waitFor();
  assert.ok(!(await page.content()).includes(token));
  await assertSound(page);
  await close(page);

  const admin = await openAs(app, w.admin, '/admin/tokens');
  await admin.getByLabel('Owner', { exact: true }).pressSequentially('bo');
  await admin.getByRole('option', { name: /^Bob/ }).click();
  await admin.getByText('Nightly import').waitFor({ state: 'detached' });
  await button(admin, `Remove ${w.bob.email}`).click();
  await button(admin, 'Actions for Nightly import').click();
  await admin.getByRole('menuitem', { name: 'Revoke' }).click();
  await dialog(admin, 'Revoke “Nightly import”?').waitFor();
  await button(admin, 'Revoke').last().click();
  await admin.getByText('“Nightly import” revoked.').waitFor();
  assert.equal(await uses(), 401);
  await assertSound(admin);

  await button(admin, 'Create token').click();
  await dialog(admin, 'Create token').getByLabel('Owner', { exact: true }).fill('an');
  await dialog(admin, 'Create token').getByText('Choose a person from the list.').waitFor();
  await admin.getByRole('option', { name: /^Ann/ }).click();
  await dialog(admin, 'Create token').getByLabel('Token name').fill('Scanner');
  await assertSound(admin);
  await dialog(admin, 'Create token').getByRole('button', { name: 'Create token' }).click();
  const hers = await admin.getByLabel('Token', { exact: true }).inputValue();
  await button(admin, 'Done').click();
  await admin.getByRole('row', { name: /^Scanner Ann Admin/ }).waitFor();
  const headers = { authorization: `Bearer ${hers}` };
  assert.equal((await w.anonymous.api('GET', '/api/users/me', undefined, headers)).body.UserId, w.ann.userId);
  await close(admin);
});

test('creating a token in an old session requires the password, and lists show who created it', { skip }, async () => {
  const w = await app.world();
  await w.admin.api('POST', `/api/users/${w.ann.userId}/tokens`, { Name: 'Migration', IsSync: true });
  const page = await openAs(app, w.ann, '/account');
  await page
    .getByText(/^Migration/)
    .getByText('Sync client')
    .waitFor();
  await page
    .getByText(/^Migration/)
    .getByText('by Admin')
    .waitFor();
  app.clock.advance(600_001);
  await page.getByLabel('Token name').fill('Nightly import');
  await button(page, 'Create token').click();
  const confirm = dialog(page, 'Confirm that it’s you');
  // Canceling changes nothing and shows no error.
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await confirm.waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('alert').count(), 0);
  await button(page, 'Create token').click();
  const password = confirm.getByLabel('Password', { exact: true });
  await password.fill('wrong');
  await page.keyboard.press('Enter');
  await confirm.getByRole('alert').getByText('Incorrect password.').waitFor();
  await assertSound(page);
  await password.fill(w.ann.password);
  await page.keyboard.press('Enter');
  await dialog(page, 'Your new token').waitFor();
  await button(page, 'Done').click();
  await button(page, 'Revoke token Nightly import').waitFor();
  await close(page);
});

test('site admins filter the shared trash by library and delete the selected items', { skip }, async () => {
  const w = await app.world();
  await w.admin.api('PATCH', '/api/settings', { EnablePurging: true });
  const [first, second] = [await makeLibrary(w.admin, 'First'), await makeLibrary(w.admin, 'Second')];
  const folders = [await w.admin.folder(first, 'Plans'), await w.admin.folder(second, 'Offers')];
  for (const folderId of folders) {
    const documentId = await w.admin.document(folderId, `in ${folderId}.txt`);
    await w.admin.api('DELETE', `/api/documents/${documentId}`);
  }
  const [kept, gone] = folders.map((folderId) => `in ${folderId}.txt`);
  const page = await openAs(app, w.admin, '/admin/trash');
  await page.getByRole('cell', { name: 'Admin' }).first().waitFor();
  await assertSound(page);
  await page.getByLabel('Library', { exact: true }).selectOption('Second');
  await button(page, `Restore ${kept}`).waitFor({ state: 'detached' });
  await button(page, `Delete permanently: ${gone}`).click();
  await button(page, 'Delete permanently').click();
  await page.getByText('No items match these filters.').waitFor();
  await page.getByLabel('Library', { exact: true }).selectOption('Any library');
  await button(page, `Restore ${kept}`).click();
  await page.getByText(`“${kept}” restored.`).waitFor();
  await close(page);
});

test('old documents are previewed before a purge, and its result can be downloaded', { skip }, async () => {
  const w = await app.world();
  await w.admin.api('PATCH', '/api/settings', { EnablePurging: false });
  const folderId = await w.ann.folder(w.ann.libraryId, 'Plans');
  const documentId = await w.ann.document(folderId, 'old.txt', 'twelve bytes');
  app.clock.advance(100 * DAY_MS);
  await w.ann.document(folderId, 'young.txt');
  const page = await openAs(app, w.admin, '/admin/purge');
  await page.getByText('Purging is turned off').waitFor();
  await w.admin.api('PATCH', '/api/settings', { EnablePurging: true });
  await page.reload();
  await page.getByLabel('Minimum age in days').fill('100');
  await button(page, 'Preview documents').click();
  await runUntil(page, '1 document with all versions, 12 bytes.');
  await page.getByRole('cell', { name: 'My Library › Plans' }).waitFor();
  assert.equal(await page.getByText('young.txt').count(), 0);
  await assertSound(page);
  const [list] = await Promise.all([page.waitForEvent('download'), button(page, 'Download list').click()]);
  assert.match(await readFile(await list.path(), 'utf8'), /old\.txt,My Library › Plans,12,/);
  await button(page, 'Delete permanently').click();
  await dialog(page, 'Permanently delete 1 document?').waitFor();
  await button(page, 'Delete permanently').last().click();
  await runUntil(page, 'Permanently deleted');
  await page.getByRole('row', { name: 'Permanently deleted 1' }).waitFor();
  await assertSound(page);
  const [result] = await Promise.all([page.waitForEvent('download'), button(page, 'Download result').click()]);
  assert.equal(await readFile(await result.path(), 'utf8'), '\uFEFFPermanently deleted,1\r\nCouldn’t be deleted,0\r\n');
  assert.equal((await w.ann.api('GET', `/api/documents/${documentId}`)).status, 404);
  await close(page);
});

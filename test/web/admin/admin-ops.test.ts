/** Pages of site admins: overview, settings, email, jobs, audit log and health. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { sealActivityJob } from '../../../src/insight/audit/audit.jobs.ts';
import { makeAsyncJob } from '../../factories/async-jobs.ts';
import { makeQueuedJob } from '../../factories/queue.ts';
import { makeShare } from '../../factories/shares.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, assertSound, close, startWebApp } from '../browser.ts';
import { openAs, openOnce, visit } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const figure = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ hasText: label }).locator('.overview__figure-value');

const { w, page } = skip === false ? await openOnce(app, ({ admin }) => admin) : null!;

async function addMail(deploymentId: number, subject: string, more: Record<string, string | number>): Promise<void> {
  const row = {
    message_id: 'x',
    recipient: 'to@example.test',
    text_body: 't',
    html_body: 'h',
    created_at: app.clock.now,
  };
  await app.sql`insert into mails ${app.sql({ deployment_id: deploymentId, subject, ...row, ...more })}`;
}

test('the overview shows the figures of the deployment, and each links to its details', { skip }, async () => {
  const documentId = await w.ann.document(await w.ann.folder(w.ann.libraryId, 'Plans'), 'a.txt', 'seven b');
  await makeShare(app, w.ann, { documentId });
  await makeQueuedJob(app, w.deploymentId);
  await addMail(w.deploymentId, 'Lost', { state: 'failed', attempts: 20 });
  await visit(page, '/admin');
  await heading(page, 'Overview').waitFor();
  for (const [label, value] of [
    ['Documents', '1'],
    ['Storage used', '7 bytes'],
    ['People', '4'],
    ['Unprotected links', '1'],
    ['Failed jobs', '1'],
    ['Undelivered emails', '1'],
    ['Overdue tasks', '0'],
  ] as const) {
    assert.equal(await figure(page, label).textContent(), value, label);
  }
  await page.getByText('Show as table').click();
  const rows = page.getByRole('table').getByRole('row');
  assert.equal(await rows.count(), 31);
  assert.match((await rows.last().textContent()) ?? '', /^2 Mar 2026[1-9]/);
  await assertSound(page);
  await page.getByRole('link', { name: /^Undelivered emails/ }).click();
  await heading(page, 'Email').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: /^Failed jobs/ }).click();
  await heading(page, 'Background jobs').waitFor();
  await app.sql`delete from graphile_worker._private_jobs`;
  await app.sql`delete from mails where deployment_id = ${w.deploymentId}`;
});

test(
  'settings are saved one by one, errors appear at their fields, and changes by others are kept',
  { skip },
  async () => {
    await visit(page, '/admin/settings');
    await heading(page, 'Settings').waitFor();
    assert.equal(await button(page, 'Save').isDisabled(), true);
    await assertSound(page);
    const search = page.getByRole('combobox', { name: 'Search settings' });
    await search.fill('no such setting');
    await page.getByRole('status').getByText('No settings found.').waitFor();
    await search.fill('length');
    await page.getByRole('option', { name: /^Minimum length/ }).waitFor();
    await assertSound(page);
    await search.fill('upload');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /^Upload limit per link in files/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction(`document.activeElement?.id === 'setting-MaxUploadDocuments'`);
    await page.getByLabel('Color', { exact: true }).fill('red');
    await page.getByLabel('Minimum length').fill('500');
    await page.getByText('2 unsaved changes').waitFor();
    await button(page, 'Save').click();
    await page.getByRole('alert').getByText('Settings not saved. Correct the highlighted fields.').waitFor();
    const color = page.getByLabel('Color', { exact: true });
    assert.equal(await color.getAttribute('aria-invalid'), 'true');
    await assertSound(page);
    await button(page, 'Discard changes').click();
    // Another person changes another setting meanwhile.
    await w.admin.api('PATCH', '/api/settings', { EnablePurging: false, PasswordPolicy: { RequireDigit: true } });
    await page.getByLabel('Name', { exact: true }).fill('Quiet Library');
    await page.getByRole('link', { name: 'Trash' }).first().click();
    await assertSound(page);
    await button(page, 'Keep editing').click();
    await color.fill('#8b1f5f');
    await page.getByLabel('Require a symbol').check();
    await page.keyboard.press('Tab');
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByRole('status').getByText('Settings saved.').waitFor();
    await page.getByRole('banner').getByText('Quiet Library').waitFor();
    assert.equal(await page.getByLabel('Allow permanent deletion').isChecked(), false);
    const { body } = await w.admin.api('GET', '/api/settings');
    assert.deepEqual(
      [body.EnablePurging, body.Branding, body.PasswordPolicy.RequireDigit, body.PasswordPolicy.RequireSymbol],
      [false, { Name: 'Quiet Library', Color: '#8b1f5f' }, true, true],
    );
    await page.getByLabel('Name', { exact: true }).fill('Given up');
    await page.getByRole('link', { name: 'Trash' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { name: 'Trash' }).waitFor();
  },
);

test('a logo is uploaded, shown and removed, and other files are refused', { skip }, async () => {
  await visit(page, '/admin/settings');
  const choose = page.locator('input[type=file]');
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
  await page.getByRole('alert').getByText('This file type isn’t supported.').waitFor();
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(300_000) });
  await page.getByRole('alert').getByText('The image is larger than 256 kB.').waitFor();
  const logo = await sharp({ create: { width: 200, height: 60, channels: 3, background: '#8b1f5f' } })
    .png()
    .toBuffer();
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await page.getByRole('img', { name: 'Current logo' }).waitFor();
  await page.getByText('Logo saved.').waitFor();
  const inHead = page.getByRole('banner').locator('img');
  const first = (await inHead.getAttribute('src')) ?? '';
  await choose.setInputFiles({
    name: 'other.png',
    mimeType: 'image/png',
    buffer: await sharp(logo).negate().toBuffer(),
  });
  await page.getByRole('banner').locator(`img:not([src="${first}"])`).waitFor();
  await button(page, 'Remove logo').click();
  await page.getByText('No logo yet.').waitFor();
  assert.equal((await w.admin.api('GET', '/api/settings/logo')).status, 404);
});

test('undelivered emails are found by status and sent again', { skip }, async () => {
  await addMail(w.deploymentId, 'Old news', { state: 'kept', attempts: 1, message: 'm' });
  await addMail(w.deploymentId, 'An invitation', { state: 'failed', attempts: 20, last_error: '550 No such user' });
  // The overview led here before, and the app keeps what it read.
  await page.goto(`${ORIGIN}/admin/mail`);
  await page.getByText('Old news').waitFor();
  await page.getByText('Error: 550 No such user').waitFor();
  await page.getByRole('link', { name: 'Open outbox' }).waitFor();
  await assertSound(page);
  await page.getByLabel('Status').selectOption('Failed');
  await page.waitForURL('**/admin/mail?filter=Failed');
  await page.getByText('Old news').waitFor({ state: 'detached' });
  await button(page, 'Send now: An invitation').click();
  await page.getByText('Sending “An invitation”.').waitFor();
  await page.getByText('No emails.').waitFor();
  await app.runJobs();
  const [mail] =
    await app.sql`select state from mails where deployment_id = ${w.deploymentId} and subject = 'An invitation'`;
  assert.equal(mail?.['state'], 'kept');
});

test('a failed job is retried, and jobs that people started have their own list', { skip }, async () => {
  const jobId = await makeQueuedJob(app, w.deploymentId);
  const times = { finished_at: app.clock.now, expires_at: app.clock.now };
  await makeAsyncJob(app, w.ann, { kind: 'task-report', state: 'failed', error: 'No room.', ...times });
  await page.goto(`${ORIGIN}/admin/jobs?filter=Failed`);
  await page.getByText('Failed: It did not work').waitFor();
  await assertSound(page);
  await button(page, `Retry: Send email (${jobId})`).click();
  await page.getByText('Retrying “Send email”.').waitFor();
  await page.getByText('No jobs.').waitFor();
  await page.getByRole('link', { name: 'Started by people' }).click();
  await page.getByText('Report: tasks').waitFor();
  await page.getByText('Failed: No room.').waitFor();
  await assertSound(page);
});

test('the audit log is filtered by activity, day, person and document', { skip }, async () => {
  const folderId = await w.ann.folder(w.ann.libraryId, 'Audited');
  const documentId = await w.ann.document(folderId, 'contract.txt');
  await w.ann.api('GET', `/api/documents/${documentId}/content`);
  await visit(page, '/admin/audit');
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody').getByRole('row');
  await rows.filter({ hasText: 'Viewed Document' }).first().waitFor();
  await assertSound(page);
  await page.getByLabel('Activity', { exact: true }).selectOption('Uploads and changes');
  await rows.filter({ hasText: 'Viewed Document' }).first().waitFor({ state: 'detached' });
  const created = rows.filter({ hasText: 'contract.txt' });
  await button(page, 'Actions for contract.txt').click();
  await page.getByRole('menuitem', { name: 'Show only this document' }).click();
  await rows.filter({ hasText: 'Audited' }).waitFor({ state: 'detached' });
  await created.waitFor();
  await page.waitForURL((url) => url.search.includes(String(documentId)));
  await page.getByLabel('To', { exact: true }).fill('2020-02-01');
  await page.getByText('No activity matches these filters.').waitFor();
  await page.getByLabel('From').fill('2020-03-01');
  await page.getByText('Choose a day on or after the first one.').waitFor();
  await page.getByLabel('From').fill('2999-01-01');
  await page.getByText('Choose today or an earlier day.').waitFor();
  await assertSound(page);
  await page.getByLabel('From').fill('');
  await page.getByLabel('To', { exact: true }).fill('');
  await created.waitFor();
  // By keyboard: each digit of the year makes another day.
  await page.getByLabel('To', { exact: true }).focus();
  await page.keyboard.type('02022020', { delay: 50 });
  await page.getByText('No activity matches these filters.').waitFor();
  assert.equal(await page.getByLabel('To', { exact: true }).inputValue(), '2020-02-02');
  await page.getByLabel('To', { exact: true }).fill('');
  await button(page, 'Show all documents').click();
  await rows.filter({ hasText: 'Audited' }).first().waitFor();
  // Ids that are none are no filter.
  await visit(page, '/admin/audit?userId=x&documentId=99999999999');
  await rows.filter({ hasText: 'Audited' }).first().waitFor();
  await page.getByRole('link', { name: 'Verify the log' }).click();
  await page.getByRole('heading', { name: 'Verify the audit log' }).waitFor();
});

test('a verification of the activity log shows its progress and its findings', { skip }, async () => {
  await w.ann.folder(w.ann.libraryId, 'Sealed');
  await sealActivityJob.run(app.deps, null);
  await visit(page, '/admin/audit/verifications');
  await page.getByText('No verifications yet').waitFor();
  await page.getByLabel('Earlier seal').fill('nonsense');
  await button(page, 'Start verification').click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Earlier seal').fill('');
  await button(page, 'Start verification').click();
  await page.getByText('0 of 1 seal checked').waitFor();
  await app.runJobs();
  await page.getByText(/^1 seal over \d+ lines? verified/).waitFor();
  await page.getByText(/^Seal 1 is kept in DATA_DIR; seals kept since /).waitFor();
  await app.sql`update activity set content_name = 'x' where deployment_id = ${w.deploymentId} and folder_id is not null`;
  await button(page, 'Start verification').click();
  await page.getByText('0 of 1 seal checked').waitFor();
  await app.runJobs();
  await page.getByText(/^1 problem found/).waitFor();
  await page.getByText('Details').click();
  await page.getByText(/^Seal 1, lines .*Its rows or the seal were changed/).waitFor();
  await assertSound(page);
});

test('the health page shows the status of each component and checks again on request', { skip }, async () => {
  await visit(page, '/admin/health');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Background worker').getByText('Warning').waitFor();
  await row('Database schema').getByText('up to date').waitFor();
  await assertSound(page);
  await app.sql`insert into worker_heartbeats (worker_id, beat_at) values ('w', now())`;
  await button(page, 'Check again').click();
  await row('Background worker').getByText('1 worker is running').waitFor();
});

test('people who are not site admins are refused on each of these pages', { skip }, async () => {
  const hers = await openAs(app, w.ann, '/libraries');
  for (const path of ['/admin', '/admin/settings', '/admin/mail', '/admin/jobs', '/admin/audit', '/admin/health']) {
    await visit(hers, path);
    await hers.getByText('Site admins only').waitFor();
    await visit(hers, '/libraries');
    await hers.getByText('Site admins only').waitFor({ state: 'detached' });
  }
  await close(hers);
});

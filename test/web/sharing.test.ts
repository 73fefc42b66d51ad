/** Sharing by link, and looking after what one has shared. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeLibrary } from '../factories/libraries.ts';
import { grant } from '../factories/permissions.ts';
import { makeShare } from '../factories/shares.ts';
import { CHROMIUM, without } from '../parts.ts';
import { PHONE, assertSound, close, startWebApp } from './browser.ts';
import { openAs, tabTo } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const who = (page: Page) => dialog(page).getByRole('combobox', { name: 'Who' });
const access = (page: Page) => dialog(page).getByRole('status');

/** My Library › House with Plans/ and a.txt. */
async function house() {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'House');
  const documentId = await w.ann.document(folderId, 'a.txt');
  const mine = async () => (await w.ann.api('GET', '/api/users/me/shares')).body;
  return { w, ann: w.ann, folderId, documentId, mine };
}

test(
  'a folder is shared from its row: people are suggested, and who will get in is said plainly',
  { skip },
  async () => {
    const { w, ann, folderId, mine } = await house();
    const page = await openAs(app, ann, `/libraries/${ann.libraryId}`);
    await button(page, 'New folder').waitFor();
    assert.equal(await button(page, 'Share').count(), 0, 'there are no links to libraries');
    await page.getByRole('link', { name: 'House' }).click();
    await button(page, 'Share').click();
    await dialog(page).getByText('House').first().waitFor();
    await page.keyboard.press('Escape');
    await page.goBack();
    await button(page, 'Select House').click();
    await button(page, 'Share').click();
    await access(page).getByText('Anybody who has the link, inside and outside').waitFor();
    await assertSound(page);
    await who(page).pressSequentially('bo');
    await dialog(page).getByRole('option', { name: /^Bob/ }).click();
    await who(page).pressSequentially('x@outside.test,');
    await access(page).getByText('The people you name, and anybody whom they pass').waitFor();
    await dialog(page).getByLabel('Protection').selectOption('A code by mail');
    await access(page).getByText('Only the people you name: a code is mailed').waitFor();
    assert.equal(await button(page, 'Copy link, no mail').count(), 0, 'a link that opens nothing is not offered');
    await dialog(page).getByLabel('May do').selectOption('View, download and add files');
    await dialog(page).getByLabel('Message (optional)').fill('Have a look.');
    await assertSound(page);
    await button(page, 'Send').click();
    await page.getByText(`The link is on its way to ${w.bob.email} and x@outside.test.`).waitFor();
    const [made] = await mine();
    assert.deepEqual(
      [made.ItemId, made.AllowUpload, made.AllowDownload, made.AccessCodeRequired, made.Recipients.length],
      [folderId, true, true, true, 2],
    );
    const days = (Date.parse(made.ExpiresOn) - Date.parse(made.DateCreated)) / 86_400_000;
    assert.equal(days, 7);
    await button(page, 'My links').click();
    await page.getByRole('heading', { name: 'My links' }).waitFor();
    await close(page);
  },
);

test('without people the link is copied; with some it is copied and nobody is written to', { skip }, async () => {
  const { ann, documentId, mine } = await house();
  const page = await openAs(app, ann, `/documents/${documentId}`);
  await button(page, 'Share').click();
  await dialog(page).getByLabel('Until').selectOption('Without an end');
  await button(page, 'Copy link').click();
  await dialog(page).getByText('The link is copied.').waitFor();
  await assertSound(page);
  const [made] = await mine();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), made.Links.WebUri);
  assert.equal(made.ExpiresOn, null);
  await button(page, 'Done').click();
  await button(page, 'Share').click();
  await who(page).fill('x@outside.test');
  await who(page).press('Tab');
  await button(page, 'Copy link, no mail').click();
  await dialog(page).getByText('The link is copied.').waitFor();
  const [mails] = await app.sql`select count(*) as count from mails where deployment_id = ${ann.deploymentId}`;
  assert.equal(mails?.['count'], 0);
  await close(page);
});

test('the rules of the deployment are shown before, and refusals at their fields', { skip }, async () => {
  const { w, ann, documentId } = await house();
  const policy = { MinLength: 12, RequireDigit: true };
  await w.admin.api('PATCH', '/api/settings', { MaxLinkExpirationDays: 5, PasswordPolicy: policy });
  const page = await openAs(app, ann, `/documents/${documentId}`);
  await button(page, 'Share').click();
  await dialog(page).getByText('Links here are good for 5 days at most.').waitFor();
  assert.equal(await dialog(page).getByLabel('Until').inputValue(), '5');
  assert.equal(await dialog(page).getByRole('option', { name: 'Without an end' }).count(), 0);
  await who(page).fill('not an address');
  await dialog(page).getByLabel('Protection').selectOption('A password');
  await dialog(page).getByText('It needs at least 12 characters and a digit.').waitFor();
  await dialog(page).getByLabel('Password', { exact: true }).fill('short');
  await button(page, 'Send').click();
  await dialog(page).getByText('This is not an email address: not an address').waitFor();
  assert.equal(await who(page).getAttribute('aria-invalid'), 'true');
  await assertSound(page);
  await button(page, 'Remove not an address').click();
  await button(page, 'Copy link').click();
  await dialog(page).getByText('The password needs at least 12 characters and a digit.').waitFor();
  await dialog(page).getByLabel('Password', { exact: true }).fill('long enough 1');
  await dialog(page).getByLabel('Until').selectOption('Until a date');
  await dialog(page).getByLabel('Last day').fill('2030-01-01');
  await button(page, 'Copy link').click();
  await dialog(page).getByText('Links must expire within 5 days.').waitFor();
  await assertSound(page);
  await close(page);
});

test('sharing is offered to who may grant, and a right that is lost meanwhile is explained', { skip }, async () => {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin, 'Contracts');
  const folderId = await w.admin.folder(libraryId, 'Plans');
  await grant(app, w.bob, { libraryId }, { allow: ['Read', 'Grant'] });
  const page = await openAs(app, w.bob, `/libraries/${libraryId}`);
  await button(page, 'Select Plans').click();
  await button(page, 'Share').click();
  assert.equal(
    await dialog(page)
      .getByRole('option', { name: /add files/i })
      .count(),
    0,
    'Write is missing',
  );
  await app.sql`update permissions set allow = 1 where library_id = ${libraryId}`;
  await button(page, 'Copy link').click();
  await dialog(page).getByRole('alert').getByText('You may not share this, or not so.').waitFor();
  await page.reload();
  await button(page, 'Select Plans').click();
  await page.getByText('1 selected').waitFor();
  assert.equal(await button(page, 'Share').count(), 0);
  assert.ok(folderId > 0);
  await close(page);
});

test('whoever is offline is told so, and tries again with the same form', { skip }, async () => {
  const { ann, documentId } = await house();
  const page = await openAs(app, ann, `/documents/${documentId}`);
  await button(page, 'Share').click();
  await who(page).fill('x@outside.test');
  await page.context().setOffline(true);
  await button(page, 'Send').click();
  await dialog(page).getByRole('alert').getByText('The server cannot be reached').waitFor();
  await page.context().setOffline(false);
  await button(page, 'Send').click();
  await page.getByText('The link is on its way to x@outside.test.').waitFor();
  await close(page);
});

test('the keyboard alone shares a document', { skip }, async () => {
  const { w, ann, documentId, mine } = await house();
  const page = await openAs(app, ann, `/documents/${documentId}`);
  await button(page, 'Share').press('Enter');
  await who(page).focus();
  await page.keyboard.type('bo');
  await dialog(page).getByRole('option', { name: /^Bob/ }).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('option', { name: /^Bob/ }).waitFor({ state: 'detached' });
  await dialog(page).waitFor();
  await page.keyboard.type('b');
  await dialog(page).getByRole('option', { name: /^Bob/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await button(page, `Remove ${w.bob.email}`).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('View o');
  await tabTo(page, 'Send');
  await page.keyboard.press('Enter');
  await page.getByText('The link is on its way').waitFor();
  const [made] = await mine();
  assert.deepEqual([made.AllowView, made.AllowDownload, made.Recipients[0].Recipient], [true, false, w.bob.email]);
  await page.getByRole('button', { name: 'Share' }).waitFor();
  await close(page);
});

test('who has opened a link is told; its end is changed, it is sent again and withdrawn', { skip }, async () => {
  const { ann, folderId, mine } = await house();
  const body = {
    AllowView: true,
    Recipients: ['x@outside.test', 'y@outside.test'],
    ExpireStyle: 'days',
    ExpirationValue: 2,
  };
  const { ShareId } = (await ann.api('POST', `/api/folders/${folderId}/shares`, body)).body;
  const { WebUri } = (await ann.api('GET', `/api/folders/${folderId}/shares/${ShareId}/recipients`)).body[0];
  const visit = await app.open(new URL(WebUri).pathname + new URL(WebUri).search);
  await visit.getByRole('heading', { name: 'House' }).waitFor();
  await close(visit);
  const page = await openAs(app, ann, '/links');
  await page.getByText('Opened once, last').first().waitFor();
  await page.getByText('Sent to 2 people, opened by 1').click();
  await page.getByText('Not opened yet').waitFor();
  await assertSound(page);
  await button(page, 'Copy the link of x@outside.test').click();
  await page.getByText('The link is copied.').waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), WebUri);
  await button(page, 'Change the end of the link to House').click();
  await dialog(page).getByLabel('Until').selectOption('Without an end');
  await assertSound(page);
  await button(page, 'Save').click();
  await page.getByText('without an end').waitFor();
  assert.equal((await mine())[0].ExpiresOn, null);
  await button(page, 'Send again the link to House').click();
  await page.getByText('2 mails are on their way again.').waitFor();
  await button(page, 'Withdraw the link to House').click();
  await dialog(page).getByText('Nobody can open “House” with it any more.').waitFor();
  await assertSound(page);
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('You have not shared anything by link yet.').waitFor();
  assert.deepEqual(await mine(), []);
  await assertSound(page);
  await close(page);
});

test('all links are withdrawn after a question that counts them, those of later pages too', { skip }, async () => {
  const { ann, folderId, mine } = await house();
  for (let made = 0; made < 63; made += 1) await makeShare(app, ann, { folderId });
  const page = await openAs(app, ann, '/links', PHONE);
  await page.getByRole('link', { name: 'House' }).nth(59).waitFor();
  await button(page, 'Show more').click();
  await page.getByRole('link', { name: 'House' }).nth(62).waitFor();
  await button(page, 'Withdraw all').click();
  await dialog(page).getByText('Withdraw all 63 links?').waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await mine()).length, 63);
  await button(page, 'Withdraw all').click();
  await dialog(page).getByText('Withdraw all 63 links?').waitFor();
  await dialog(page).getByRole('button', { name: 'Withdraw all' }).click();
  await page.getByText('63 links are withdrawn.').waitFor();
  assert.deepEqual(await mine(), []);
  await close(page);
});

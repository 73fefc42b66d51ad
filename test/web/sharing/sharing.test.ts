/** Managing links. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeShare } from '../../factories/shares.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { PHONE, assertSound, close, startWebApp } from '../browser.ts';
import { openAs } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');

/** My Library › House with Plans/ and a.txt. */
async function house() {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'House');
  const documentId = await w.ann.document(folderId, 'a.txt');
  const mine = async () => (await w.ann.api('GET', '/api/users/me/shares')).body;
  return { w, ann: w.ann, folderId, documentId, mine };
}

test('a link shows who opened it, and its expiration is changed, it is resent and revoked', { skip }, async () => {
  const { ann, folderId, mine } = await house();
  const body = {
    AllowView: true,
    AllowComment: true,
    Watermark: true,
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
  await page.getByText('Opened once, last opened').first().waitFor();
  await page.getByText('View, comments', { exact: true }).waitFor();
  await page.getByText('Watermark', { exact: true }).waitFor();
  await page.getByText('Sent to 2 people, opened by 1').click();
  await page.getByText('Not opened yet').waitFor();
  await assertSound(page);
  await button(page, 'Copy link for x@outside.test').click();
  await page.getByText('Link copied.').waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), WebUri);
  await button(page, 'Edit the link to House').click();
  await dialog(page).getByLabel('Expires').selectOption('Never');
  await dialog(page).getByLabel('Protection').selectOption('Password');
  await dialog(page).getByLabel('Access', { exact: true }).selectOption('Can view and download');
  await button(page, 'Save').click();
  await dialog(page).getByText('Enter a password.').waitFor();
  await dialog(page).getByLabel('Password', { exact: true }).fill('short');
  await dialog(page).getByLabel('Download limit').fill('many');
  await button(page, 'Save').click();
  await dialog(page).getByText('Enter a whole number above 0.').waitFor();
  await dialog(page).getByLabel('Download limit').fill('1');
  await button(page, 'Save').click();
  await dialog(page).getByText('The password needs at least 8 characters.').waitFor();
  await assertSound(page);
  await dialog(page).getByLabel('Protection').selectOption('None');
  await dialog(page).getByLabel('Name').fill('For the builders');
  await dialog(page).getByLabel('Notify me').selectOption('Each time it’s opened');
  await dialog(page).getByLabel('Name').press('Enter');
  await page.getByText('Link updated.').waitFor();
  await page.getByText('No expiration').waitFor();
  const [edited] = await mine();
  const { ExpiresOn, AllowDownload, MaxDownloads, Name, NotifyOnOpen, HasPassword } = edited;
  assert.deepEqual(
    { ExpiresOn, AllowDownload, MaxDownloads, Name, NotifyOnOpen, HasPassword },
    {
      ExpiresOn: null,
      AllowDownload: true,
      MaxDownloads: 1,
      Name: 'For the builders',
      NotifyOnOpen: 'each',
      HasPassword: false,
    },
  );
  await page.getByRole('link', { name: 'Details of the link to House' }).click();
  await page.getByRole('heading', { name: 'For the builders' }).waitFor();
  await page
    .getByRole('row', { name: /x@outside.test/ })
    .getByRole('cell', { name: '1', exact: true })
    .waitFor();
  await page.getByText('0 of 1').waitFor();
  await assertSound(page);
  await page.goBack();
  await button(page, 'Resend the link to House').click();
  await page.getByText('2 emails sent again.').waitFor();
  await button(page, 'Revoke the link to House').click();
  await dialog(page).getByText('No one will be able to open “House” with this link.').waitFor();
  await assertSound(page);
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No links yet.').waitFor();
  assert.deepEqual(await mine(), []);
  await assertSound(page);
  await close(page);
});

test(
  'on a phone, the first action for a link is a button: Copy, or Edit if it cannot be copied',
  { skip },
  async () => {
    const { ann, folderId } = await house();
    for (const more of [{}, { AccessCodeRequired: true, Recipients: ['y@outside.test'] }])
      await ann.api('POST', `/api/folders/${folderId}/share`, { AllowView: true, ...more });
    const page = await openAs(app, ann, '/links', PHONE);
    await button(page, 'Copy link to House').waitFor();
    await button(page, 'Edit the link to House').click();
    await dialog(page).getByLabel('Name').waitFor();
    await assertSound(page);
    await close(page);
  },
);

test('revoking all links asks with their count, including those of later pages', { skip }, async () => {
  const { ann, folderId, mine } = await house();
  for (let made = 0; made < 63; made += 1) await makeShare(app, ann, { folderId });
  const page = await openAs(app, ann, '/links', PHONE);
  await page.getByRole('link', { name: 'House' }).nth(59).waitFor();
  await button(page, 'Show more').click();
  await page.getByRole('link', { name: 'House' }).nth(62).waitFor();
  await button(page, 'Revoke all').click();
  await dialog(page).getByText('Revoke all 63 links?').waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await mine()).length, 63);
  await button(page, 'Revoke all').click();
  await dialog(page).getByText('Revoke all 63 links?').waitFor();
  await dialog(page).getByRole('button', { name: 'Revoke all' }).click();
  await page.getByText('63 links revoked.').waitFor();
  assert.deepEqual(await mine(), []);
  await close(page);
});

/** Links that are locked again while their page is open. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfPage } from '../../src/platform/rendering/samples.fixture.ts';
import { CHROMIUM, without } from '../parts.ts';
import { close, startWebApp } from './browser.ts';
import { share } from './links.ts';
import { visit } from './people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

test('a link that is locked again while it is open shows the document once it is unlocked', { skip }, async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Secret');
  const documentId = await ann.document(folderId, 'plan.pdf', pdfPage());
  const terms = { AllowView: true, AllowComment: true, Password: 'open sesame 1' };
  const { path } = await share(ann, { folderId }, terms);
  const page = await app.open(path);
  const unlock = async () => {
    await page.getByLabel('Password', { exact: true }).fill('open sesame 1');
    await page.keyboard.press('Enter');
  };
  await unlock();
  await page.getByRole('link', { name: 'plan.pdf' }).waitFor();
  await page.locator('main:focus').waitFor();
  await page.context().clearCookies();
  // Not by a click: another request may show the lock first.
  await visit(page, `${path}?document=${documentId}`);
  await unlock();
  await page.getByRole('group', { name: 'Page 1 of 1' }).waitFor();
  await page.getByText('No open comments.').waitFor();
  assert.equal(await page.getByText('This link is locked').count(), 0);
  await close(page);
});

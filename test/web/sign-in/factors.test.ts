/** Two-step verification in a browser: setting it up, signing in with it, and resetting it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { codeAt, enroll } from '../../../src/people/factors/authenticator.fixture.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, assertSound, close, startWebApp } from '../browser.ts';
import { openAs, signIn } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

// The sheet has the codes and the account, and nothing of the page and the dialog above it.
async function assertPrints(page: Page, codes: string[]): Promise<void> {
  await page.evaluate('window.print = () => { document.title = "printed" }');
  await page.getByRole('button', { name: 'Print' }).click();
  assert.equal(await page.title(), 'printed');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const [name = '', account = '', ...rest] = (await page.locator('body').innerText()).split(/\n+/);
  assert.match(name, /^Recovery codes for Deployment /);
  assert.match(account, /^ann@.*, \d+ \w+ \d{4}$/);
  assert.deepEqual(rest, [...codes, 'Each code works once. Keep this sheet somewhere safe.']);
  const colors = '(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.body))';
  assert.deepEqual(await page.evaluate(colors), ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  await page.emulateMedia({ media: null, colorScheme: null });
}

async function setUpApp(page: Page): Promise<{ key: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' });
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const shown = (await dialog.getByText('Or enter this key in the app').innerText()).split(': ')[1] ?? '';
  const key = shown.replaceAll(' ', '');
  await assertSound(page);
  const field = dialog.getByLabel('6-digit code from the app');
  await field.fill('000000');
  await page.keyboard.press('Enter');
  await dialog.getByText('Incorrect code.').waitFor();
  await field.fill(codeAt(key, app.clock.now));
  await page.keyboard.press('Enter');
  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await saved.getByRole('listitem').first().waitFor();
  const codes = await saved.getByRole('listitem').allInnerTexts();
  await assertSound(page);
  await saved.getByRole('button', { name: 'Copy' }).click();
  await saved.getByText('Codes copied.').waitFor();
  assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), `${codes.join('\n')}\n`);
  const download = page.waitForEvent('download');
  await saved.getByRole('button', { name: 'Download' }).click();
  assert.equal((await download).suggestedFilename(), 'recovery-codes.txt');
  await assertPrints(page, codes);
  await saved.getByRole('button', { name: 'I saved them' }).click();
  return { key, codes };
}

test('a person sets up an app, signs in with a code and a recovery code, and removes the app', { skip }, async () => {
  const { ann } = await app.world();
  const page = await openAs(app, ann, '/account');
  const { key, codes } = await setUpApp(page);
  assert.equal(codes.length, 10);
  await page.getByText('10 codes left').waitFor();
  await assertSound(page);
  app.clock.advance(60_000);
  await page.context().clearCookies();
  await page.goto(`${ORIGIN}/sign-in?back=%2Faccount`);
  await signIn(page, ann);
  const code = page.getByLabel('6-digit code');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('Incorrect code, or it was already used.').waitFor();
  await assertSound(page);
  await code.fill(codeAt(key, app.clock.now));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account');
  await page.context().clearCookies();
  await page.goto(`${ORIGIN}/sign-in?back=%2Faccount`);
  await signIn(page, ann);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByText('9 codes left').waitFor();
  app.clock.advance(601_000);
  await page.getByRole('button', { name: 'Create new codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new recovery codes?' });
  await dialog.getByRole('button', { name: 'Create new codes' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await confirm.getByLabel('Password', { exact: true }).fill(ann.password);
  await assertSound(page);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I saved them' }).click();
  await page.getByText('10 codes left').waitFor();
  await page.getByRole('button', { name: 'Remove authenticator app' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Authenticator app removed.').waitFor();
  await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor();
  await close(page);
});

test('a site admin resets the second factors of a person', { skip }, async () => {
  const w = await app.world();
  await enroll(app, w, w.ann);
  const page = await openAs(app, w.admin, '/admin/people');
  await page.getByRole('button', { name: /^Ann/ }).click();
  await page.getByText('Password and two-step verification').waitFor();
  await page.getByRole('button', { name: 'Reset two-step verification' }).click();
  await assertSound(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
  await page.getByText('Two-step verification of Ann reset.').waitFor();
  await page.getByText('Password set').waitFor();
  await close(page);
});

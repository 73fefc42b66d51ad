/** The pages to which mails lead people who have an account. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { without } from '../parts.ts';
import { PASSWORD } from '../world.ts';
import { assertSound, close, startWebApp } from './browser.ts';

const skip = without('chromium');
const app = skip === false ? await startWebApp() : null;

test('the pages of accounts are sound', { skip }, async () => {
  for (const path of ['/sign-in', '/password-reset', '/invitation#token']) {
    const page = await app!.open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await assertSound(page);
    await close(page);
  }
});

test('somebody signs in, sees who they are, and signs out', { skip }, async () => {
  const { ann } = await app!.world();
  const page = await app!.open('/');
  await page.waitForURL('**/sign-in');
  await page.getByLabel('Email address').fill(ann.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Hello, Ann' }).waitFor();
  await assertSound(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  assert.deepEqual(await page.context().cookies(), []);
  await close(page);
});

/** One address in several deployments, in a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { OTHER_PASSWORD, brand, joinOther } from '../../../src/people/credentials/addresses.fixture.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, assertSound, close, startWebApp } from '../browser.ts';
import { openAs, signIn } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null;

test(
  'a person whose password fits two accounts chooses the deployment, which comes first the next time',
  { skip },
  async () => {
    const w = await app!.world();
    await joinOther(w, w.ann, w.ann.password);
    await brand(app!.url, w.other, 'Zander & Sons');
    const page = await app!.open('/sign-in');
    await signIn(page, w.ann);
    const list = page.getByRole('list', { name: 'Accounts' });
    await list.waitFor();
    const names = async () => (await list.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0]);
    assert.equal((await names())[1], 'Zander & Sons');
    await page.waitForFunction('document.querySelector("main li img").naturalWidth > 0');
    await assertSound(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Account of Namesake' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    await signIn(page, w.ann);
    await page.getByText('Last used').waitFor();
    assert.equal((await names())[0], 'Zander & Sons');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Account of Namesake' }).waitFor();
    await close(page);
  },
);

test('a person adds an account and switches between two, and no tab acts for the other', { skip }, async () => {
  const w = await app!.world();
  await joinOther(w, w.ann);
  await brand(app!.url, w.other, 'Zander & Sons');
  const page = await openAs(app!, w.ann, '/libraries');
  await addAccount(page, 'Ann');
  const back = page.getByRole('button', { name: /^Continue in Deployment/ });
  await back.waitFor();
  await assertSound(page);
  await signIn(page, w.ann, OTHER_PASSWORD);
  await page.getByRole('button', { name: 'Account of Namesake' }).waitFor();
  const second = await page.context().newPage();
  await second.goto(`${ORIGIN}/libraries`);
  await second.getByRole('button', { name: 'Account of Namesake' }).click();
  await second.getByRole('menuitem', { name: /^Switch to Deployment/ }).waitFor();
  await assertSound(second);
  await second.getByRole('menuitem', { name: /^Switch to Deployment/ }).focus();
  await second.keyboard.press('Enter');
  await second.getByRole('button', { name: 'Account of Ann' }).waitFor();
  await page.getByRole('button', { name: 'Account of Ann' }).click();
  await page.getByRole('menuitem', { name: /^Switch to Zander & Sons/ }).waitFor();
  await page.getByRole('menuitem', { name: 'Sign out of all accounts' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(SWITCH), 204);
  await page.getByRole('link', { name: 'Starred' }).click();
  await addAccount(page, 'Namesake');
  await back.waitFor();
  await page.evaluate("localStorage.setItem('carrel-searches-1', '[]')");
  await app!.sql`delete from sessions where user_id = ${w.ann.userId}`;
  await back.click();
  await page.getByText('You are signed out of this account.').waitFor();
  await page.getByRole('button', { name: 'Sign out of all accounts' }).click();
  await page.getByRole('list', { name: 'Other accounts' }).waitFor({ state: 'detached' });
  const left = new Set((await page.context().cookies()).map(({ name }) => name));
  assert.deepEqual([left.has('carrel_session'), left.has('carrel_parked')], [false, false]);
  assert.equal(await page.evaluate("localStorage.getItem('carrel-searches-1')"), null);
  await close(page);
});

/** Opens the sign-in page for another account. */
async function addAccount(page: Page, current: string): Promise<void> {
  await page.getByRole('button', { name: `Account of ${current}` }).click();
  await page.getByRole('menuitem', { name: 'Add another account' }).click();
  await page.waitForURL('**/sign-in');
}

/** Switches the account of the browser without notifying its tabs. */
const SWITCH = `fetch('/api/sessions/parked').then((answer) => answer.json())
  .then(([{ SessionId }]) => fetch('/api/sessions/parked/' + SessionId + '/resume', { method: 'POST' }))
  .then(({ status }) => status)`;

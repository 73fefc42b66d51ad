/** One address in several deployments, in a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand, joinOther } from '../../../src/people/credentials/addresses.fixture.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { assertSound, close, startWebApp } from '../browser.ts';
import { signIn } from '../people.ts';

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

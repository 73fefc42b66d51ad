/** Required two-step verification in a browser: the notice, the page after the deadline, and what site admins see. */
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { codeAt } from '../../../src/people/factors/authenticator.fixture.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, assertSound, close, startWebApp } from '../browser.ts';
import { openAs, visit } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

/** Enters the code of the app whose key the dialog shows. */
async function enterCode(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' });
  const shown = (await dialog.getByText('Or enter this key in the app').innerText()).split(': ')[1] ?? '';
  await dialog.getByLabel('6-digit code from the app').fill(codeAt(shown.replaceAll(' ', ''), app.clock.now));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I saved them' }).click();
}

test(
  'a person sees until when to set up two-step verification, and afterwards sets it up before anything else',
  { skip },
  async () => {
    const w = await app.world();
    const { body: group } = await w.admin.api('POST', '/api/groups', { GroupName: 'Board' });
    await w.admin.api('PUT', `/api/groups/${group.GroupId}/members/${w.ann.userId}`);
    await w.admin.api('PATCH', `/api/groups/${group.GroupId}`, { RequiresSecondFactor: true });
    const page = await openAs(app, w.ann, '/libraries');
    await page.getByText(/^Two-step verification is required for your account\. Set it up by/).waitFor();
    await assertSound(page);
    await w.admin.api('PATCH', '/api/settings', { SecondFactorGraceDays: 0 });
    // The requests of the next page are refused, and the app opens the page that sets up a factor. The app may have done so
    // before, because it refreshes its lists by itself.
    await visit(page, '/account');
    const heading = page.getByRole('heading', { level: 1 });
    await heading.getByText('Set up two-step verification').waitFor();
    await page.getByText(`Two-step verification is required for ${w.ann.email}.`).waitFor();
    await assertSound(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await assertSound(page);
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    await enterCode(page);
    await heading.getByText('Two-step verification is on').waitFor();
    await assertSound(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Account of Ann' }).waitFor();
    // The page asks again for everything that was refused.
    await page.getByRole('listitem').filter({ hasText: 'This browser' }).waitFor();
    await close(page);
  },
);

test('site admins require it from groups and roles, and find the people who have none', { skip }, async () => {
  const w = await app.world();
  const { body: group } = await w.admin.api('POST', '/api/groups', { GroupName: 'Board' });
  await w.admin.api('PUT', `/api/groups/${group.GroupId}/members/${w.ann.userId}`);
  const page = await openAs(app, w.admin, '/admin/groups');
  await page.getByRole('button', { name: 'Actions for Board' }).click();
  await page.getByRole('menuitem', { name: 'Require two-step verification' }).click();
  await page.getByText('Two-step verification is required for members of “Board”.').waitFor();
  await page.getByRole('cell', { name: 'Required', exact: true }).waitFor();
  await assertSound(page);
  // Turning it off requires confirmation after ten minutes.
  app.clock.advance(601_000);
  await page.getByRole('button', { name: 'Actions for Board' }).click();
  await page.getByRole('menuitem', { name: 'Don’t require two-step verification' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('cell', { name: 'Required', exact: true }).waitFor();
  await page.goto(`${ORIGIN}/admin/people`);
  await page.getByRole('cell', { name: /^Not set up yet, due / }).waitFor();
  await page.getByLabel('Two-step verification').selectOption({ label: 'Not set up yet' });
  await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Ann/ }).waitFor();
  await assertSound(page);
  await page.goto(`${ORIGIN}/admin/settings`);
  await page.getByLabel('Require two-step verification').selectOption({ label: 'For site admins' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved.').waitFor();
  const notice = page.getByText(/^Two-step verification is required for your account/);
  await notice.waitFor();
  await assertSound(page);
  // The notice disappears when there is a factor.
  await page.getByRole('button', { name: 'Set it up' }).click();
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  await confirm.getByLabel('Password', { exact: true }).fill(w.admin.password);
  await page.keyboard.press('Enter');
  await enterCode(page);
  await notice.waitFor({ state: 'detached' });
  await close(page);
});

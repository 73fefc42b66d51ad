/** The account pages that emails link to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, assertSound, close, startWebApp } from '../browser.ts';
import { openAs, signIn } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null;

test('account pages pass the accessibility and layout checks', { skip }, async () => {
  const page = await app!.open('about:blank');
  for (const path of ['/sign-in', '/password-reset', '/invitation#token', '/unsubscribe#1.2.TaskRequests.x']) {
    await page.goto(`${ORIGIN}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await assertSound(page);
  }
  await close(page);
});

test('a person signs in, sees their name, and signs out', { skip }, async () => {
  const { ann } = await app!.world();
  const page = await app!.open('/');
  await page.waitForURL('**/sign-in?**');
  await signIn(page, ann, 'wrong');
  await page.getByRole('alert').waitFor();
  await signIn(page, ann);
  await page.getByRole('button', { name: 'Account of Ann' }).click();
  await page.getByText(ann.email).waitFor();
  await assertSound(page);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  // The browser stays known.
  const names = new Set((await page.context().cookies()).map(({ name }) => name));
  assert.deepEqual([names.has('carrel_session'), names.has('carrel_browser')], [false, true]);
  await close(page);
});

test('sign-in returns to the requested page, and never leaves the app', { skip }, async () => {
  const { admin } = await app!.world();
  const page = await app!.open('about:blank');
  for (const [back, path] of [
    ['/outbox', '/outbox'],
    ['//example.com/', '/home'],
    ['/sign-in?back=%2Foutbox', '/home'],
    ['/\\example.com/', '/home'],
    ['https://example.com/', '/home'],
    ['javascript:alert(1)', '/home'],
  ] as const) {
    await page.context().clearCookies();
    await page.goto(`${ORIGIN}/sign-in?back=${encodeURIComponent(back)}`);
    await signIn(page, admin);
    await page.waitForURL(`${ORIGIN}${path}`);
  }
  await close(page);
});

test('an invitation from the outbox sets a password and signs the person in', { skip }, async () => {
  const { admin } = await app!.world();
  const email = `new-${crypto.randomUUID()}@example.test`;
  await admin.api('POST', '/api/users', { Email: email, Name: 'New <b>Person</b>' });
  await app!.runJobs();
  const page = await openAs(app!, admin, '/libraries');
  await page.getByRole('button', { name: 'Account of Admin' }).click();
  await page.getByRole('menuitem', { name: 'Outbox' }).click();
  await page.getByRole('link', { name: email }).waitFor();
  await assertSound(page);
  await page.getByRole('link', { name: email }).click();
  const mail = page.frameLocator('iframe');
  await mail.getByText('New <b>Person</b>').waitFor();
  await assertSound(page);
  const opened = page.waitForEvent('popup');
  await mail.getByRole('link').first().click();
  const invitation = await opened;
  await invitation.getByLabel('New password').fill('short');
  await invitation.getByRole('button', { name: 'Set password' }).click();
  await invitation.getByRole('alert').getByText('at least 8 characters').waitFor();
  await invitation.getByLabel('New password').fill('Password1');
  await invitation.getByRole('button', { name: 'Set password' }).click();
  await invitation.getByRole('alert').getByText('The password is too easy to guess.').waitFor();
  await assertSound(invitation);
  await invitation.getByLabel('New password').fill('a much longer password');
  await invitation.getByRole('button', { name: 'Set password' }).click();
  await invitation.getByRole('link', { name: 'Sign in', exact: true }).click();
  await signIn(invitation, { email }, 'a much longer password');
  await invitation.getByRole('button', { name: 'Account of New <b>Person</b>' }).waitFor();
  await close(page);
});

test('an emailed reset link sets a new password once', { skip }, async () => {
  const { ann, admin } = await app!.world();
  const page = await app!.open('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // Both pages have a field with this name. The test must not fill the first one while the second loads.
  await page.getByRole('button', { name: 'Send link' }).waitFor();
  await page.getByLabel('Email', { exact: true }).fill(ann.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('status').getByText(ann.email).waitFor();
  await app!.runJobs();
  const [{ MailId: mailId }] = (await admin.api('GET', '/api/outbox')).body;
  const { text } = await admin.api('GET', `/api/outbox/${mailId}/message`);
  const link = /\/password-reset#[\w-]+/.exec(text.replaceAll('=\r\n', ''))?.[0] ?? '';
  for (const [password, role] of [
    ['another good password', 'link'],
    ['yet another password', 'alert'],
  ] as const) {
    const reset = await app!.open(link);
    await reset.getByLabel('New password').fill(password);
    await reset.getByRole('button', { name: 'Set password' }).click();
    await reset.getByRole(role).first().waitFor();
    await close(reset);
  }
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await signIn(page, ann, 'another good password');
  await page.getByRole('button', { name: 'Account of Ann' }).waitFor();
  await close(page);
});

test('a person creates a token with scopes and an end, and the list shows both', { skip }, async () => {
  const { ann } = await app!.world();
  const page = await openAs(app!, ann, '/account');
  await page.getByLabel('Token name').fill('Nightly export');
  await page.getByLabel('Limit what this token can do').check();
  await page.getByRole('checkbox', { name: 'Tasks' }).check();
  await page.getByLabel('Expires').fill('2029-12-31');
  await assertSound(page);
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByLabel('Token', { exact: true }).waitFor();
  assert.match(await page.getByLabel('Token', { exact: true }).inputValue(), /^carrel_limited_/);
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Nightly export' });
  await row.getByText('View documents, Tasks').waitFor();
  await row.getByText('Expires').waitFor();
  await close(page);
});

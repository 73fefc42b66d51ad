/** Where a person is signed in, API tokens that are rotated, and the end of an unused session, in a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, type Person } from '../../world.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, assertSound, close, startWebApp } from '../browser.ts';
import { openAs, signIn } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';

async function signInElsewhere({ email }: Person, userAgent: string): Promise<string> {
  const { headers, status } = await fetch(`${app.url}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ Email: email, Password: PASSWORD }),
  });
  assert.equal(status, 201);
  return headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

async function isSignedIn(cookie: string): Promise<boolean> {
  return (await fetch(`${app.url}/api/users/me`, { headers: { cookie } })).status === 200;
}

test('a person sees and ends their sessions, and rotates a token', { skip }, async () => {
  const { ann, admin } = await app.world();
  const [phone, office] = [await signInElsewhere(ann, IPHONE), await signInElsewhere(ann, FIREFOX)];
  const page = await openAs(app, ann, '/account#sessions');
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await row('Safari on iPhone').getByText('from 127.0.0.1').waitFor();
  await row('Chrome on Linux').getByText('This browser').waitFor();
  await page.getByText('You’re signed out after 12 hours without use, and 30 days after signing in.').waitFor();
  await assertSound(page);
  await row('Safari on iPhone').getByRole('button').focus();
  await page.keyboard.press('Enter');
  await row('Safari on iPhone').waitFor({ state: 'detached' });
  assert.deepEqual([await isSignedIn(phone), await isSignedIn(office)], [false, true]);

  await ann.api('POST', `/api/users/${ann.userId}/tokens`, { Name: 'Nightly export' });
  await page.reload();
  const token = row('Nightly export');
  await token.getByRole('button', { name: 'Rotate token Nightly export' }).click();
  await page.getByLabel('Current secret').selectOption('Works for 1 more hour');
  await assertSound(page);
  await page.getByRole('button', { name: 'Rotate token', exact: true }).click();
  await page.getByText('The previous secret works until').waitFor();
  assert.match(await page.getByLabel('Token', { exact: true }).inputValue(), /^carrel_/);
  await page.getByRole('button', { name: 'Done' }).click();
  await token.getByText('Previous secret works until').waitFor();

  await signInElsewhere(ann, IPHONE);
  const boss = await openAs(app, admin, '/admin/people');
  await boss.getByRole('button', { name: /^Ann/ }).click();
  await boss.getByRole('button', { name: 'View sessions' }).click();
  await boss.getByRole('listitem').filter({ hasText: 'Safari on iPhone' }).waitFor();
  await assertSound(boss);
  await boss.getByRole('button', { name: 'Sign out everywhere' }).click();
  await boss.getByRole('dialog', { name: 'Sign Ann out everywhere?' }).getByRole('button').last().click();
  await boss.getByText('Ann signed out everywhere.').waitFor();
  await close(boss);
  // The event stream of the open page has ended.
  await page.waitForURL('**/sign-in?**');
  assert.equal(await isSignedIn(office), false);
  await close(page);
});

test('an unused page warns, ends with its session, and comes back after signing in', { skip }, async () => {
  const { ann, admin } = await app.world();
  await admin.api('PATCH', '/api/settings', { SessionIdleMinutes: 5 });
  const page = await app.open('about:blank');
  await page.clock.install();
  await page.goto(`${ORIGIN}/sign-in?back=%2Faccount`);
  await signIn(page, ann);
  await page.getByRole('heading', { name: 'Account security' }).waitFor();
  app.clock.advance(210_000);
  await page.clock.fastForward('03:30');
  await page.getByRole('dialog', { name: 'Are you still there?' }).waitFor();
  await assertSound(page);
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  app.clock.advance(210_000);
  await page.clock.fastForward('03:30');
  await page.getByRole('dialog', { name: 'Are you still there?' }).waitFor();
  app.clock.advance(120_000);
  await page.clock.fastForward('02:00');
  await page.getByText('You were signed out after 5 minutes of inactivity.').waitFor();
  await signInElsewhere(ann, IPHONE);
  await signIn(page, ann);
  await page.waitForURL('**/account');

  // Nothing that the person searched for stays in the browser.
  await page.evaluate(`localStorage.setItem('carrel-searches-${ann.userId}', '["secret merger"]')`);
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL('**/sign-in');
  assert.equal(await page.evaluate('JSON.stringify(localStorage).includes("secret")'), false);
  await close(page);
});

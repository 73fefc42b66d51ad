// runs alone: the instance has one deployment
/** Signing in with a real OpenID provider: a site admin sets it up, and people sign in, from the page to the account and back. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { hashPassword } from '../../../src/platform/crypto/passwords.ts';
import { transaction } from '../../../src/platform/db/connection.ts';
import { foundDeployment } from '../../../src/people/found-deployment.steps.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { PASSWORD } from '../../world.ts';
import { ORIGIN, PHONE, assertSound, close, startWebApp } from '../browser.ts';
import { signIn } from '../people.ts';
import { CLIENT, proveAt, startProvider } from './real-provider.ts';

const skip = without(CHROMIUM);
const app =
  skip === false
    ? await startWebApp({ providerNetworks: ['127.0.0.1'] }, { own: 'an instance has one deployment' })
    : null!;

const ADMIN = 'admin@keller.test';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });

/** Asserts the rules in another tab, because this tab has requested pages of the provider, another server. */
async function assertSoundInTab(page: Page, ready: string): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.getByText(ready).first().waitFor();
  await assertSound(tab);
  await tab.close();
}

test(
  'a site admin adds, tests and enables a provider, people sign in with it, and passwords are turned off',
  { skip },
  async () => {
    // The provider has the clock of the system.
    Object.defineProperty(app.clock, 'now', { get: () => new Date() });
    const wanted = { name: 'Keller', email: ADMIN, passwordHash: await hashPassword(PASSWORD), now: app.clock.now };
    await transaction(app.sql, (tx) => foundDeployment(tx, app.deps.steps, wanted));
    // The provider needs the address of its callback, which has the id of the first provider.
    const { issuer } = await startProvider(`${ORIGIN}/sign-in/providers/1/callback`, after);

    const admin = await app.open('/sign-in');
    await signIn(admin, { email: ADMIN });
    await admin.waitForURL(`${ORIGIN}/home`);
    await admin.goto(`${ORIGIN}/admin/sign-in`);
    await addProvider(admin, issuer);
    await testProvider(admin);
    await refuseToTurnOffPasswords(admin);

    await visitAsPerson();
    for (const device of [{}, PHONE]) {
      const failed = await app.open('/sign-in?failure=NoAccount&provider=1', device);
      await failed.getByText('No account here belongs to your sign-in with Keller login.').waitFor();
      await assertSound(failed);
      await close(failed);
    }

    await connectAccount(admin);
    await turnOffPasswords(admin);
    const bare = await app.open('/sign-in');
    await bare.getByText('Passwords are turned off.').waitFor();
    assert.equal(await bare.getByLabel('Password', { exact: true }).count(), 0);
    await assertSound(bare);
    await close(bare);

    await connectDirectory(admin);
    await close(admin);
  },
);

async function addProvider(page: Page, issuer: string): Promise<void> {
  await page.getByText('No identity providers yet.').waitFor();
  await page.getByText('To turn them off, first add, test and enable an identity provider.').waitFor();
  assert.equal(await button(page, 'Turn off passwords').isDisabled(), true);
  await assertSound(page);
  await button(page, 'Add provider').click();
  const field = (label: string) => dialog(page).getByLabel(label, { exact: true });
  await field('Provider').selectOption('Keycloak');
  assert.equal(await field('Name').inputValue(), 'Keycloak');
  await field('Provider').selectOption('Another OpenID Connect provider');
  await field('Name').fill('Keller login');
  await field('Issuer').fill('login.keller.test');
  await field('Client ID').fill(CLIENT.id);
  await field('Client secret').fill(CLIENT.secret);
  await dialog(page).getByLabel('Create accounts at the first sign-in').check();
  await inDialog(page, 'Add').click();
  await dialog(page).getByText('Name the domains for which the provider is trusted.').waitFor();
  await assertSound(page);
  await field('Email domains').fill('keller.test');
  await inDialog(page, 'Add').click();
  await dialog(page).getByText('must be an https URL').waitFor();
  await field('Issuer').fill(issuer);
  await inDialog(page, 'Add').click();
  await dialog(page).getByRole('heading', { name: 'Register Carrel at Keller login' }).waitFor();
  assert.equal(await field('Redirect URI').inputValue(), `${ORIGIN}/sign-in/providers/1/callback`);
  await inDialog(page, 'Copy Redirect URI').click();
  await dialog(page).getByText('Copied.').waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${ORIGIN}/sign-in/providers/1/callback`);
}

async function testProvider(page: Page): Promise<void> {
  await inDialog(page, 'Test this provider').click();
  await proveAt(page, 'eve');
  await dialog(page).getByText('An account for Eve Miller would be created.').waitFor();
  await dialog(page).getByText('eve@keller.test (verified)').waitFor();
  await dialog(page).getByText('Nothing was changed').waitFor();
  await assertSoundInTab(page, 'An account for Eve Miller would be created.');
  await inDialog(page, 'Enable').click();
  await page.getByText('Keller login enabled.').waitFor();
  const row = page.getByRole('row', { name: /Keller login/ });
  await row.getByText('Enabled').waitFor();
  assert.equal(await row.getByText('Not tested').count(), 0);
  assert.equal(new URL(page.url()).search, '');
}

async function refuseToTurnOffPasswords(page: Page): Promise<void> {
  await button(page, 'Turn off passwords').click();
  await inDialog(page, 'Turn off passwords').click();
  await page.getByText('You’re signed in with a password.').waitFor();
  await page.getByRole('link', { name: 'Sign in with Keller login' }).waitFor();
}

/** Signs in, signs out at the provider too, and cancels. */
async function visitAsPerson(): Promise<void> {
  const page = await app.open('/account');
  await page.getByRole('link', { name: 'Sign in with Keller login' }).click();
  await proveAt(page, 'eve');
  await page.getByRole('heading', { name: 'Account security' }).waitFor();
  await page.getByText('eve@keller.test, connected').waitFor();
  assert.equal(await button(page, 'Connect Keller login').count(), 0);
  await confirmByProvider(page);
  await page.getByRole('button', { name: 'Eve Miller' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: /Yes/ }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();

  await page.getByRole('link', { name: 'Sign in with Keller login' }).click();
  await page.getByRole('link', { name: /Cancel/ }).click();
  await page.getByText('You weren’t signed in, because Keller login declined or you canceled.').waitFor();
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('link', { name: /Cancel/ }).click();
  await page.getByText('You weren’t signed in').waitFor();
  await close(page);
}

/** Somebody without a password confirms a change at the provider, which asks again, and returns to the page. */
async function confirmByProvider(page: Page): Promise<void> {
  await app.sql`
    update sessions s set authenticated_at = authenticated_at - interval '11 minutes' from users u
    where u.user_id = s.user_id and u.email = 'eve@keller.test'`;
  await button(page, 'Set up authenticator app').click();
  await dialog(page).getByRole('link', { name: 'Sign in again with Keller login' }).click();
  await proveAt(page, 'eve');
  await button(page, 'Set up authenticator app').click();
  await dialog(page).getByLabel('6-digit code from the app').waitFor();
  await page.keyboard.press('Escape');
}

/** Connects the account of the site admin, who has a password. */
async function connectAccount(page: Page): Promise<void> {
  await page.goto(`${ORIGIN}/account`);
  for (const isLast of [false, true]) {
    await button(page, 'Connect Keller login').click();
    await proveAt(page, 'boss');
    await page.getByText('boss@keller.test, connected').waitFor();
    if (!isLast) await button(page, 'Disconnect Keller login').click();
  }
}

async function turnOffPasswords(page: Page): Promise<void> {
  await page.goto(`${ORIGIN}/admin/sign-in`);
  await refuseToTurnOffPasswords(page);
  await page.getByRole('link', { name: 'Sign in with Keller login' }).click();
  // The provider still has its session.
  await page.waitForURL(`${ORIGIN}/admin/sign-in`);
  await page
    .getByRole('row', { name: /Keller login/ })
    .getByText('2', { exact: true })
    .waitFor();
  await button(page, 'Turn off passwords').click();
  await inDialog(page, 'Turn off passwords').click();
  await page.getByText('Passwords are turned off. People').waitFor();
  await button(page, 'Actions for Keller login').click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByText('no one could sign in without this provider').waitFor();
  await button(page, 'Actions for Keller login').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog(page).getByText('2 people are connected to it.').waitFor();
  await inDialog(page, 'Cancel').click();
}

async function connectDirectory(page: Page): Promise<void> {
  await page.getByText('No directories yet.').waitFor();
  await button(page, 'Connect directory').click();
  await dialog(page).getByLabel('Name').fill('Okta');
  await inDialog(page, 'Connect').click();
  await dialog(page).getByRole('heading', { name: 'Token for Okta' }).waitFor();
  assert.equal(await dialog(page).getByLabel('Base URL', { exact: true }).inputValue(), `${ORIGIN}/scim/v2`);
  const token = await dialog(page).getByLabel('Token', { exact: true }).inputValue();
  assert.match(token, /^carrel_scim_/);
  await inDialog(page, 'Done').click();
  const row = page.getByRole('row', { name: /Okta/ });
  await row.getByText('Active').waitFor();
  await assertSoundInTab(page, 'Okta');
  await button(page, 'Actions for Okta').click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await row.getByText('Paused').waitFor();
  await button(page, 'Actions for Okta').click();
  await page.getByRole('menuitem', { name: 'New token' }).click();
  await inDialog(page, 'Create token').click();
  await dialog(page).getByRole('heading', { name: 'Token for Okta' }).waitFor();
  assert.notEqual(await dialog(page).getByLabel('Token', { exact: true }).inputValue(), token);
  await inDialog(page, 'Done').click();
  await button(page, 'Actions for Okta').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog(page).getByText('0 people and 0 groups that it manages stay as they are').waitFor();
  await inDialog(page, 'Delete connection').click();
  await page.getByText('No directories yet.').waitFor();
}

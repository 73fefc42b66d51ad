// runs alone: the instance has one deployment
/** Sign-in with a real OpenID provider that is down, slow, or has other keys or another clock, and after it has recovered. */
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { Page } from 'playwright-core';
import { foundDeployment } from '../../../src/people/found-deployment.steps.ts';
import { hashPassword } from '../../../src/platform/crypto/passwords.ts';
import { transaction } from '../../../src/platform/db/connection.ts';
import { client } from '../../client.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { PASSWORD } from '../../world.ts';
import { ORIGIN, close, startWebApp } from '../browser.ts';
import { signIn } from '../people.ts';
import { CLIENT, type RealProvider, proveAt, startProvider } from './real-provider.ts';

const skip = without(CHROMIUM);
const app =
  skip === false
    ? await startWebApp({ providerNetworks: ['127.0.0.1'] }, { own: 'an instance has one deployment' })
    : null!;
const SECOND_MS = 1000;
const ADMIN = 'admin@keller.test';

/** How far the service's clock is from that of the system, which the provider has. */
let aheadMs = 0;
const provider: RealProvider =
  skip === false ? await startProvider(`${ORIGIN}/sign-in/providers/1/callback`, after) : null!;
const admin = skip === false ? await foundKeller() : null!;

async function foundKeller() {
  Object.defineProperty(app.clock, 'now', { get: () => new Date(Date.now() + aheadMs) });
  const wanted = { name: 'Keller', email: ADMIN, passwordHash: await hashPassword(PASSWORD), now: app.clock.now };
  const { token } = await transaction(app.sql, (tx) => foundDeployment(tx, app.deps.steps, wanted));
  const found = client(app.url, token);
  const { status, text } = await found.api('POST', '/api/identity-providers', {
    Name: 'Keller login',
    Issuer: provider.issuer,
    ClientId: CLIENT.id,
    ClientSecret: CLIENT.secret,
    IsEnabled: true,
    AllowedDomains: ['keller.test'],
    CreatesUsers: true,
  });
  assert.equal(status, 201, text);
  return found;
}

/** Nothing that was read from the provider is known any more. */
beforeEach(async () => {
  if (skip === false) await admin.api('PATCH', '/api/identity-providers/1', { Name: 'Keller login' });
});

const failures = async () =>
  (
    await app.sql<{ failure: string }[]>`
      select details->>'failure' as failure from activity
      where activity_type = 'ProviderSignInFailed' and content_name = 'Keller login' and details->>'purpose' = 'signIn'
      order by activity_id`
  ).map(({ failure }) => failure);

/** Asserts what a person sees who clicks the button of the provider, and the class in the activity log. */
async function assertFails(failure: string, sentence: string, { isRefused = false } = {}): Promise<void> {
  const before = await failures();
  const page = await app.open('/sign-in');
  await page.getByRole('link', { name: 'Sign in with Keller login' }).click();
  if (!isRefused) await proveAt(page, 'eve');
  await page.getByText(sentence).waitFor();
  await page.getByRole('link', { name: 'Try again' }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('failure'), failure);
  assert.deepEqual(await failures(), [...before, failure]);
  await close(page);
}

/** Asserts that somebody can sign in. */
async function assertWorks(): Promise<void> {
  const page = await app.open('/sign-in');
  await page.getByRole('link', { name: 'Sign in with Keller login' }).click();
  await proveAt(page, 'eve');
  await page.waitForURL(`${ORIGIN}/home`);
  await close(page);
}

async function openAsAdmin(): Promise<Page> {
  const page = await app.open('/sign-in');
  await signIn(page, { email: ADMIN });
  await page.waitForURL(`${ORIGIN}/home`);
  await page.goto(`${ORIGIN}/admin/sign-in`);
  return page;
}

/** Tests the provider on the page of the site admin, and asserts what the dialog says. */
async function assertTestFails(page: Page, kind: string, { isRefused = false } = {}): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Keller login' }).click();
  await page.getByRole('menuitem', { name: 'Test' }).click();
  if (!isRefused) await proveAt(page, 'eve');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('alert').getByText(`The test failed. ${kind}.`).waitFor();
  await dialog.getByText('Nothing was changed').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

test(
  'while a provider is down, people and the test are told, and it works when the provider is back',
  { skip },
  async () => {
    await provider.stop();
    const sentence = 'We can’t reach Keller login right now. Try again in a few minutes.';
    await assertFails('Unavailable', sentence, { isRefused: true });
    const page = await openAsAdmin();
    await assertTestFails(page, 'Not reachable', { isRefused: true });
    await provider.start();
    await assertWorks();
    await close(page);
  },
);

test('a provider that does not answer is given up, and people are told', { skip }, async () => {
  provider.fault = ({ url = '' }) => url.startsWith('/token');
  await assertFails('Unavailable', 'We can’t reach Keller login right now.');
  const page = await openAsAdmin();
  await assertTestFails(page, 'Not reachable');
  provider.fault = null;
  await assertWorks();
  await close(page);
});

test(
  'a signature by another key is refused, and accepted when the provider publishes the right one',
  { skip },
  async () => {
    const right = await provider.publicKeys();
    await provider.rotate();
    // The name of the key, which is published with the value of another one.
    const { keys } = JSON.parse(await provider.publicKeys()) as { keys: { kid: string }[] };
    const [other] = (JSON.parse(right) as { keys: object[] }).keys;
    const wrong = JSON.stringify({ keys: [{ ...other, kid: keys[0]?.kid }] });
    provider.fault = ({ url }, response) => {
      if (url !== '/jwks') return false;
      response.setHeader('content-type', 'application/json').end(wrong);
      return true;
    };
    await assertFails(
      'Invalid',
      'We couldn’t verify the response from Keller login. If it happens again, tell your site admin.',
    );
    const page = await openAsAdmin();
    await assertTestFails(page, 'Response not valid');
    provider.fault = null;
    aheadMs += 11 * SECOND_MS;
    await assertWorks();
    aheadMs = 0;
    await close(page);
  },
);

test('new keys of the provider are read without an admin', { skip }, async () => {
  await assertWorks();
  await provider.rotate();
  aheadMs += 11 * SECOND_MS;
  await assertWorks();
  aheadMs = 0;
});

test('a clock that differs is named as the cause', { skip }, async () => {
  // Its tokens are valid for an hour.
  for (const seconds of [-300, 7200]) {
    aheadMs = seconds * SECOND_MS;
    await assertFails('Clock', 'The clocks of this service and Keller login differ. Tell your site admin.');
  }
  const page = await openAsAdmin();
  await assertTestFails(page, 'Clocks differ');
  aheadMs = 0;
  await close(page);
  await assertWorks();
});

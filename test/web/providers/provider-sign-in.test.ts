// runs alone: the instance has one deployment
/** Signing in with a real OpenID provider, from the page to the account and back. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { Provider } from 'oidc-provider';
import type { Page } from 'playwright-core';
import { hashPassword } from '../../../src/platform/crypto/passwords.ts';
import { transaction } from '../../../src/platform/db/connection.ts';
import { foundDeployment } from '../../../src/people/found-deployment.steps.ts';
import { client } from '../../client.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { PASSWORD } from '../../world.ts';
import { ORIGIN, PHONE, assertSound, close, startWebApp } from '../browser.ts';
import { signIn } from '../people.ts';

const skip = without(CHROMIUM);
const app =
  skip === false
    ? await startWebApp({ providerNetworks: ['127.0.0.1'] }, { own: 'an instance has one deployment' })
    : null!;

const SECRET = 'a secret of the client';

/** Everybody may sign in as anybody, on the pages that the library has for development. */
async function startProvider(callback: string): Promise<string> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'carrel',
        client_secret: SECRET,
        redirect_uris: [callback],
        post_logout_redirect_uris: [`${ORIGIN}/sign-in`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: `${id}@keller.test`, email_verified: true, name: 'Eve Miller' }),
    }),
    pkce: { required: () => true },
  });
  server.on('request', provider.callback());
  after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return issuer;
}

test(
  'a person signs in with a provider, connects an account, signs out there too, and failures are explained',
  { skip },
  async () => {
    app.clock.now = new Date();
    const email = 'admin@keller.test';
    const wanted = { name: 'Keller', email, passwordHash: await hashPassword(PASSWORD), now: app.clock.now };
    const { token } = await transaction(app.sql, (tx) => foundDeployment(tx, app.deps.steps, wanted));
    const admin = client(app.url, token);
    // The provider needs the address of its callback, which has the id of the first provider.
    const issuer = await startProvider(`${ORIGIN}/sign-in/providers/1/callback`);
    const body = { Name: 'Keller login', Issuer: issuer, ClientId: 'carrel', ClientSecret: SECRET, IsEnabled: true };
    const more = { AllowedDomains: ['keller.test'], CreatesUsers: true };
    const added = await admin.api('POST', '/api/identity-providers', { ...body, ...more });
    assert.deepEqual([added.status, added.body.ProviderId], [201, 1]);

    const page = await app.open('/account');
    await page.getByRole('link', { name: 'Sign in with Keller login' }).click();
    await proveAt(page, 'eve');
    await page.getByRole('heading', { name: 'Account security' }).waitFor();
    await page.getByText('eve@keller.test, connected').waitFor();
    assert.equal(
      await page
        .locator('body')
        .innerText()
        .then((text) => text.includes('Connect Keller login')),
      false,
    );
    await page.getByRole('button', { name: 'Eve Miller' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: /Yes/ }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    // Canceled at the provider.
    await page.getByRole('link', { name: 'Sign in with Keller login' }).click();
    await page.getByRole('link', { name: /Cancel/ }).click();
    await page.getByText('You weren’t signed in, because Keller login declined or you canceled.').waitFor();
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('link', { name: /Cancel/ }).click();
    await page.getByText('You weren’t signed in').waitFor();
    await close(page);

    for (const device of [{}, PHONE]) {
      const failed = await app.open('/sign-in?failure=NoAccount&provider=1', device);
      await failed.getByText('No account here belongs to your sign-in with Keller login.').waitFor();
      await assertSound(failed);
      if (device !== PHONE) await connectAs(failed, email);
      await close(failed);
    }

    await app.sql`update deployments set settings = ${app.sql.json({ PasswordSignIn: false })}`;
    const bare = await app.open('/sign-in');
    await bare.getByText('Passwords are turned off.').waitFor();
    assert.equal(await bare.getByLabel('Password', { exact: true }).count(), 0);
    await assertSound(bare);
    await close(bare);
  },
);

/** Signs in on the provider's page. */
async function proveAt(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]').click();
}

/** Connects the account of somebody who has a password. */
async function connectAs(page: Page, email: string): Promise<void> {
  await signIn(page, { email });
  await page.waitForURL(`${ORIGIN}/home`);
  await page.goto(`${ORIGIN}/account`);
  await page.getByRole('button', { name: 'Connect Keller login' }).click();
  await proveAt(page, 'boss');
  await page.getByText('boss@keller.test, connected').waitFor();
  await page.getByRole('button', { name: 'Disconnect Keller login' }).click();
  await page.getByRole('button', { name: 'Connect Keller login' }).waitFor();
}

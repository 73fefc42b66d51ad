/** Passkeys in a browser, with Chromium's virtual authenticator. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, assertSound, close, startWebApp } from '../browser.ts';
import { openAs, signIn } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

/** A built-in authenticator with a fingerprint reader, which approves every request. */
async function attach(page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  });
  return { devtools, authenticatorId };
}

test(
  'a person adds a passkey, signs in with it alone and as second step, confirms with it, and removes it',
  { skip },
  async () => {
    const { ann } = await app.world();
    const page = await openAs(app, ann, '/account');
    const { devtools, authenticatorId } = await attach(page);
    const be = (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await assertSound(page);
    await dialog.getByLabel('Name').fill('Laptop');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'I saved them' }).click();
    await page.getByText(/^Added .*, synced$/).waitFor();
    await page.getByRole('button', { name: 'Rename Laptop' }).click();
    await page.getByRole('dialog', { name: 'Rename passkey' }).getByLabel('Name').fill('Old laptop');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Old laptop' }).waitFor();
    await assertSound(page);

    const signOut = async () => {
      await page.context().clearCookies();
      await page.goto(`${ORIGIN}/sign-in?back=%2Faccount`);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    };
    // The virtual authenticator accepts suggestions at once, so the page offers them only if the URL requests it.
    await page.addInitScript(
      'if (location.hash === "") PublicKeyCredential.isConditionalMediationAvailable = async () => false',
    );
    await page.context().clearCookies();
    await page.goto(`${ORIGIN}/sign-in?back=%2Faccount#suggestions`);
    await page.waitForURL('**/account');
    await signOut();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
    await page.waitForURL('**/account');
    await page.getByText(/last used .*, synced$/).waitFor();

    await signOut();
    await signIn(page, ann);
    await page.getByText('Confirm that it’s you with a passkey.').waitFor();
    await assertSound(page);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account');

    // Fresh authentication, with the passkey too.
    app.clock.advance(601_000);
    await page.getByRole('button', { name: 'Remove Old laptop' }).click();
    const question = page.getByRole('dialog', { name: 'Remove “Old laptop”?' });
    await question.getByRole('button', { name: 'Remove' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await be(false);
    await confirm.getByRole('button', { name: 'Use a passkey instead' }).click();
    await confirm.getByText('No passkey was used.').waitFor();
    await assertSound(page);
    await be(true);
    await confirm.getByRole('button', { name: 'Use a passkey instead' }).click();
    await page.getByText('Passkey removed.').waitFor();

    // The removed passkey no longer signs in, and the sign-in page shows the reason.
    await signOut();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('This passkey couldn’t be verified.').waitFor();

    // In a browser without passkeys, the page shows the reason, and the sign-in page does not offer them.
    await page.addInitScript('Object.defineProperty(window, "isSecureContext", { value: false })');
    await page.goto(`${ORIGIN}/sign-in?back=%2Faccount`);
    await page.getByRole('link', { name: 'Forgot your password?' }).waitFor();
    await signIn(page, ann);
    await page.getByText('Passkeys require a secure connection.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0);
    await close(page);
  },
);

// runs alone: the instance has one deployment
/** Pages before sign-in, on an instance with one deployment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { transaction } from '../../../src/platform/db/connection.ts';
import { addDeployment } from '../../../src/core/deployments/deployments.steps.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, PHONE, assertSound, close, startWebApp } from '../browser.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp({}, { own: 'an instance has one deployment' }) : null!;
if (skip === false) await transaction(app.sql, (tx) => addDeployment(tx, { name: 'Keller', now: app.clock.now }));

test(
  'the sign-in page shows the product, or the brand with its logo, and focuses the first field',
  { skip },
  async () => {
    const page = await app.open('/sign-in');
    await page.getByRole('banner').getByText('Carrel', { exact: true }).waitFor();
    assert.equal(await page.title(), 'Sign in · Carrel');
    await close(page);
    const logo = await sharp({ create: { width: 120, height: 40, channels: 4, background: '#aa0000' } })
      .png()
      .toBuffer();
    const settings = app.sql.json({ Branding: { Name: 'Keller & Sons', Color: '#aa0000' } });
    await app.sql`update deployments set logo = ${logo}, settings = ${settings}`;
    for (const device of [{}, PHONE]) {
      const branded = await app.open('/sign-in', device);
      await branded.getByRole('banner').getByText('Keller & Sons').waitFor();
      const width = await branded
        .getByRole('banner')
        .locator('img')
        .evaluate(async (image: { decode(): Promise<void>; naturalWidth: number }) => {
          await image.decode();
          return image.naturalWidth;
        });
      assert.equal(width, 120);
      assert.equal(await branded.title(), 'Sign in · Keller & Sons');
      await branded.keyboard.type('ann@keller.test');
      assert.equal(await branded.getByLabel('Email', { exact: true }).inputValue(), 'ann@keller.test');
      await assertSound(branded);
      await close(branded);
    }
  },
);

test('a reset link that is pasted into the reset page opens the new password form', { skip }, async () => {
  const page = await app.open('/password-reset');
  await page.getByLabel('Email', { exact: true }).waitFor();
  for (const token of ['first-token', 'second-token']) {
    await page.goto(`${ORIGIN}/password-reset#${token}`);
    // The form of the previous link is removed together with its message.
    await page.getByText('This link has expired, was already used').waitFor({ state: 'detached' });
    await page.getByLabel('New password').fill('correct horse battery staple');
    const sent = page.waitForRequest('**/api/password-resets/complete');
    await page.getByRole('button', { name: 'Set password' }).click();
    assert.equal((await sent).postDataJSON().Token, token);
    await page.getByText('This link has expired, was already used').waitFor();
  }
  await close(page);
});

/** Changing many accounts at once, and importing people. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addGroup } from '../../../src/library/permissions/grants.fixture.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { assertSound, close, startWebApp } from '../browser.ts';
import { openAs } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

test(
  'people are imported after a check of every line, then changed together, and refused changes are named',
  { skip },
  async () => {
    const w = await app.world();
    const groupId = await addGroup(w, 'Sales', []);
    const page = await openAs(app, w.admin, '/admin/people');
    const dialog = page.getByRole('dialog');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const act = async (name: string) => {
      await button('Actions').click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };

    const address = `=eve-${crypto.randomUUID()}@people.test`;
    await button('Import').click();
    await dialog.getByLabel('Or paste the lines here').fill('Name\nEve');
    await button('Check').click();
    await dialog.getByText('The first line must name the columns, Email and Name among them.').waitFor();
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Email;Name;Groups\n${address};Zo\xEB;Sales\nnonsense;Nobody;\n`, 'latin1'),
    });
    await button('Check').click();
    await dialog.getByText('1 person to add, 1 line with errors').waitFor();
    await dialog.getByText('The email is not an email address.').waitFor();
    await assertSound(page);
    await button('Skip errors and add 1 person').click();
    await page.getByText('1 person added and invited.').waitFor();
    await dialog.getByRole('cell', { name: 'Added', exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    // By keyboard alone.
    await page.getByRole('checkbox', { name: 'Select Zoë' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('checkbox', { name: 'Select Ann' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('status').getByText('2 selected').waitFor();
    await assertSound(page);
    await button('Actions').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Resend invitation' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('This person has set a password already.').waitFor();
    await page.getByText('1 invitation sent.').waitFor();
    await page.keyboard.press('Escape');
    assert.equal((await app.sql`select from mails where recipient = ${address}`).length, 2);

    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await act('Add to group');
    await dialog.getByRole('combobox', { name: 'Group' }).pressSequentially('sa');
    await dialog.getByRole('option', { name: /^Sales/ }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('4 people added to the group. 1 account needed no change.').waitFor();
    assert.equal((await w.admin.api('GET', `/api/groups/${groupId}/members`)).body.length, 5);

    await page.getByRole('checkbox', { name: 'Select Admin' }).check();
    await page.getByRole('checkbox', { name: 'Select Bob' }).check();
    await act('Deactivate');
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await dialog.getByText('You cannot deactivate your own account.').waitFor();
    await page.getByText('1 account deactivated.').waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('row', { name: /^Select Bob/ })
      .getByText('Deactivated')
      .waitFor();
    assert.equal((await w.bob.api('GET', '/api/users/me')).status, 401);
    await close(page);
  },
);

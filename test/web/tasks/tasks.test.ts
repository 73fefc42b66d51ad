/** Decisions on a task: without an account by link and code, and with an account. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, PHONE, assertSound, close } from '../browser.ts';
import { codeIn, linkIn } from '../links.ts';
import { INSTRUCTIONS, button, letPass, outcome, outsider, signIn, startTasks, statusOf } from './tasks.ts';

const skip = without(CHROMIUM);
const { app, ask, mailTo, openAt, enter } = skip === false ? await startTasks() : null!;

test('a person without an account approves on a phone and can view the document afterwards', { skip }, async () => {
  const guest = outsider();
  const made = await ask(() => guest);
  const page = await enter(made, guest, PHONE);
  await page.getByText('Ann requested your approval').waitFor();
  await page.getByText(INSTRUCTIONS).waitFor();
  await page.getByText('(in 3 days)').waitFor();
  await page.getByRole('group', { name: 'Page 1 of 1' }).waitFor();
  await page.evaluate('window.scrollTo(0, 0)');
  for (const name of ['Approve', 'Deny']) assert.ok(await isInSight(page, name), `${name} is not in sight`);
  await assertSound(page);
  await page.setViewportSize(PHONE.viewport);
  await page.getByLabel('Comment (optional)').fill('All is well.');
  await page.reload();
  assert.equal(await page.getByLabel('Comment (optional)').inputValue(), 'All is well.');
  await button(page, 'Deny').tap();
  await button(page, 'Undo').tap();
  await page.clock.fastForward(6000);
  assert.deepEqual(await statusOf(made), ['Open', '', null]);
  await button(page, 'Approve').tap();
  await letPass(page);
  await outcome(page, 'Approved');
  await page.getByText('All is well.').waitFor();
  await page.getByText('You can view the document here until 17 Mar 2026').waitFor();
  assert.deepEqual(await statusOf(made), ['Completed', 'Positive', 'All is well.']);
  assert.match(await mailTo(made.ann.email), /approved[\s\S]*All is well\./);
  await assertSound(page);
  await page.reload();
  await outcome(page, 'Approved');
  await page.getByRole('group', { name: 'Page 1 of 1' }).waitFor();
  await close(page);
});

test(
  'a decision that meets the locked link is named as not sent, and a used code as one to replace',
  { skip },
  async () => {
    const guest = outsider();
    const made = await ask(() => guest);
    const page = await enter(made, guest);
    await button(page, 'Approve').press('Enter');
    await button(page, 'Undo').press('Enter');
    await page.locator('button:focus', { hasText: 'Approve' }).waitFor();
    await button(page, 'Undo').waitFor({ state: 'detached' });
    await button(page, 'Approve').click();
    await button(page, 'Undo').waitFor();
    // As after twelve hours. A new code can be sent after a minute.
    await page.context().clearCookies();
    app.clock.advance(60_000);
    await page.clock.fastForward(60_000);
    await page.getByText('was used or has expired').waitFor();
    await assertSound(page);
    await button(page, 'Send new code').click();
    await page.getByText(/^We sent a 6-digit code to/).waitFor();
    await page.getByLabel('Digit 1 of 6').pressSequentially(codeIn(await mailTo(guest)));
    await page.getByText('Your decision wasn’t sent').waitFor();
    assert.deepEqual(await statusOf(made), ['Open', '', null]);
    await page.getByRole('group', { name: 'Page 1 of 1' }).waitFor();
    await button(page, 'Approve').click();
    await page.getByText('Your decision wasn’t sent').waitFor({ state: 'detached' });
    await letPass(page);
    await outcome(page, 'Approved');
    await close(page);
  },
);

test('a person with an account signs in, returns to the task, and denies it by keyboard alone', { skip }, async () => {
  const made = await ask(({ bob }) => bob.email, 'Offer.txt');
  await made.ann.revise(made.documentId, 'Offer.txt', 'other words');
  const page = await openAt(linkIn(made.mail));
  await page.waitForURL('**/sign-in?back=*');
  await signIn(page, made.w.bob);
  await page.waitForURL(`**/tasks/${made.taskId}`);
  await page.getByText('other words').waitFor();
  await page.getByText('This document has changed').waitFor();
  await assertSound(page);
  await page.getByLabel('Comment (optional)').focus();
  await page.keyboard.type('The sums are wrong.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Denying…').waitFor();
  assert.equal(await focused(page), 'Deny');
  await letPass(page);
  await outcome(page, 'Denied');
  assert.equal(await focused(page), 'Decision');
  assert.deepEqual(await statusOf(made), ['Completed', 'Negative', 'The sums are wrong.']);
  assert.match(await mailTo(made.ann.email), /denied[\s\S]*The sums are wrong\./);
  await assertSound(page);
  await close(page);
});

test(
  'a decision is refused when a new version was stored, and the new version is shown for review',
  { skip },
  async () => {
    const guest = outsider();
    const made = await ask(() => guest, 'Offer.txt');
    const page = await enter(made, guest);
    await page.getByText('first words').waitFor();
    await page.getByLabel('Comment (optional)').fill('Kept.');
    const checked = page.waitForResponse((response) => /\/documents\/\d+$/.test(response.url()));
    await button(page, 'Approve').click();
    await checked;
    await button(page, 'Undo').waitFor();
    app.clock.advance(1000);
    await made.ann.revise(made.documentId, 'Offer.txt', 'second words');
    await page.clock.fastForward(6000);
    await page.getByRole('alert').getByText('changed while you were reviewing it').waitFor();
    await page.getByText('second words').waitFor();
    await page.getByText('You’re looking at version 2.').waitFor();
    assert.deepEqual(await statusOf(made), ['Open', '', null]);
    await assertSound(page);
    await button(page, 'Approve').click();
    await letPass(page);
    await outcome(page, 'Approved');
    await page.getByText('Version 2 was approved.').waitFor();
    assert.deepEqual(await statusOf(made), ['Completed', 'Positive', 'Kept.']);
    await close(page);
  },
);

test('task and document pages show which version was approved and that a newer one was not', { skip }, async () => {
  const made = await ask(({ bob }) => bob.email, 'Offer.txt');
  const { ann, w, documentId, taskId } = made;
  await w.bob.api('PATCH', `/api/tasks/${taskId}/complete`, { Decision: 'Approve' });
  await ann.revise(documentId, 'Offer.txt', 'second words');
  const page = await openAt(`/tasks/${taskId}`);
  await signIn(page, ann);
  await outcome(page, 'Approved');
  await page.getByText('Version 1 was approved. Version 2 is not.').waitFor();
  await page.goto(new URL(`/documents/${documentId}?tab=tasks`, ORIGIN).href);
  const tasks = page.getByRole('region', { name: 'Your tasks' });
  await tasks.getByText('Version 1 was approved. Version 2 is not.').waitFor();
  await page.getByRole('tab', { name: 'Activity' }).click();
  await page.getByRole('region', { name: 'Activity' }).getByText('approved version 1').waitFor();
  await assertSound(page);
  await close(page);
});

test('the requester sees the outcome', { skip }, async () => {
  const made = await ask(({ bob }) => bob.email);
  const page = await openAt(`/tasks/${made.taskId}`);
  await signIn(page, made.ann);
  await outcome(page, 'No decision yet');
  await page.getByText('Ann requested approval from Bob').waitFor();
  assert.equal(await button(page, 'Approve').count(), 0);
  await assertSound(page);
  await close(page);
});

async function isInSight(page: Page, name: string): Promise<boolean> {
  const box = await button(page, name).boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= PHONE.viewport.height;
}

const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent');

/** Decisions that are repeated or late, and tasks that cannot be shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHROMIUM, without } from '../../parts.ts';
import { ORIGIN, assertSound, close } from '../browser.ts';
import { codeIn, linkIn } from '../links.ts';
import { DAY_MS, button, letPass, outcome, outsider, signIn, startTasks, statusOf } from './tasks.ts';

const skip = without(CHROMIUM);
const { app, ask, mailTo, openAt, enter } = skip === false ? await startTasks() : null!;

test('a double click decides once, and the second of two tabs shows that the task has ended', { skip }, async () => {
  const guest = outsider();
  const made = await ask(() => guest);
  const page = await enter(made, guest);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await button(other, 'Deny').waitFor();
  await button(page, 'Approve').dblclick();
  await page.getByText('Approving…').waitFor();
  await letPass(page);
  await outcome(page, 'Approved');
  await button(other, 'Deny').click();
  await letPass(other);
  await outcome(other, 'Approved');
  await other.getByText('Your decision wasn’t recorded').waitFor();
  assert.deepEqual(await statusOf(made), ['Completed', 'Positive', null]);
  await mailTo(made.ann.email);
  await close(page);
});

test('a decision about a version that is no longer the newest is not sent', { skip }, async () => {
  const made = await ask(({ bob }) => bob.email, 'Offer.txt');
  const page = await openAt(linkIn(made.mail));
  await signIn(page, made.w.bob);
  await page.getByText('first words').waitFor();
  app.clock.advance(1000);
  await made.ann.revise(made.documentId, 'Offer.txt', 'second words');
  await button(page, 'Approve').click();
  await page.getByRole('alert').getByText('changed while you were reviewing it').waitFor();
  await page.getByText('second words').waitFor();
  await page.getByText('This document has changed').waitFor();
  await page.clock.fastForward(6000);
  assert.deepEqual(await statusOf(made), ['Open', '', null]);
  await button(page, 'Deny').click();
  await letPass(page);
  await outcome(page, 'Denied');
  await page.getByText('Version 2 was denied.').waitFor();
  await close(page);
});

test('a decision is sent even if the page is closed right after it', { skip }, async () => {
  const guest = outsider();
  const made = await ask(() => guest);
  const page = await enter(made, guest);
  await button(page, 'Approve').click();
  await page.getByText('Approving…').waitFor();
  await page.goto('about:blank');
  for (let tries = 0; tries < 50 && (await statusOf(made))[0] === 'Open'; tries += 1) await page.waitForTimeout(100);
  assert.deepEqual(await statusOf(made), ['Completed', 'Positive', null]);
  await close(page);
});

test('a decision on a cancelled task shows that it has ended, with and without an account', { skip }, async () => {
  const guest = outsider();
  const outside = await ask(() => guest);
  const inside = await ask(({ bob }) => bob.email);
  const out = await enter(outside, guest);
  const page = await openAt(linkIn(inside.mail));
  await signIn(page, inside.w.bob);
  await button(page, 'Approve').waitFor();
  for (const { ann, taskId } of [outside, inside]) await ann.api('PATCH', `/api/tasks/${taskId}/cancel`);
  await button(out, 'Approve').click();
  await out.getByRole('heading', { name: 'This request was canceled' }).waitFor();
  await out.getByRole('link', { name: outside.ann.email }).waitFor();
  await assertSound(out);
  await button(page, 'Approve').click();
  await letPass(page);
  await outcome(page, 'Canceled');
  await page.getByText('Your decision wasn’t recorded').waitFor();
  await page.getByText('you no longer have access to it').waitFor();
  await assertSound(page);
  await close(out);
  await close(page);
});

test('a decision after the due date is refused, and the document can still be viewed', { skip }, async () => {
  const guest = outsider();
  const made = await ask(() => guest);
  const page = await enter(made, guest);
  // Ready for the decision: the session must not expire while the document is loaded.
  await button(page, 'Approve').click({ trial: true });
  app.clock.advance(3 * DAY_MS);
  // The session of the link has expired, so the page asks for another code: after the click, or when a picture of the document is
  // refused before.
  const question = page.getByRole('heading', { name: 'Enter your access code' });
  await button(page, 'Approve').or(question).first().click();
  await question.waitFor();
  await page.reload();
  await page.getByLabel('Digit 1 of 6').pressSequentially(codeIn(await mailTo(guest)));
  await outcome(page, 'Past due');
  await page.getByRole('group', { name: 'Page 1 of 1' }).waitFor();
  assert.deepEqual(await statusOf(made), ['Expired', '', null]);
  await assertSound(page);
  await close(page);
});

test('forbidden tasks, unknown tasks and an unreachable server show different messages', { skip }, async () => {
  const made = await ask(({ bob }) => bob.email);
  const page = await openAt(`/tasks/${made.taskId}`);
  await signIn(page, made.w.stranger);
  await page.getByRole('heading', { name: 'You don’t have access to this task' }).waitFor();
  await page.getByText(made.w.stranger.email).waitFor();
  await assertSound(page);
  for (const path of ['/tasks/999999', '/tasks/none']) {
    await page.goto(new URL(path, ORIGIN).href);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  }
  await page.goto(new URL(`/tasks/${made.taskId}`, ORIGIN).href);
  await page.getByRole('link', { name: 'Sign in with another account' }).click();
  // Not even the PDF worker can be loaded.
  await page.route('**/pdf-*.js', (route) => route.abort());
  await signIn(page, made.w.bob);
  await page.getByRole('img', { name: 'Preview of Offer.pdf' }).waitFor();
  // Chromium sends keepalive requests even in its offline mode.
  await page.route('**/complete', (route) => route.abort('internetdisconnected'));
  await page.context().setOffline(true);
  await page.getByLabel('Comment (optional)').fill('Kept.');
  await button(page, 'Approve').click();
  await letPass(page);
  await page.getByRole('alert').getByText('Check your internet connection').waitFor();
  await page.context().setOffline(false);
  await page.unroute('**/complete');
  await button(page, 'Approve').click();
  await letPass(page);
  await outcome(page, 'Approved');
  assert.deepEqual(await statusOf(made), ['Completed', 'Positive', 'Kept.']);
  await close(page);
});

/** Deciding on a task: outside with the link and the code that were mailed, inside after signing in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startMailServer } from '../../src/platform/mail/mail-server.fixture.ts';
import { pdfPage } from '../../src/platform/rendering/samples.fixture.ts';
import { CHROMIUM, without } from '../parts.ts';
import { PASSWORD, type Person, type World } from '../world.ts';
import { ORIGIN, PHONE, assertSound, close, startWebApp } from './browser.ts';
import { codeIn, linkIn } from './links.ts';

const skip = without(CHROMIUM);
const server = skip === false ? await startMailServer() : null!;
const app = skip === false ? await startWebApp({ smtpUrl: server.url }) : null!;

const DAY_MS = 86_400_000;
const INSTRUCTIONS = 'Please check the sums.\nThe rest is agreed.';

type Made = { w: World; ann: Person; documentId: number; taskId: number; mail: string };

async function ask(of: (w: World) => string, name = 'Offer.pdf'): Promise<Made> {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Offers');
  const documentId = await ann.document(folderId, name, name.endsWith('.pdf') ? pdfPage() : 'first words');
  const DueDate = new Date(app.clock.now.getTime() + 3 * DAY_MS).toISOString();
  const task = { Type: 'Approval', DueDate, Assignee: of(w), DocumentId: documentId, Instructions: INSTRUCTIONS };
  const { status, body, text } = await ann.api('POST', '/api/tasks', task);
  assert.equal(status, 200, text);
  return { w, ann, documentId, taskId: body.TaskId, mail: await mailTo(of(w)) };
}

const outsider = () => `guest-${crypto.randomUUID()}@example.test`;

async function mailTo(address: string): Promise<string> {
  await app.runJobs();
  return server.takeMailTo(address).text ?? '';
}

/** A page whose clock is that of the server, and goes on. */
async function openAt(path: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await app.open('about:blank', options);
  await page.clock.install({ time: app.clock.now });
  await page.goto(new URL(path, ORIGIN).href);
  return page;
}

/** Opens the mailed link and enters the mailed code. */
async function enter(made: Made, address: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await openAt(linkIn(made.mail), options);
  await page.getByRole('heading', { name: 'Enter your access code' }).waitFor();
  await page.getByLabel('Digit 1 of 6').pressSequentially(codeIn(await mailTo(address)));
  await page.getByRole('heading', { level: 1, name: 'Offer' }).waitFor();
  return page;
}

async function signIn(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const statusOf = async ({ ann, taskId }: Made) => {
  const { TaskStatus, TaskResult, Comment } = (await ann.api('GET', `/api/tasks/${taskId}`)).body;
  return [TaskStatus, TaskResult, Comment];
};
/** The moment in which a decision can be taken back, once it was made, is over. */
async function letPass(page: Page): Promise<void> {
  await button(page, 'Undo').waitFor();
  await page.clock.fastForward(6000);
}
const outcome = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor();

test('somebody outside approves on a phone, and can read the document afterwards', { skip }, async () => {
  const guest = outsider();
  const made = await ask(() => guest);
  const page = await enter(made, guest, PHONE);
  await page.getByText('Ann asks you to approve a document').waitFor();
  await page.getByText(INSTRUCTIONS).waitFor();
  await page.getByText('(in 3 days)').waitFor();
  await page.getByRole('region', { name: 'Page 1 of 1' }).waitFor();
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
  await page.getByRole('region', { name: 'Page 1 of 1' }).waitFor();
  await close(page);
});

test('somebody inside signs in, comes back to the task, and denies it by keyboard alone', { skip }, async () => {
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

test('a double click decides once; of two tabs the first decides, and the second says so', { skip }, async () => {
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

test(
  'a version that is stored after the page has checked is refused by the server, shown, and asked about again',
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

test(
  'the task and the page of its document say which version was approved, and that a newer one is not',
  { skip },
  async () => {
    const made = await ask(({ bob }) => bob.email, 'Offer.txt');
    const { ann, w, documentId, taskId } = made;
    await w.bob.api('PATCH', `/api/tasks/${taskId}/complete`, { Decision: 'Approve' });
    await ann.revise(documentId, 'Offer.txt', 'second words');
    const page = await openAt(`/tasks/${taskId}`);
    await signIn(page, ann);
    await outcome(page, 'Approved');
    await page.getByText('Version 1 was approved. Version 2 is not.').waitFor();
    await page.goto(new URL(`/documents/${documentId}`, ORIGIN).href);
    const tasks = page.getByRole('region', { name: 'Your tasks for this document' });
    await tasks.getByText('Version 1 was approved. Version 2 is not.').waitFor();
    await page.getByRole('region', { name: 'Activity' }).getByText('approved version 1').waitFor();
    await assertSound(page);
    await close(page);
  },
);

test('who leaves the page in the moment after deciding has decided', { skip }, async () => {
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

test('a decision after cancelling says that nothing is left to decide, outside and inside', { skip }, async () => {
  const guest = outsider();
  const outside = await ask(() => guest);
  const inside = await ask(({ bob }) => bob.email);
  const out = await enter(outside, guest);
  const page = await openAt(linkIn(inside.mail));
  await signIn(page, inside.w.bob);
  await button(page, 'Approve').waitFor();
  for (const { ann, taskId } of [outside, inside]) await ann.api('PATCH', `/api/tasks/${taskId}/cancel`);
  await button(out, 'Approve').click();
  await out.getByRole('heading', { name: 'This request was cancelled' }).waitFor();
  await out.getByRole('link', { name: outside.ann.email }).waitFor();
  await assertSound(out);
  await button(page, 'Approve').click();
  await letPass(page);
  await outcome(page, 'Cancelled');
  await page.getByText('Your decision wasn’t recorded').waitFor();
  await page.getByText('you no longer have access to it').waitFor();
  await assertSound(page);
  await close(out);
  await close(page);
});

test('a decision after the due date says so; the document can still be read', { skip }, async () => {
  const guest = outsider();
  const made = await ask(() => guest);
  const page = await enter(made, guest);
  app.clock.advance(3 * DAY_MS);
  // The lock has closed meanwhile: the page asks for another code, and goes on.
  await button(page, 'Approve').click();
  await page.getByRole('heading', { name: 'Enter your access code' }).waitFor();
  await page.reload();
  await page.getByLabel('Digit 1 of 6').pressSequentially(codeIn(await mailTo(guest)));
  await outcome(page, 'Past due');
  await page.getByRole('region', { name: 'Page 1 of 1' }).waitFor();
  assert.deepEqual(await statusOf(made), ['Expired', '', null]);
  await assertSound(page);
  await close(page);
});

test('tasks of others, tasks that are none, and a server out of reach are told apart', { skip }, async () => {
  const made = await ask(({ bob }) => bob.email);
  const page = await openAt(`/tasks/${made.taskId}`);
  await signIn(page, made.w.stranger);
  await page.getByRole('heading', { name: 'You don’t have access to this task' }).waitFor();
  await page.getByText(made.w.stranger.email).waitFor();
  await assertSound(page);
  for (const path of ['/tasks/999999', '/tasks/none']) {
    await page.goto(new URL(path, ORIGIN).href);
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
  }
  await page.goto(new URL(`/tasks/${made.taskId}`, ORIGIN).href);
  await page.getByRole('link', { name: 'Sign in with another account' }).click();
  // Not even the script that draws a PDF arrives any more.
  await page.route('**/pdf-preview-*.js', (route) => route.abort());
  await signIn(page, made.w.bob);
  await page.getByRole('img', { name: 'Preview of Offer.pdf' }).waitFor();
  // Chromium lets requests that outlive the page pass even where it is told to be offline.
  await page.route('**/complete', (route) => route.abort('internetdisconnected'));
  await page.context().setOffline(true);
  await page.getByLabel('Comment (optional)').fill('Kept.');
  await button(page, 'Approve').click();
  await letPass(page);
  await page.getByRole('alert').getByText('Are you online?').waitFor();
  await page.context().setOffline(false);
  await page.unroute('**/complete');
  await button(page, 'Approve').click();
  await letPass(page);
  await outcome(page, 'Approved');
  assert.deepEqual(await statusOf(made), ['Completed', 'Positive', 'Kept.']);
  await close(page);
});

test('who asked sees what became of it', { skip }, async () => {
  const made = await ask(({ bob }) => bob.email);
  const page = await openAt(`/tasks/${made.taskId}`);
  await signIn(page, made.ann);
  await outcome(page, 'No decision yet');
  await page.getByText(`${made.ann.email} asked ${made.w.bob.email} to approve a document`).waitFor();
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

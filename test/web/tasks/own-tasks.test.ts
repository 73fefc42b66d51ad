/** Approval requests and the task list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { CHROMIUM, without } from '../../parts.ts';
import type { Person } from '../../world.ts';
import { PHONE, assertSound, close, startWebApp } from '../browser.ts';
import { openAs } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const decider = (page: Page) => dialog(page).getByRole('combobox', { name: 'Approver' });
const DAY_MS = 86_400_000;

/** The browser and the server use the real clock. */
async function plans() {
  app.clock.now = new Date();
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'House');
  const documentId = await w.ann.document(folderId, 'a.txt');
  const tasks = async (person: Person = w.ann) => (await person.api('GET', '/api/users/me/tasks')).body;
  const ask = async (name: string, inDays: number, Assignee = w.bob.email) => {
    const DocumentId = await w.ann.document(folderId, name);
    const DueDate = new Date(Date.now() + inDays * DAY_MS).toISOString();
    const body = { Type: 'Approval', DocumentId, DueDate, Assignee, Instructions: `Look at ${name}` };
    const answer = await w.ann.api('POST', '/api/tasks', body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.TaskId as number;
  };
  return { w, ann: w.ann, folderId, documentId, tasks, ask };
}

test(
  'missing and invalid fields show their errors at once, also a due date that is too late for an approver outside, and approval is requested from a colleague by keyboard alone',
  { skip },
  async () => {
    const { w, ann, documentId, tasks } = await plans();
    const page = await openAs(app, ann, `/documents/${documentId}`);
    await button(page, 'Request approval').click();
    await decider(page).fill(ann.email);
    await dialog(page).getByLabel('Due date').fill('2020-01-01');
    await button(page, /^Send request$/).click();
    await dialog(page).getByText('Choose someone other than you, or enter an email address.').waitFor();
    await dialog(page).getByText('Choose a date from today to 90 days from now.').waitFor();
    await dialog(page).getByText('Enter instructions, at most 1,000 characters.').waitFor();
    assert.equal(await decider(page).getAttribute('aria-invalid'), 'true');
    await assertSound(page);

    await w.admin.api('PATCH', '/api/settings', { MaxExternalShareDurationDays: 3 });
    await page.reload();
    await button(page, 'Request approval').click();
    await decider(page).fill('x@outside.test');
    await dialog(page).getByLabel('Instructions').fill('All of it.');
    await button(page, /^Send request$/).click();
    await dialog(page)
      .getByText(/People outside can view the document until .+\. Choose an earlier date\./)
      .waitFor();
    assert.deepEqual(await tasks(), []);
    // The question gives the focus back.
    await dialog(page).getByLabel('Instructions').focus();
    await page.keyboard.press('Escape');
    await dialog(page).getByText('Discard what you entered?').waitFor();
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Discard what you entered?').waitFor({ state: 'detached' });
    await page.keyboard.type(' Twice.');
    assert.equal(await dialog(page).getByLabel('Instructions').inputValue(), 'All of it. Twice.');
    await page.keyboard.press('Escape');
    await dialog(page).getByText('Discard what you entered?').waitFor();
    await button(page, 'Discard').click();
    await dialog(page).waitFor({ state: 'detached' });

    await button(page, 'Request approval').press('Enter');
    await decider(page).focus();
    await page.keyboard.type('bo');
    await dialog(page).getByRole('option', { name: /^Bob/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog(page)
      .getByRole('status')
      .getByText('Bob is notified and can view the document until 15 days')
      .waitFor();
    await dialog(page).getByLabel('Instructions').focus();
    await page.keyboard.type('The sums on page 2.');
    await dialog(page).getByText('981 characters left').waitFor();
    await assertSound(page);
    await button(page, /^Send request$/).press('Enter');
    await page.getByText('Approval requested from Bob.').waitFor();
    const [task] = await tasks(w.bob);
    assert.deepEqual(
      [task.DocumentId, task.Instructions, task.Assignee],
      [documentId, 'The sums on page 2.', w.bob.email],
    );
    const end = new Date(task.DueDate);
    assert.ok(end.getTime() - Date.now() > 6 * DAY_MS && end.getTime() - Date.now() < 8 * DAY_MS);
    await close(page);
  },
);

test('the request dialog explains what an approver outside receives', { skip }, async () => {
  const { ann, folderId, tasks } = await plans();
  const page = await openAs(app, ann, `/folders/${folderId}`, PHONE);
  await button(page, 'Select a.txt').tap();
  await page.getByRole('group', { name: '1 selected' }).getByRole('button', { name: 'More actions' }).tap();
  await page.getByRole('menuitem', { name: 'Request approval' }).tap();
  await decider(page).fill('x@outside.test');
  await dialog(page).getByText('x@outside.test has no account here').waitFor();
  await dialog(page).getByLabel('Instructions').fill('All of it.');
  await assertSound(page);
  await button(page, /^Send request$/).tap();
  await page.getByText('Approval requested from x@outside.test.').waitFor();
  assert.equal((await tasks())[0].Assignee, 'x@outside.test');
  assert.deepEqual((await ann.api('GET', '/api/users/me/shares')).body, [], 'its link is no link of hers');
  await close(page);
});

test('assigned and requested tasks are listed by due date with their actions', { skip }, async () => {
  const { w, ask, tasks } = await plans();
  await ask('later.txt', 20);
  await ask('sooner.txt', 1);
  const done = await ask('done.txt', 3);
  await w.bob.api('PATCH', `/api/tasks/${done}/complete`, { Decision: 'Deny', Comment: 'Not so.' });
  await ask('elsewhere.txt', 2, 'x@outside.test');
  const page = await openAs(app, w.bob, '/tasks');
  const open = page.getByRole('region', { name: 'Open' });
  await open.getByText('sooner.txt', { exact: true }).waitFor();
  assert.deepEqual(await open.getByRole('link', { name: /^\S+\.txt$/ }).allTextContents(), ['sooner.txt', 'later.txt']);
  await open.getByText('Due soon').waitFor();
  const ended = page.getByRole('region', { name: 'Done' });
  await ended.getByText('Version 1 was denied.').waitFor();
  await ended.getByText('“Not so.”').waitFor();
  assert.equal(await button(page, /Cancel the task/).count(), 0);
  await assertSound(page);
  // The app stays, with uploads in it.
  await page.evaluate('window.isSame = true');
  await page.getByRole('link', { name: 'Review sooner.txt' }).press('Enter');
  await page.getByRole('heading', { name: 'sooner.txt' }).waitFor();
  await page.locator('main:focus').waitFor();
  assert.equal(await page.evaluate('window.isSame'), true);
  await close(page);
  const hers = await openAs(app, w.ann, '/tasks?view=asked', PHONE);
  await hers.getByText('Assigned to x@outside.test').waitFor();
  await assertSound(hers);
  await button(hers, 'Cancel the task for later.txt').tap();
  await dialog(hers).getByText('Bob no longer needs to decide').waitFor();
  await assertSound(hers);
  await dialog(hers).getByRole('button', { name: 'Cancel', exact: true }).tap();
  await hers.getByText('Task canceled.').waitFor();
  await hers.getByRole('region', { name: 'Done' }).getByText('later.txt', { exact: true }).waitFor();
  await button(hers, 'Delete the task for later.txt').tap();
  await dialog(hers).getByRole('button', { name: 'Delete' }).tap();
  await hers.getByText('Task deleted.').waitFor();
  assert.equal((await tasks()).length, 3);
  await close(hers);
});

test('overdue tasks come first, and the second of two people who end a task sees an error', { skip }, async () => {
  const { w, ask } = await plans();
  await ask('open.txt', 5);
  const late = await ask('late.txt', 1);
  await app.sql`update tasks set due_at = now() - interval '1 hour' where task_id = ${late}`;
  const page = await openAs(app, w.ann, '/tasks?view=asked');
  await page.getByRole('region', { name: 'Overdue' }).getByText('No decision').waitFor();
  assert.deepEqual(await page.locator('.own-tasks__group-title').allTextContents(), ['Overdue 1', 'Open 1']);
  const open = (await w.bob.api('GET', '/api/users/me/tasks')).body.find(
    ({ ItemName }: { ItemName: string }) => ItemName === 'open.txt',
  );
  await w.bob.api('PATCH', `/api/tasks/${open.TaskId}/complete`, { Decision: 'Approve' });
  await button(page, 'Cancel the task for open.txt').click();
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('region', { name: 'Done' }).getByText('Version 1 was approved.').waitFor();
  await assertSound(page);
  await close(page);
});

test('an empty task list shows what will appear there', { skip }, async () => {
  const { w } = await plans();
  const page = await openAs(app, w.stranger, '/tasks');
  await page.getByText('No tasks assigned to you').waitFor();
  await page.getByRole('link', { name: 'Requested by me' }).click();
  await page.getByText('No requests yet.').waitFor();
  await assertSound(page);
  await close(page);
});

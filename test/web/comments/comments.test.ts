/** Comments on the page of a document: two people, with the keyboard alone, and on a phone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../factories/permissions.ts';
import { makeTask } from '../../factories/tasks.ts';
import { CHROMIUM, without } from '../../parts.ts';
import { PHONE, assertSound, close, startWebApp, troublesOf } from '../browser.ts';
import { openAs, openOnce, tabTo, visit } from '../people.ts';

const skip = without(CHROMIUM);
const app = skip === false ? await startWebApp() : null!;
const { w, page } = skip === false ? await openOnce(app, ({ ann }) => ann) : null!;

async function documentOfBoth() {
  const { ann, bob } = w;
  const documentId = await ann.document(await ann.folder(ann.libraryId, crypto.randomUUID()), 'plan.txt');
  await grant(app, bob, { documentId }, { allow: ['Read'] });
  return { ann, bob, documentId, path: `/api/documents/${documentId}/comments` };
}

test('a comment with a mention, a reply of a colleague and its end appear without a reload', { skip }, async () => {
  const { ann, bob, documentId, path } = await documentOfBoth();
  await visit(page, `/documents/${documentId}?tab=comments`);
  const pane = page.getByRole('region', { name: 'Comments' });
  await pane.getByText('No open comments.').waitFor();
  // The keyboard alone: type, choose from the list, send.
  await pane.getByLabel('Add a comment').focus();
  await page.keyboard.type('<b>final</b>? ask @Bo');
  await page.getByRole('option', { name: /Bob/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('today');
  await page.keyboard.press('Enter');
  await page.keyboard.type('or tomorrow');
  await page.keyboard.press('Control+Enter');
  const thread = pane.getByRole('listitem', { name: 'Thread by Ann' });
  await thread.getByText('<b>final</b>? ask').waitFor();
  const [made] = (await bob.api('GET', path)).body;
  assert.equal(made.Text, '<b>final</b>? ask @Bob today\nor tomorrow');
  assert.deepEqual(
    made.Mentions.map(({ Name }: { Name: string }) => Name),
    ['Bob'],
  );
  assert.equal(await pane.getByLabel('Add a comment').inputValue(), '');
  const reply = await bob.api('POST', path, { Text: 'It is final.', ParentId: made.CommentId });
  assert.equal(reply.status, 201);
  await thread.getByText('It is final.').waitFor();
  await page.getByRole('tab', { name: 'Comments (1)' }).waitFor();
  await assertSound(page);
  // Editing and its end return the focus to the button.
  await tabTo(page, 'Edit the comment by Ann');
  await page.keyboard.press('Enter');
  await thread.locator('textarea:focus').waitFor();
  await page.keyboard.type('!');
  await page.keyboard.press('Control+Enter');
  await thread.getByText('or tomorrow!').waitFor();
  await thread.getByText('edited').waitFor();
  await thread.getByRole('button', { name: 'Edit the comment by Ann' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Edit the comment by Ann');
  await tabTo(page, 'Resolve the thread by Ann');
  await page.keyboard.press('Enter');
  await pane.getByText('No open comments.').waitFor();
  await pane.getByRole('button', { name: 'Resolved' }).click();
  await pane.getByText('Resolved by Ann').waitFor();
  await ann.api('POST', `${path}/${made.CommentId}/reopen`);
  await pane.getByText('No resolved comments.').waitFor();
  assert.deepEqual(troublesOf(page), []);
});

test(
  'a refused comment keeps the text; deleting asks first; a decision is shown with its result',
  { skip },
  async () => {
    const { ann, bob, documentId, path } = await documentOfBoth();
    const taskId = await makeTask(app, ann, bob.email, documentId);
    await bob.api('PATCH', `/api/tasks/${taskId}/complete`, { Decision: 'Deny', Comment: 'Page 2 is missing.' });
    await visit(page, `/documents/${documentId}?tab=comments`);
    const pane = page.getByRole('region', { name: 'Comments' });
    const decision = pane.getByRole('listitem', { name: 'Thread by Bob' });
    await decision.getByText('Denied').waitFor();
    await pane.getByLabel('Add a comment').fill('see @Stran');
    await page.getByRole('option', { name: /Stranger/ }).click();
    await pane.getByRole('button', { name: 'Comment', exact: true }).click();
    await pane.getByRole('alert').getByText('Stranger can’t view this document.').waitFor();
    assert.equal(await pane.getByLabel('Add a comment').inputValue(), 'see @Stranger ');
    await pane.getByLabel('Add a comment').fill('see nobody');
    await pane.getByRole('button', { name: 'Comment', exact: true }).click();
    await pane.getByRole('button', { name: 'Delete the comment by Ann' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await pane.getByText('see nobody').waitFor({ state: 'detached' });
    assert.equal((await ann.api('GET', path)).body.length, 1);
    // The focus is in the thread that is in its place.
    assert.equal(await decision.locator(':focus').count(), 1);
  },
);

test(
  'half-written comments outlast other tabs, other documents and a reload, until they are sent or given up',
  { skip },
  async () => {
    const { ann, documentId, path } = await documentOfBoth();
    const other = await documentOfBoth();
    await ann.api('POST', path, { Text: 'First' });
    const pane = page.getByRole('region', { name: 'Comments' });
    const field = pane.getByLabel('Add a comment');
    const reply = pane.getByLabel('Reply to Ann', { exact: true }).and(page.locator('textarea'));
    await visit(page, `/documents/${documentId}?tab=comments`);
    await field.fill('Half a comment, @Bo');
    await page.getByRole('option', { name: /Bob/ }).click();
    await pane.getByRole('button', { name: 'Reply to Ann' }).click();
    await reply.fill('Half a reply');
    const assertKept = async () => {
      assert.equal(await field.inputValue(), 'Half a comment, @Bob ');
      assert.equal(await reply.inputValue(), 'Half a reply');
    };
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByRole('tab', { name: 'Comments' }).click();
    await reply.waitFor();
    await assertKept();
    await visit(page, `/documents/${other.documentId}?tab=comments`);
    await pane.getByText('No open comments.').waitFor();
    assert.equal(await field.inputValue(), '');
    await visit(page, `/documents/${documentId}?tab=comments`);
    await reply.waitFor();
    await assertKept();
    await page.reload();
    await reply.waitFor();
    await assertKept();
    assert.notEqual(await page.evaluate('document.activeElement.tagName'), 'TEXTAREA');
    await field.press('Control+Enter');
    await pane.getByRole('listitem').getByText('Half a comment').waitFor();
    const made = (await ann.api('GET', path)).body.find(({ Text }: { Text: string }) => Text.startsWith('Half'));
    assert.equal(made.Mentions.length, 1);
    await pane.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await pane.getByRole('button', { name: 'Reply to Ann' }).first().waitFor();
    assert.equal(await reply.count(), 0);
    assert.equal(await field.inputValue(), '');
    assert.deepEqual(troublesOf(page), []);
  },
);

test(
  'a reply that somebody types while the thread is resolved is kept, and the page says where',
  { skip },
  async () => {
    const { ann, bob, documentId, path } = await documentOfBoth();
    const { body: made } = await bob.api('POST', path, { Text: 'Which color?' });
    await visit(page, `/documents/${documentId}?tab=comments`);
    const pane = page.getByRole('region', { name: 'Comments' });
    await pane.getByRole('button', { name: 'Reply to Bob' }).click();
    await page.keyboard.type('Blue, because');
    await ann.api('POST', `${path}/${made.CommentId}/resolve`);
    await pane.getByText('your reply is kept in it').waitFor();
    await assertSound(page);
    await pane.getByRole('button', { name: 'Show resolved' }).click();
    const field = pane.getByRole('listitem', { name: 'Thread by Bob' }).getByRole('textbox');
    await field.waitFor();
    assert.equal(await field.inputValue(), 'Blue, because');
    await pane.getByText('your reply is kept in it').waitFor({ state: 'detached' });
  },
);

test('on a phone the comments are below the document', { skip }, async () => {
  const { ann, bob, documentId, path } = await documentOfBoth();
  await ann.api('POST', path, { Text: 'Is this final?', Page: 2 });
  const phone = await openAs(app, bob, `/documents/${documentId}?tab=comments`, PHONE);
  await phone.getByRole('tab', { name: 'Comments (1)' }).waitFor();
  const pane = phone.getByRole('region', { name: 'Comments' });
  await pane.getByText('Is this final?').waitFor();
  // The viewer shows a text without pages, so there is nothing to go to.
  await pane.getByText('Page 2', { exact: true }).waitFor();
  assert.equal(await pane.getByRole('link', { name: /^Go to/ }).count(), 0);
  await pane.getByRole('button', { name: 'Reply to Ann' }).click();
  await pane.getByLabel('Reply to Ann').fill('Yes.');
  await pane.getByRole('button', { name: 'Reply', exact: true }).click();
  await pane.getByText('Yes.').waitFor();
  await assertSound(phone);
  assert.deepEqual(troublesOf(phone), []);
  await close(phone);
});

test('a visitor reads and writes comments on the page of a link that allows it', { skip }, async () => {
  const { ann, documentId, path } = await documentOfBoth();
  await ann.api('POST', path, { Text: 'Is this final?' });
  const share = { AllowView: true, AllowComment: true };
  const { body } = await ann.api('POST', `/api/documents/${documentId}/share`, share);
  const link = await app.open(new URL(body.Links.WebUri).pathname);
  const pane = link.getByRole('region', { name: 'Comments' });
  await pane.getByText('Is this final?').waitFor();
  await pane.getByLabel('Your name').fill('Vera');
  await pane.getByLabel('Add a comment').fill('I think so.');
  await pane.getByRole('button', { name: 'Comment', exact: true }).click();
  const own = pane.getByRole('listitem', { name: 'Thread by Vera' });
  await own.getByText('Unverified').waitFor();
  await assertSound(link);
  await own.getByRole('button', { name: 'Delete the comment by Vera' }).click();
  await link.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await own.waitFor({ state: 'detached' });
  assert.deepEqual(troublesOf(link), []);
  await close(link);
});

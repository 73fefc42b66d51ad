/** Messages to outside assignees about every event, from a real SMTP server (docs/api/tasks.md#messages). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { DAY_MS, must, runExpiry, takeMails, takeMessages } from '../tasks/tasks.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url, webUrl: 'http://web.test' });

const mails = () => takeMails(app, server);
const messagesTo = (...people: { userId: number }[]) => takeMessages(app, ...people);

test('an outside assignee is mailed a personal link to the task page, and gets no notification', async () => {
  const { ann, bob, admin } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt');
  const outside = `z@${ann.deploymentId}.outside.test`;
  const taskId = await makeTask(app, ann, outside, documentId);
  const sent = await mails();
  assert.deepEqual(Object.keys(sent), [outside]);
  const text = sent[outside]?.[1] ?? '';
  assert.match(text, /This link is only for you\. When you open it, we email you an access code\.$/);
  const link = new RegExp(
    `Open the task:\nhttp://web\\.test/task/${taskId}/link/([\\w-]{22})\\?recipient=([\\w-]{22})\n`,
  );
  assert.match(text, link);
  assert.deepEqual(await messagesTo(ann, bob, admin), [[], [], []]);
});

test('an outside assignee is mailed when their task is cancelled, purged or deleted and the link ends', async () => {
  const ends: [string, RegExp, (ann: Person, ids: { taskId: number; documentId: number }) => Promise<unknown>][] = [
    [
      'canceled',
      /^Ann \(.*\) canceled the request/,
      (ann, { taskId }) => must(ann, 'PATCH', `/api/tasks/${taskId}/cancel`),
    ],
    [
      'canceled',
      /was canceled because the document was permanently deleted\./,
      (ann, { documentId }) => must(ann, 'DELETE', `/api/documents/${documentId}?purge=true`),
    ],
    [
      'deleted',
      /to approve the document “a\.txt” was deleted\./,
      (ann, { taskId }) => must(ann, 'DELETE', `/api/tasks/${taskId}`),
    ],
  ];
  for (const [outcome, says, end] of ends) {
    const { ann } = await app.world();
    const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt');
    const outside = `z@${ann.deploymentId}.outside.test`;
    const taskId = await makeTask(app, ann, outside, documentId);
    await mails();
    await end(ann, { taskId, documentId });
    const [subject, text] = (await mails())[outside] ?? [];
    assert.equal(subject, `The request to approve “a.txt” was ${outcome}`);
    assert.match(text ?? '', says);
    assert.match(text ?? '', /You no longer need to make a decision, and your link to the document no longer works\.$/);
  }
});

test('an outside assignee is not mailed when their task expires or is deleted afterwards', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'F'), 'a.txt');
  const taskId = await makeTask(app, ann, `z@${ann.deploymentId}.outside.test`, documentId);
  await mails();
  app.clock.advance(7 * DAY_MS);
  await runExpiry(app);
  await must(ann, 'DELETE', `/api/tasks/${taskId}`);
  assert.deepEqual(await mails(), {});
});

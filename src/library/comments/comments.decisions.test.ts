/** The comments of decisions on tasks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import { worldWithDocument } from './comments.fixture.ts';

const app = await startApp();

test('the comment of a decision is a thread with the result, open to replies, and changes with nothing', async () => {
  const { ann, bob, documentId, path, say, counts } = await worldWithDocument(app);
  const taskId = await makeTask(app, ann, bob.email, documentId);
  const decided = { Decision: 'Deny', Comment: 'Page 2 is missing.' };
  assert.equal((await bob.api('PATCH', `/api/tasks/${taskId}/complete`, decided)).status, 200);
  const [comment] = (await bob.api('GET', path)).body;
  const { CommentId, Text, AuthorName, TaskId, TaskResult, RevisionNumber, Abilities } = comment;
  assert.deepEqual(
    [Text, AuthorName, TaskId, TaskResult, RevisionNumber],
    ['Page 2 is missing.', 'Bob', taskId, 'Negative', 1],
  );
  assert.deepEqual(Abilities, { Edit: false, Delete: false, Resolve: true });
  assert.equal((await bob.api('PATCH', `${path}/${CommentId}`, { Text: 'other' })).status, 409);
  assert.equal((await ann.api('DELETE', `${path}/${CommentId}`)).status, 409);
  await say(ann, 'It is there now.', { ParentId: CommentId });
  assert.equal((await ann.api('POST', `${path}/${CommentId}/resolve`)).status, 200);
  assert.deepEqual(await counts(), { Comments: 2, OpenThreads: 0 });
  await ann.api('DELETE', `/api/tasks/${taskId}`);
  const [later] = (await bob.api('GET', path)).body;
  assert.deepEqual([later.TaskId, later.TaskResult, later.Abilities.Edit], [null, '', true]);
});

test('a decision without a comment, and a canceled task, add none', async () => {
  const { ann, bob, documentId, path } = await worldWithDocument(app);
  const decided = await makeTask(app, ann, bob.email, documentId);
  await bob.api('PATCH', `/api/tasks/${decided}/complete`, { Decision: 'Approve' });
  await ann.api('PATCH', `/api/tasks/${await makeTask(app, ann, bob.email, documentId)}/cancel`);
  assert.deepEqual((await ann.api('GET', path)).body, []);
});

/** The comments of decisions on tasks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeShare } from '../../../test/factories/shares.ts';
import { makeTask } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import { referenceOfShare, visitor } from '../../visiting/visits/visitor.fixture.ts';
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

test('visitors see no comments of decisions and no replies to them, also after the task was deleted', async () => {
  const { ann, bob, documentId, path, say } = await worldWithDocument(app);
  const taskId = await makeTask(app, ann, bob.email, documentId);
  await bob.api('PATCH', `/api/tasks/${taskId}/complete`, { Decision: 'Deny', Comment: 'Too expensive.' });
  const [{ CommentId: ParentId }] = (await bob.api('GET', path)).body;
  await say(ann, 'We will haggle.', { ParentId });
  await say(ann, 'A typo on page 1.');
  const shareId = await makeShare(app, ann, { documentId }, { allow_comment: true });
  const vera = visitor(app, await referenceOfShare(app, shareId));
  const at = `/documents/${documentId}/comments`;
  const assertHidden = async () => {
    for (const query of ['', '?isResolved=false']) {
      const { body } = await vera.ask('GET', `${at}${query}`);
      assert.deepEqual(
        body.map(({ Text }: { Text: string }) => Text),
        ['A typo on page 1.'],
      );
    }
    assert.deepEqual((await vera.ask('GET', `${at}/counts`)).body, { Comments: 1, OpenThreads: 1 });
    assert.equal((await vera.ask('POST', at, { Text: 'Really?', Name: 'Vera', ParentId })).status, 404);
  };
  await assertHidden();
  await ann.api('DELETE', `/api/tasks/${taskId}`);
  await assertHidden();
});

test('a decision without a comment, and a canceled task, add none', async () => {
  const { ann, bob, documentId, path } = await worldWithDocument(app);
  const decided = await makeTask(app, ann, bob.email, documentId);
  await bob.api('PATCH', `/api/tasks/${decided}/complete`, { Decision: 'Approve' });
  await ann.api('PATCH', `/api/tasks/${await makeTask(app, ann, bob.email, documentId)}/cancel`);
  assert.deepEqual((await ann.api('GET', path)).body, []);
});

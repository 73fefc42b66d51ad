import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { worldWithDocument } from './comments.fixture.ts';
import { MAX_COMMENTS } from './comments.steps.ts';

const app = await startApp();

const recorded = async (documentId: number, type: string): Promise<number> => {
  const rows = await app.sql`select from activity where document_id = ${documentId} and activity_type = ${type}`;
  return rows.length;
};

test('of several requests that resolve a thread at once, all return 200 and one is recorded', async () => {
  const { ann, bob, documentId, path, say } = await worldWithDocument(app);
  const at = `${path}/${(await say(bob, 'thread')).CommentId}/resolve`;
  const answers = await Promise.all([ann, bob, ann, bob].map((person) => person.api('POST', at)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.equal(new Set(answers.map(({ body }) => body.ResolvedBy.UserId)).size, 1);
  assert.equal(await recorded(documentId, 'DocumentCommentResolved'), 1);
});

test('a reply to a comment that is being deleted keeps the thread, or gets 404', async () => {
  const { ann, bob, path, say, listTexts, counts } = await worldWithDocument(app);
  for (let round = 0; round < 5; round += 1) {
    const { CommentId } = await say(ann, 'thread');
    const [reply, deleted] = await Promise.all([
      bob.api('POST', path, { Text: `reply ${round}`, ParentId: CommentId }),
      ann.api('DELETE', `${path}/${CommentId}`),
    ]);
    assert.equal(deleted.status, 204);
    const left = await listTexts();
    assert.deepEqual([reply.status, left], left.length === 0 ? [404, []] : [201, ['', `reply ${round}`]]);
    const { Comments, OpenThreads } = await counts();
    assert.deepEqual([Comments, OpenThreads], left.length === 0 ? [0, 0] : [1, 1]);
    if (reply.status === 201) await bob.api('DELETE', `${path}/${reply.body.CommentId}`);
  }
});

test('of two changes with the same ETag one returns 412, and a repeated POST adds one comment', async () => {
  const { ann, path, listTexts } = await worldWithDocument(app);
  const key = { 'idempotency-key': crypto.randomUUID() };
  const [first, ...again] = [
    await ann.api('POST', path, { Text: 'once' }, key),
    await ann.api('POST', path, { Text: 'once' }, key),
  ];
  assert.deepEqual([first?.status, again[0]?.status, again[0]?.text], [201, 201, first?.text]);
  assert.equal((await ann.api('POST', path, { Text: 'other' }, key)).status, 422);
  const at = `${path}/${first?.body.CommentId}`;
  const match = { 'if-match': first?.headers.get('etag') ?? '' };
  const answers = await Promise.all(['a', 'b'].map((Text) => ann.api('PATCH', at, { Text }, match)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 412],
  );
  assert.deepEqual(await listTexts(), [answers.find(({ status }) => status === 200)?.body.Text]);
});

test('the limit of a document holds for requests at once', async () => {
  const { ann, documentId, path, say } = await worldWithDocument(app);
  const { CommentId } = await say(ann, 'first');
  await app.sql`update comment_counts set comments = ${MAX_COMMENTS - 1} where document_id = ${documentId}`;
  const answers = await Promise.all([1, 2, 3].map((n) => ann.api('POST', path, { Text: `${n}` })));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409],
  );
  // Existing comments can still be changed.
  assert.equal((await ann.api('PATCH', `${path}/${CommentId}`, { Text: 'changed' })).status, 200);
});

test('a purge and comments at once end with the document', async () => {
  const { ann, documentId, path } = await worldWithDocument(app);
  const answers = await Promise.all([
    ...[1, 2, 3].map((n) => ann.api('POST', path, { Text: `${n}` })),
    ann.api('DELETE', `/api/documents/${documentId}?purge=true`),
  ]);
  assert.ok(answers.every(({ status }) => [201, 204, 404].includes(status)));
  await app.runJobs();
  assert.equal((await app.sql`select from documents where document_id = ${documentId}`).length, 0);
  assert.equal((await app.sql`select from comments where document_id = ${documentId}`).length, 0);
});

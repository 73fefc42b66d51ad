import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant, revokeAll } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';
import { worldWithDocument } from './comments.fixture.ts';

const app = await startApp();

test('a comment on a region of a page of a revision returns all that was said, and is listed the same', async () => {
  const { ann, bob, documentId, path } = await worldWithDocument(app);
  const [first] = (await ann.api('GET', `/api/documents/${documentId}/revisions`)).body;
  await ann.revise(documentId, 'plan.txt', 'second');
  const Region = { X: 0.25, Y: 0.5, Width: 0.5, Height: 0.125 };
  const body = { Text: '  Is this\r\nfinal?\n', Page: 2, Region, RevisionId: first.RevisionId };
  const { status, body: made, headers } = await bob.api('POST', path, body);
  assert.equal(status, 201);
  const self = `http://carrel.test/api/documents/${documentId}`;
  assert.deepEqual(made, {
    CommentId: made.CommentId,
    ParentId: null,
    DocumentId: documentId,
    RevisionId: first.RevisionId,
    RevisionNumber: 1,
    Page: 2,
    Region,
    Text: 'Is this\nfinal?',
    Author: { UserId: bob.userId, Name: 'Bob', Email: bob.email, PictureUri: null, IsDeleted: false },
    AuthorName: 'Bob',
    IsVerified: true,
    Mentions: [],
    TaskId: null,
    TaskResult: '',
    DateCreated: app.clock.now.toISOString(),
    DateChanged: null,
    IsResolved: false,
    DateResolved: null,
    ResolvedBy: null,
    IsDeleted: false,
    Abilities: { Edit: true, Delete: true, Resolve: true },
    Links: { Self: `${self}/comments/${made.CommentId}`, Document: self },
  });
  assert.equal(headers.get('location'), made.Links.Self);
  assert.deepEqual((await bob.api('GET', path)).body, [made]);
  const one = await bob.api('GET', `${path}/${made.CommentId}`);
  assert.deepEqual([one.body, one.headers.get('etag')], [made, headers.get('etag')]);
  const again = { 'if-none-match': one.headers.get('etag') ?? '' };
  assert.equal((await bob.api('GET', `${path}/${made.CommentId}`, undefined, again)).status, 304);
  // The owner can moderate, and cannot put words into Bob's mouth.
  assert.deepEqual((await ann.api('GET', path)).body[0].Abilities, { Edit: false, Delete: true, Resolve: true });
});

test('threads come by time, each followed by its replies, in pages, by state, and as CSV without formulas', async () => {
  const { ann, bob, path, say, listTexts, counts } = await worldWithDocument(app);
  const one = await say(ann, 'one');
  const two = await say(bob, '=two()', { Page: 1 });
  await say(bob, 'one, first reply', { ParentId: one.CommentId });
  await say(ann, 'two, "reply"\nin lines', { ParentId: two.CommentId });
  await say(ann, 'one, second reply', { ParentId: one.CommentId });
  const all = ['one', 'one, first reply', 'one, second reply', '=two()', 'two, "reply"\nin lines'];
  assert.deepEqual(await listTexts(), all);
  assert.equal((await ann.api('POST', `${path}/${one.CommentId}/resolve`)).status, 200);
  for (const [query, expected] of [
    ['', all],
    ['isResolved=true&', all.slice(0, 3)],
    ['isResolved=false&', all.slice(3)],
  ] as const) {
    for (const top of [1, 2, 4]) {
      const pages = await everyPage<{ Text: string }>(ann, `${path}?${query}top=${top}`);
      assert.deepEqual(
        pages.flat().map(({ Text }) => Text),
        expected,
        `${query}${top}`,
      );
      assert.ok(pages.every(({ length }) => length <= top));
    }
  }
  const replies = (await ann.api('GET', `${path}?isResolved=true`)).body;
  assert.ok(replies.every(({ IsResolved }: { IsResolved: boolean }) => IsResolved));
  assert.deepEqual(await counts(), { Comments: 5, OpenThreads: 1 });
  const { text, headers } = await bob.api('GET', `${path}/export`);
  assert.match(headers.get('content-type') ?? '', /^text\/csv/);
  const lines = text.split('\r\n');
  assert.equal(lines.length, 7);
  assert.match(lines[0] ?? '', /^CommentId,ParentId,DateCreated,Author,/);
  assert.match(lines[4] ?? '', /,Bob,true,1,1,'=two\(\),false,,$/);
  assert.ok(text.includes('"two, ""reply""\nin lines"'));
});

test('people with Read comment, authors change their own, and people with Write delete and resolve others', async () => {
  const { w, ann, bob, documentId, path, say } = await worldWithDocument(app);
  const editor = await w.addPerson('Editor');
  await grant(app, editor, { documentId }, { allow: ['Read', 'Write'] });
  const { CommentId: own } = await say(bob, 'mine');
  const { CommentId: reply } = await say(ann, 'a reply', { ParentId: own });
  const other = `${path}/${(await say(ann, 'of Ann')).CommentId}`;
  const status = async (person: typeof bob, method: string, at: string, body?: object) =>
    (await person.api(method, at, body)).status;
  // Nobody changes what another person said; the author of a thread resolves it.
  assert.equal(await status(ann, 'PATCH', `${path}/${own}`, { Text: 'forged' }), 403);
  assert.equal(await status(editor, 'PATCH', `${path}/${own}`, { Text: 'forged' }), 403);
  for (const [method, at] of [
    ['DELETE', other],
    ['DELETE', `${path}/${reply}`],
    ['POST', `${other}/resolve`],
  ] as const) {
    assert.equal(await status(bob, method, at), 403, `${method} ${at}`);
  }
  assert.equal(await status(bob, 'POST', `${path}/${own}/resolve`), 200);
  assert.equal(await status(editor, 'POST', `${path}/${own}/reopen`), 200);
  assert.equal(await status(bob, 'POST', `${path}/${reply}/resolve`), 403);
  assert.equal(await status(editor, 'POST', `${path}/${reply}/resolve`), 400);
  assert.equal(await status(editor, 'DELETE', `${path}/${reply}`), 204);
  for (const [person, expected] of [
    [w.stranger, 403],
    [w.other, 404],
    [w.anonymous, 401],
  ] as const) {
    for (const [method, at, body] of [
      ['GET', path],
      ['POST', path, { Text: 'x' }],
      ['GET', `${path}/counts`],
      ['GET', `${path}/export`],
      ['GET', `${path}/${own}`],
      ['PATCH', `${path}/${own}`, { Text: 'x' }],
      ['DELETE', `${path}/${own}`],
      ['POST', `${path}/${own}/resolve`],
    ] as const) {
      assert.equal((await person.api(method, at, body)).status, expected, `${method} ${at}`);
    }
  }
  await revokeAll(app, bob);
  assert.equal(await status(bob, 'PATCH', `${path}/${own}`, { Text: 'too late' }), 403);
});

test('a comment on another document, a malformed id and a deleted comment are 404', async () => {
  const { ann, folderId, path, say } = await worldWithDocument(app);
  const { CommentId } = await say(ann, 'here');
  const elsewhere = await ann.document(folderId, 'other.txt');
  for (const at of [`/api/documents/${elsewhere}/comments/${CommentId}`, `${path}/abc`, `${path}/999999999`]) {
    for (const [method, tail, body] of [
      ['GET', ''],
      ['PATCH', '', { Text: 'x' }],
      ['DELETE', ''],
      ['POST', '/resolve'],
    ] as const) {
      assert.equal((await ann.api(method, `${at}${tail}`, body)).status, 404, `${method} ${at}${tail}`);
    }
  }
  const onOther = { Text: 'x', ParentId: CommentId };
  assert.equal((await ann.api('POST', `/api/documents/${elsewhere}/comments`, onOther)).status, 404);
  assert.equal((await ann.api('DELETE', `${path}/${CommentId}`)).status, 204);
  assert.equal((await ann.api('DELETE', `${path}/${CommentId}`)).status, 404);
});

test('invalid comments are 400 with the parameter, and write nothing', async () => {
  const { w, ann, path, say, counts } = await worldWithDocument(app);
  const { CommentId: thread } = await say(ann, 'thread');
  const { CommentId: reply } = await say(ann, 'reply', { ParentId: thread });
  const box = { X: 0, Y: 0, Width: 1, Height: 1 };
  for (const [body, parameter] of [
    [{}, 'Text'],
    [{ Text: ' \n\u200B ' }, 'Text'],
    [{ Text: 'x'.repeat(10_001) }, 'Text'],
    [{ Text: 'a\u0000b' }, 'Text'],
    [{ Text: 'a\u202Eb' }, 'Text'],
    [{ Text: 'a\uD800b' }, 'Text'],
    [{ Text: 'x', Page: 0 }, 'Page'],
    [{ Text: 'x', Page: 1.5 }, 'Page'],
    [{ Text: 'x', Region: box }, 'Region'],
    [{ Text: 'x', Page: 1, Region: { ...box, X: 0.5 } }, 'Region'],
    [{ Text: 'x', Page: 1, Region: { ...box, Height: 0 } }, 'Region'],
    [{ Text: 'x', Page: 1, Region: { ...box, Width: 2 } }, 'Region.Width'],
    [{ Text: 'x', ParentId: reply }, 'ParentId'],
    [{ Text: 'x', ParentId: thread, Page: 1 }, 'Page'],
    [{ Text: 'x', Mentions: Array.from({ length: 21 }, (_, n) => n + 1) }, 'Mentions'],
    [{ Text: 'x', Mentions: [w.stranger.userId] }, 'Mentions'],
    [{ Text: 'x', Mentions: [w.other.userId] }, 'Mentions'],
    [{ Text: 'x', Mention: [w.bob.userId] }, 'Mention'],
  ] as const) {
    const { status, body: problem } = await ann.api('POST', path, body);
    assert.deepEqual([status, problem.errors?.[0]?.instance], [400, parameter], JSON.stringify(body));
  }
  for (const body of [
    { Text: 'x', RevisionId: 999_999_999 },
    { Text: 'x', ParentId: 999_999_999 },
  ]) {
    assert.equal((await ann.api('POST', path, body)).status, 404);
  }
  const longest = '𝒳'.repeat(10_000);
  assert.equal((await say(ann, longest)).Text, longest);
  assert.deepEqual(await counts(), { Comments: 3, OpenThreads: 2 });
});

test('a deleted first comment keeps its thread until the last reply is deleted; a reply reopens a resolved thread', async () => {
  const { ann, bob, path, say, listTexts, counts } = await worldWithDocument(app);
  const { CommentId } = await say(bob, 'secret');
  const { CommentId: first } = await say(ann, 'first', { ParentId: CommentId });
  await ann.api('POST', `${path}/${CommentId}/resolve`);
  assert.deepEqual(await counts(), { Comments: 2, OpenThreads: 0 });
  const { CommentId: second } = await say(ann, 'second', { ParentId: CommentId });
  assert.deepEqual(await counts(), { Comments: 3, OpenThreads: 1 });
  assert.equal((await bob.api('DELETE', `${path}/${CommentId}`)).status, 204);
  assert.deepEqual(await listTexts(), ['', 'first', 'second']);
  const [head] = (await ann.api('GET', path)).body;
  assert.deepEqual(
    [head.IsDeleted, head.Author, head.AuthorName, head.Abilities],
    [true, null, '', { Edit: false, Delete: false, Resolve: true }],
  );
  assert.equal((await ann.api('POST', `${path}/${CommentId}/resolve`)).body.IsResolved, true);
  assert.equal((await say(bob, 'third', { ParentId: CommentId })).IsResolved, false);
  assert.equal((await ann.api('DELETE', `${path}/${first}`)).status, 204);
  assert.equal((await ann.api('DELETE', `${path}/${second}`)).status, 204);
  const [, third] = (await ann.api('GET', path)).body;
  assert.equal((await ann.api('DELETE', `${path}/${third.CommentId}`)).status, 204);
  assert.deepEqual([await listTexts(), await counts()], [[], { Comments: 0, OpenThreads: 0 }]);
});

test('comments are hidden in the trash, move with the document, are not copied, and are purged with it', async () => {
  const { ann, folderId, documentId, path, say, listTexts } = await worldWithDocument(app);
  const { CommentId } = await say(ann, 'stays');
  await say(ann, 'too', { ParentId: CommentId });
  await ann.api('DELETE', `/api/documents/${documentId}`);
  assert.equal((await ann.api('GET', path)).status, 404);
  assert.equal((await ann.api('POST', path, { Text: 'x' })).status, 404);
  await ann.api('PATCH', `/api/documents/${documentId}/restore`);
  const other = await ann.folder(ann.libraryId, 'Other');
  await ann.api('PATCH', `/api/documents/${documentId}`, { FolderId: other });
  assert.deepEqual(await listTexts(), ['stays', 'too']);
  const copy = (await ann.api('POST', `/api/documents/${documentId}/copy`, { FolderId: folderId })).body.DocumentId;
  assert.deepEqual((await ann.api('GET', `/api/documents/${copy}/comments`)).body, []);
  await ann.api('DELETE', `/api/documents/${documentId}?purge=true`);
  await app.runJobs();
  for (const table of ['comments', 'comment_counts', 'comment_notices']) {
    const rows = await app.sql`select from ${app.sql(table)} where document_id = ${documentId}`;
    assert.equal(rows.length, 0, table);
  }
  const recorded = await app.sql<{ type: string }[]>`
    select activity_type as type from activity where document_id = ${documentId} and activity_type like '%Comment%'`;
  assert.deepEqual(
    recorded.map(({ type }) => type),
    ['DocumentComment', 'DocumentComment'],
  );
});

test('the comments of a deleted user keep the name', async () => {
  const { w, ann, bob, path, say } = await worldWithDocument(app);
  await say(bob, 'mine');
  await w.admin.api('DELETE', `/api/users/${bob.userId}`);
  const [comment] = (await ann.api('GET', path)).body;
  assert.deepEqual([comment.AuthorName, comment.Author.Name, comment.Author.IsDeleted], ['Bob', 'Bob', true]);
});

test('each change is recorded without the text, and a change of nothing is not', async () => {
  const { ann, documentId, path, say } = await worldWithDocument(app);
  const { CommentId } = await say(ann, 'first');
  const at = `${path}/${CommentId}`;
  for (const Text of ['second', 'second ']) assert.equal((await ann.api('PATCH', at, { Text })).body.Text, 'second');
  for (const action of ['resolve', 'resolve', 'reopen', 'reopen']) await ann.api('POST', `${at}/${action}`);
  await ann.api('DELETE', at);
  const rows = await app.sql<{ type: string; details: object }[]>`
    select activity_type as type, details from activity
    where document_id = ${documentId} and activity_type like 'DocumentComment%' order by activity_id`;
  assert.deepEqual(
    rows.map(({ type }) => type.slice('DocumentComment'.length)),
    ['', 'Changed', 'Resolved', 'Reopened', 'Deleted'],
  );
  assert.ok(rows.every(({ details }) => JSON.stringify(details) === JSON.stringify({ commentId: CommentId })));
});

import { answered, follow, hasAll, header, matches, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';
import type { World } from '../world.ts';

export const comments: Page = {
  page: 'docs/api/comments.md',
  rules: [
    rule('comment-object', 'a comment has its properties', async (w) => {
      const path = await commentable(w);
      const made = answered(await w.reader.post(path, { Text: ' Is this final?\n', Page: 2 }), 201);
      const names = ['CommentId', 'DocumentId', 'ParentId', 'RevisionId', 'Page', 'Region', 'Mentions', 'IsResolved'];
      hasAll(made, made.body, [...names, 'DateCreated', 'DateChanged', 'Abilities.Edit', 'Links.Self']);
      same(made, made.body.at('Text'), 'Is this final?', 'Text');
      same(made, made.body.at('Author.UserId'), w.reader.userId, 'Author.UserId');
      same(made, made.body.at('RevisionNumber'), 1, 'RevisionNumber');
      answered(await w.owner.get(follow(made.body.string('Links.Self'))), 200);
    }),
    rule('operations', 'Read is enough to comment, and required', async (w) => {
      const path = await commentable(w);
      answered(await w.reader.post(path, { Text: 'Yes' }), 201);
      refused(await w.stranger.post(path, { Text: 'No' }), 403);
      refused(await w.stranger.get(path), 403);
    }),
    rule('operations', 'replies follow their thread, and counts count them', async (w) => {
      const path = await commentable(w);
      const first = answered(await w.reader.post(path, { Text: 'First' }), 201).body.number('CommentId');
      const second = answered(await w.reader.post(path, { Text: 'Second' }), 201).body.number('CommentId');
      const reply = answered(await w.owner.post(path, { Text: 'Reply', ParentId: first }), 201).body.number(
        'CommentId',
      );
      const list = answered(await w.reader.get(path), 200);
      same(list, list.body.each('CommentId'), [first, reply, second], 'the order');
      const counts = answered(await w.reader.get(`${path}/counts`), 200);
      same(counts, counts.body.value, { Comments: 3, OpenThreads: 2 }, 'the counts');
    }),
    rule('operations', 'only the author changes a comment', async (w) => {
      const path = await commentable(w);
      const made = answered(await w.reader.post(path, { Text: 'First' }), 201);
      const one = follow(made.body.string('Links.Self'));
      refused(await w.owner.patch(one, { Text: 'Changed' }), 403);
      const changed = answered(await w.reader.patch(one, { Text: 'Changed' }), 200);
      same(changed, changed.body.at('Text'), 'Changed', 'Text');
    }),
    rule('operations', 'the author of a thread, and people with Write, resolve it', async (w) => {
      const path = await commentable(w);
      const made = answered(await w.reader.post(path, { Text: 'First' }), 201);
      const one = follow(made.body.string('Links.Self'));
      const resolved = answered(await w.owner.post(`${one}/resolve`), 200);
      same(resolved, resolved.body.at('IsResolved'), true, 'IsResolved');
      const open = answered(await w.owner.get(`${path}?isResolved=false`), 200);
      same(open, open.body.value, [], 'the open threads');
      answered(await w.reader.post(`${one}/reopen`), 200);
    }),
    rule('writing', 'a blank text, a region without a page and a reply to a reply are 400', async (w) => {
      const path = await commentable(w);
      const first = answered(await w.reader.post(path, { Text: 'First' }), 201).body.number('CommentId');
      const reply = answered(await w.reader.post(path, { Text: 'Reply', ParentId: first }), 201);
      refused(await w.reader.post(path, { Text: ' ' }), 400);
      refused(await w.reader.post(path, { Text: 'x'.repeat(10_001) }), 400);
      refused(await w.reader.post(path, { Text: 'x', Region: { X: 0, Y: 0, Width: 1, Height: 1 } }), 400);
      refused(await w.reader.post(path, { Text: 'x', ParentId: reply.body.number('CommentId') }), 400);
      refused(await w.reader.post(path, { Text: 'x', ParentId: 9_007_199_254_740_991 }), 404);
    }),
    rule('states', 'a reply to a resolved thread reopens it', async (w) => {
      const path = await commentable(w);
      const made = answered(await w.reader.post(path, { Text: 'First' }), 201);
      const one = follow(made.body.string('Links.Self'));
      answered(await w.reader.post(`${one}/resolve`), 200);
      const parent = made.body.number('CommentId');
      answered(await w.owner.post(path, { Text: 'Reply', ParentId: parent }), 201);
      const now = answered(await w.owner.get(one), 200);
      same(now, now.body.at('IsResolved'), false, 'IsResolved');
    }),
    rule('states', 'a deleted comment is gone, the first one of a thread only its text', async (w) => {
      const path = await commentable(w);
      const made = answered(await w.reader.post(path, { Text: 'First' }), 201);
      const one = follow(made.body.string('Links.Self'));
      const body = { Text: 'Reply', ParentId: made.body.number('CommentId') };
      const reply = follow(answered(await w.owner.post(path, body), 201).body.string('Links.Self'));
      answered(await w.reader.remove(one), 204);
      const list = answered(await w.owner.get(path), 200);
      same(list, list.body.each('IsDeleted'), [true, false], 'IsDeleted');
      answered(await w.owner.remove(reply), 204);
      const none = answered(await w.owner.get(path), 200);
      same(none, none.body.value, [], 'the comments');
    }),
    rule('export', 'it is CSV, and no text runs as a formula', async (w) => {
      const path = await commentable(w);
      answered(await w.reader.post(path, { Text: '=1+1' }), 201);
      const answer = answered(await w.reader.get(`${path}/export`), 200);
      matches(answer, header(answer, 'content-type'), /^text\/csv/, 'Content-Type');
      matches(answer, answer.text, /'=1\+1/, 'the text');
    }),
  ],
};

async function commentable(w: World): Promise<string> {
  return `/api/documents/${await w.document(await w.folder())}/comments`;
}

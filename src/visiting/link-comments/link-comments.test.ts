/** Comments of visitors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { worldWithDocument } from '../../library/comments/comments.fixture.ts';
import { MAILS_A_DAY } from '../../library/comments/comment-notices.jobs.ts';
import { MAX_COMMENTS_FOR_VISITORS } from '../../library/comments/comments.steps.ts';
import { hit } from '../../platform/limits/throttle.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { referenceOfShare, visitor } from '../visits/visitor.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url });

/** A link of Ann to the document that allows comments. */
async function link(terms: Record<string, boolean> = {}) {
  const d = await worldWithDocument(app);
  const shareId = await makeShare(app, d.ann, { documentId: d.documentId }, { allow_comment: true, ...terms });
  const reference = await referenceOfShare(app, shareId);
  const at = `/documents/${d.documentId}/comments`;
  return { ...d, shareId, reference, at, visitor: visitor(app, reference) };
}

test('a visitor reads all comments without ids and addresses, adds some as unverified, and deletes own ones', async () => {
  const { ann, bob, path, say, reference, at, visitor: vera } = await link();
  const { CommentId } = await say(bob, 'internal', { Mentions: [ann.userId], Page: 1 });
  const made = await vera.ask('POST', at, { Text: '<i>mine</i>', Name: ' Vera ', ParentId: CommentId });
  assert.equal(made.status, 201, made.text);
  const { status, body, text } = await vera.ask('GET', at);
  assert.equal(status, 200);
  assert.deepEqual(
    body.map((each: { AuthorName: string; IsVerified: boolean; CanDelete: boolean }) => [
      each.AuthorName,
      each.IsVerified,
      each.CanDelete,
    ]),
    [
      ['Bob', true, false],
      ['Vera', false, true],
    ],
  );
  assert.ok(!text.includes(bob.email) && !text.includes('UserId') && !text.includes('Mentions'));
  assert.deepEqual((await vera.ask('GET', `${at}/counts`)).body, { Comments: 2, OpenThreads: 1 });
  const [, inside] = (await ann.api('GET', path)).body;
  assert.deepEqual(
    [inside.AuthorName, inside.Author, inside.IsVerified, inside.Text],
    ['Vera', null, false, '<i>mine</i>'],
  );
  const another = visitor(app, reference);
  assert.equal((await another.ask('DELETE', `${at}/${made.body.CommentId}`)).status, 403);
  assert.equal((await vera.ask('DELETE', `${at}/${CommentId}`)).status, 403);
  assert.equal((await another.ask('GET', at)).body[1].CanDelete, false);
  assert.equal((await vera.ask('DELETE', `${at}/${made.body.CommentId}`)).status, 204);
  assert.equal((await vera.ask('DELETE', `${at}/${made.body.CommentId}`)).status, 404);
});

test('a comment that is sent again with its Idempotency-Key is added once, and another visitor gets no answer of this one', async () => {
  const { ann, path, shareId, reference, at, visitor: vera } = await link();
  const headers = { 'idempotency-key': 'one' };
  const say = (who: typeof vera, Text = 'mine') => who.ask('POST', at, { Text, Name: 'Vera' }, headers);
  const first = await say(vera);
  assert.equal(first.status, 201, first.text);
  // The answer was lost, and with it the cookie.
  const repeated = await say(visitor(app, reference));
  assert.deepEqual([repeated.status, repeated.text], [201, first.text]);
  assert.equal(repeated.headers.get('idempotent-replayed'), 'true');
  const second = await say(vera, 'again');
  assert.equal(second.status, 201, 'The browser has an id now, so this is another visitor for the key.');
  assert.deepEqual((await say(vera, 'again')).body, second.body);
  assert.equal((await say(vera, 'changed')).status, 422);
  const walter = visitor(app, reference);
  await walter.ask('POST', at, { Text: 'hello', Name: 'Walter' });
  const his = await say(walter, 'again');
  assert.notEqual(his.body.CommentId, second.body.CommentId);
  assert.equal((await ann.api('GET', path)).body.length, 4);
  await app.sql`update shares set revoked_at = now() where share_id = ${shareId}`;
  assert.equal((await say(vera, 'again')).status, 410, 'A revoked link repeats no answer.');
});

test('a comment says to visitors whether it is about the current revision', async () => {
  const { ann, bob, say, documentId, at, visitor: vera } = await link();
  await say(bob, 'about the first one', { Page: 3 });
  const flags = async () =>
    (await vera.ask('GET', at)).body.map((each: { IsAboutCurrentRevision: boolean }) => each.IsAboutCurrentRevision);
  assert.deepEqual(await flags(), [true]);
  await ann.revise(documentId, 'plan.txt', 'another text');
  await say(bob, 'about the second one', { Page: 1 });
  assert.deepEqual(await flags(), [false, true]);
});

test('a link without AllowComment, without View, locked, revoked, or of somebody who lost Read shows no comments', async () => {
  for (const [terms, expected] of [
    [{ allow_comment: false }, 403],
    [{ allow_view: false, allow_edit: true }, 403],
  ] as const) {
    const { at, visitor: vera } = await link(terms);
    for (const [method, tail, body] of [
      ['GET', ''],
      ['GET', '/counts'],
      ['POST', '', { Text: 'x', Name: 'Vera' }],
      ['DELETE', '/1'],
    ] as const) {
      assert.equal((await vera.ask(method, `${at}${tail}`, body)).status, expected, `${method} ${tail}`);
    }
  }
  const { ann, folderId, documentId, shareId, at, visitor: vera } = await link();
  const elsewhere = await ann.document(folderId, 'other.txt');
  assert.equal((await vera.ask('GET', `/documents/${elsewhere}/comments`)).status, 404);
  await app.sql`update shares set password_hash = 'x' where share_id = ${shareId}`;
  assert.equal((await vera.ask('GET', at)).status, 401);
  await app.sql`update shares set password_hash = null where share_id = ${shareId}`;
  assert.equal((await vera.ask('GET', at)).status, 200);
  await ann.api('DELETE', `/api/documents/${documentId}`);
  assert.equal((await vera.ask('GET', at)).status, 404);
  await ann.api('PATCH', `/api/documents/${documentId}/restore`);
  await ann.api('DELETE', `/api/documents/${documentId}/shares/${shareId}`);
  assert.equal((await vera.ask('POST', at, { Text: 'x', Name: 'Vera' })).status, 410);
});

test('names, texts and mentions of visitors are checked, and their comments are limited: 429', async () => {
  const { bob, at, visitor: vera, counts } = await link();
  for (const body of [
    { Text: 'x' },
    { Text: 'x', Name: ' ' },
    { Text: 'x', Name: 'a\nb' },
    { Text: 'x', Name: 'n'.repeat(101) },
    { Text: ' ', Name: 'Vera' },
    { Text: 'x', Name: 'Vera', Mentions: [bob.userId] },
  ]) {
    assert.equal((await vera.ask('POST', at, body)).status, 400, JSON.stringify(body));
  }
  const foreign = { origin: 'https://evil.test' };
  assert.equal((await vera.ask('POST', at, { Text: 'x', Name: 'Vera' }, foreign)).status, 403);
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) statuses.push((await vera.ask('POST', at, { Text: `${n}`, Name: 'Vera' })).status);
  assert.deepEqual([statuses.filter((each) => each === 201).length, statuses.at(-1)], [30, 429]);
  assert.equal((await counts()).Comments, 30);
  app.clock.advance(3_600_001);
  assert.equal((await vera.ask('POST', at, { Text: 'later', Name: 'Vera' })).status, 201);
});

test('visitors cannot fill a document, so that people with an account can always comment', async () => {
  const { ann, documentId, at, say, visitor: vera } = await link();
  await say(ann, 'first');
  await app.sql`update comment_counts set comments = ${MAX_COMMENTS_FOR_VISITORS} where document_id = ${documentId}`;
  assert.equal((await vera.ask('POST', at, { Text: 'x', Name: 'Vera' })).status, 409);
  await say(ann, 'second');
});

test('the creator of the link gets a notification and an email, which one click turns off', async () => {
  const { ann, documentId, at, visitor: vera } = await link();
  await vera.ask('POST', at, { Text: 'Is <b>this</b> final?', Name: '[x] Vera' });
  await app.runJobs();
  const [notification] = (await ann.api('GET', '/api/notifications')).body;
  const about = `[@DocumentId=${documentId}]plan.txt[/]`;
  assert.equal(notification.Message, `${String.raw`\[x] Vera`} (unverified) commented on ${about}`);
  const mail = server.received.find(({ to }) => to.includes(ann.email));
  assert.equal(mail?.mail.subject, '[x] Vera (unverified) commented on “plan.txt”');
  assert.ok(String(mail?.mail.html).includes('Is &lt;b&gt;this&lt;/b&gt; final?'));
  assert.match(mail?.raw ?? '', /List-Unsubscribe: <[^>]+LinkComments/);
  const [recorded] = await app.sql<{ type: string; userId: number }[]>`
    select activity_type as type, user_id as "userId" from activity
    where document_id = ${documentId} order by activity_id desc limit 1`;
  assert.deepEqual(recorded, { type: 'DocumentComment', userId: 0 });
});

test('after 100 emails in a day about comments of visitors, the creator gets notifications only', async () => {
  const { ann, documentId, at, visitor: vera } = await link();
  const { deploymentId } = (
    await app.sql<{ deploymentId: number }[]>`
    select deployment_id as "deploymentId" from documents where document_id = ${documentId}`
  )[0] ?? { deploymentId: 0 };
  const ofAnn = { scope: 'comment-mails', subject: `${deploymentId}/${ann.userId}`, windowMs: 86_400_000 };
  await hit(app.sql, ofAnn, app.clock.now, MAILS_A_DAY);
  server.received.length = 0;
  await vera.ask('POST', at, { Text: 'Hello', Name: 'Vera' });
  await app.runJobs();
  assert.equal((await ann.api('GET', '/api/notifications')).body.length, 1);
  assert.equal(server.received.filter(({ to }) => to.includes(ann.email)).length, 0);
});

test('AllowComment is a term of links: false by default, set at creation and by PATCH', async () => {
  const { ann, documentId } = await link();
  const shares = `/api/documents/${documentId}/shares`;
  const { body: plain } = await ann.api('POST', `/api/documents/${documentId}/share`, { AllowView: true });
  assert.equal(plain.AllowComment, false);
  const wanted = { AllowView: true, AllowComment: true };
  const { body: made } = await ann.api('POST', `/api/documents/${documentId}/share`, wanted);
  assert.equal((await ann.api('GET', `${shares}/${made.ShareId}`)).body.AllowComment, true);
  const vera = visitor(app, made.ReferenceString);
  assert.equal((await vera.ask('GET', '')).body.Allow.Comment, true);
  const changed = await ann.api('PATCH', `${shares}/${made.ShareId}`, { AllowComment: false });
  assert.deepEqual([changed.status, changed.body.AllowComment], [200, false]);
  assert.equal((await vera.ask('GET', '')).body.Allow.Comment, false);
});

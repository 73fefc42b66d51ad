/** Notifications and emails about comments. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant, revokeAll } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { worldWithDocument } from './comments.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url });
const MINUTE_MS = 60_000;

const messagesOf = async (person: Person): Promise<string[]> =>
  (await person.api('GET', '/api/notifications')).body.map(({ Message }: { Message: string }) => Message);

/** The emails to a person since the last call. */
async function mailsTo({ email }: Person) {
  await app.runJobs();
  const mails = server.received.filter(({ to }) => to.includes(email));
  server.received.length = 0;
  return mails.map(({ raw, mail }) => ({
    raw,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
  }));
}

async function discussion() {
  const d = await worldWithDocument(app);
  const clara = await d.w.addPerson('Clara');
  await grant(app, clara, { documentId: d.documentId }, { allow: ['Read'] });
  const about = `[@DocumentId=${d.documentId}]plan.txt[/]`;
  return { ...d, clara, about };
}

test('a mentioned person gets one notification and one email with the text as plain text, the author none', async () => {
  const { bob, clara, path, about, say } = await discussion();
  await say(bob, 'Ask <b>@Clara</b> & me', { Mentions: [clara.userId, bob.userId, clara.userId] });
  const [mail, ...more] = await mailsTo(clara);
  assert.deepEqual(await messagesOf(clara), [`[@UserId=${bob.userId}]Bob[/] mentioned you in a comment on ${about}`]);
  assert.deepEqual([mail?.subject, more], ['Bob mentioned you in a comment on “plan.txt”', []]);
  assert.ok(mail?.text.includes('Ask <b>@Clara</b> & me'));
  assert.ok(String(mail?.html).includes('Ask &lt;b&gt;@Clara&lt;/b&gt; &amp; me'));
  assert.deepEqual(await messagesOf(bob), []);
  const { body } = await bob.api('GET', path);
  assert.deepEqual(
    body[0].Mentions.map(({ Name }: { Name: string }) => Name),
    ['Bob', 'Clara'],
  );
});

test('a changed text notifies only people whom it did not mention before', async () => {
  const { ann, bob, clara, path, say } = await discussion();
  const { CommentId } = await say(bob, 'see @Clara', { Mentions: [clara.userId] });
  const at = `${path}/${CommentId}`;
  await bob.api('PATCH', at, { Text: 'see @Clara and @Ann', Mentions: [clara.userId, ann.userId] });
  assert.equal((await messagesOf(clara)).length, 1);
  assert.equal((await messagesOf(ann)).length, 1);
  const refused = await bob.api('PATCH', at, { Text: 'see @nobody', Mentions: [999_999_999] });
  assert.equal(refused.status, 400);
  assert.equal((await bob.api('GET', at)).body.Text, 'see @Clara and @Ann');
});

test('one click turns emails about mentions off; notifications remain', async () => {
  const { bob, clara, say } = await discussion();
  await say(bob, 'first', { Mentions: [clara.userId] });
  const [mail] = await mailsTo(clara);
  const address = /^List-Unsubscribe: <([^>]+)>\r?$/m.exec(mail?.raw ?? '')?.[1] ?? '';
  const { pathname, search } = new URL(address);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const clicked = await fetch(new URL(pathname + search, app.url), {
    method: 'POST',
    headers: form,
    body: 'List-Unsubscribe=One-Click',
  });
  assert.ok(clicked.ok);
  assert.equal((await clara.api('GET', '/api/users/me')).body.MailPreferences.CommentMentions, false);
  await say(bob, 'second', { Mentions: [clara.userId] });
  assert.deepEqual(await mailsTo(clara), []);
  assert.equal((await messagesOf(clara)).length, 2);
});

test('the owner and the people of a thread get one notice, a burst in the next; nobody is told twice or of their own', async () => {
  const { ann, bob, clara, path, about, say } = await discussion();
  const { CommentId } = await say(bob, 'one');
  await app.runJobs();
  assert.deepEqual(await messagesOf(ann), [`[@UserId=${bob.userId}]Bob[/] commented on ${about}`]);
  await say(clara, 'two', { ParentId: CommentId });
  await say(bob, 'three', { ParentId: CommentId });
  await say(clara, 'four for @Ann', { ParentId: CommentId, Mentions: [ann.userId] });
  const { CommentId: gone } = await say(clara, 'five', { ParentId: CommentId });
  await say(clara, 'elsewhere');
  await clara.api('DELETE', `${path}/${gone}`);
  const [waiting] = await app.sql<{ at: string }[]>`
    select run_at as at from graphile_worker.jobs where task_identifier = 'comment-notice' order by run_at desc limit 1`;
  assert.equal(Date.parse(waiting?.at ?? ''), app.clock.now.getTime() + 5 * MINUTE_MS, 'after the pause');
  app.clock.advance(5 * MINUTE_MS);
  await app.runJobs();
  // Clara takes part since her reply. She mentioned Ann at once, so that comment is not in the notice.
  assert.deepEqual(await messagesOf(ann), [
    `[@UserId=${clara.userId}]Clara[/] and 1 other added 3 comments on ${about}`,
    `[@UserId=${clara.userId}]Clara[/] mentioned you in a comment on ${about}`,
    `[@UserId=${bob.userId}]Bob[/] commented on ${about}`,
  ]);
  assert.deepEqual(await messagesOf(bob), [`[@UserId=${clara.userId}]Clara[/] added 2 comments on ${about}`]);
  assert.deepEqual(await messagesOf(clara), [`[@UserId=${bob.userId}]Bob[/] commented on ${about}`]);
});

test('people who lost access, and those of a document in the trash, are not notified', async () => {
  const { ann, bob, clara, documentId, say } = await discussion();
  const { CommentId } = await say(bob, 'one');
  await say(clara, 'two', { ParentId: CommentId });
  await revokeAll(app, bob);
  await ann.api('DELETE', `/api/documents/${documentId}`);
  await app.runJobs();
  assert.deepEqual([await messagesOf(ann), await messagesOf(bob)], [[], []]);
});

test('emails of mentions count towards the daily limit of the author: 429, and nothing is written', async () => {
  const { w, bob, clara, say, path, listTexts } = await discussion();
  await w.admin.api('PATCH', '/api/settings', { MaxMailsPerUserPerDay: 1 });
  await say(bob, 'first', { Mentions: [clara.userId] });
  assert.equal((await bob.api('POST', path, { Text: 'second', Mentions: [clara.userId] })).status, 429);
  assert.deepEqual(await listTexts(), ['first']);
  assert.equal((await messagesOf(clara)).length, 1);
});

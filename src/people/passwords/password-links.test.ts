import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Person, World } from '../../../test/world.ts';
import { transaction } from '../../platform/db/connection.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { isSignedIn, signIn, trySignIn } from '../sessions/browser.fixture.ts';
import { pruneOneTimeLinksJob, passwordResetJob } from '../one-time-links/one-time-links.jobs.ts';
import { inviteUser } from '../one-time-links/one-time-links.steps.ts';

const server = await startMailServer();
// Behind a proxy, so that requests can come from everywhere.
const app = await startApp({ smtpUrl: server.url, webUrl: 'https://web.test', trustProxy: true });

let lastAddress = 0;
const from = (address: string) => ({ 'x-forwarded-for': address });
/** An address that no other test uses. */
const anywhere = () => from(`10.0.${(lastAddress += 1) >> 8}.${lastAddress & 255}`);

const HOUR = 3_600_000;
const NEW = 'a password of my own';

const requestReset = (w: World, email: string, headers = anywhere()) =>
  w.anonymous.api('POST', '/api/password-resets', { Email: email }, headers);
const complete = (w: World, token: string, password = NEW) =>
  w.anonymous.api('POST', '/api/password-resets/complete', { Token: token, NewPassword: password });
const accept = (w: World, token: string, password = NEW) =>
  w.anonymous.api('POST', '/api/invitations/accept', { Token: token, NewPassword: password });

/** The fragment of the only link in the mail to this person, which is removed from the mailbox. */
function mailedSecret(email: string, page: string): string {
  const { text = '' } = server.takeMailTo(email);
  const [link = '', ...others] = text.match(/https:\S+/g) ?? [];
  assert.deepEqual(others, []);
  assert.ok(link.startsWith(`https://web.test/${page}#`), link);
  return new URL(link).hash.slice(1);
}

async function mailedReset(w: World, person: Person): Promise<string> {
  assert.equal((await requestReset(w, person.email)).status, 202);
  await app.runJobs();
  return mailedSecret(person.email, 'password-reset');
}

async function mailedInvitation(person: Person): Promise<string> {
  await transaction(app.sql, (tx) => inviteUser(tx, app.deps, person, app.clock.now));
  await app.runJobs();
  return mailedSecret(person.email, 'invitation');
}

test('an invitation is mailed, and its link sets the first password', async () => {
  const w = await app.world();
  await app.sql`update users set password_hash = null where user_id = ${w.ann.userId}`;
  await transaction(app.sql, (tx) => inviteUser(tx, app.deps, w.ann, app.clock.now));
  await app.runJobs();
  const sent = server.received.find(({ to }) => to.includes(w.ann.email));
  assert.equal(sent?.mail.subject, 'You’re invited to Carrel');
  assert.match(sent?.mail.html ?? '', /href="https:\/\/web\.test\/invitation#[\w-]{43}"/);
  const secret = mailedSecret(w.ann.email, 'invitation');
  const answer = await accept(w, secret);
  assert.deepEqual([answer.status, answer.text], [204, '']);
  assert.equal((await trySignIn(w, w.ann.email, NEW)).status, 201);
});

test('an invitation is valid for seven days', async () => {
  const w = await app.world();
  const [anns, bobs] = [await mailedInvitation(w.ann), await mailedInvitation(w.bob)];
  app.clock.advance(7 * 24 * HOUR - 1);
  assert.equal((await accept(w, anns)).status, 204);
  app.clock.advance(1);
  assert.equal((await accept(w, bobs)).status, 410);
});

test('a new invitation replaces the earlier one', async () => {
  const w = await app.world();
  const [first, second] = [await mailedInvitation(w.ann), await mailedInvitation(w.ann)];
  assert.equal((await accept(w, first)).status, 410);
  assert.equal((await accept(w, second)).status, 204);
});

test('a mailed link sets a new password once and ends every session', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  const secret = await mailedReset(w, w.ann);
  const answer = await complete(w, secret);
  assert.deepEqual([answer.status, answer.text], [204, '']);
  assert.equal(await isSignedIn(browser), false);
  assert.equal((await trySignIn(w, w.ann.email, w.ann.password)).status, 401);
  assert.equal((await trySignIn(w, w.ann.email, NEW)).status, 201);
  const again = await complete(w, secret, 'yet another password');
  assert.deepEqual([again.status, again.body.type], [410, '/gone']);
  const rows = await app.sql`
    select from activity where user_id = ${w.ann.userId} and activity_type = 'PasswordChanged'`;
  assert.equal(rows.length, 1);
});

test('a reset revokes the API tokens of the account, and an invitation does not', async () => {
  const w = await app.world();
  assert.equal((await complete(w, await mailedReset(w, w.ann))).status, 204);
  assert.equal((await w.ann.api('GET', '/api/users/me')).status, 401);
  assert.equal((await accept(w, await mailedInvitation(w.bob))).status, 204);
  assert.equal((await w.bob.api('GET', '/api/users/me')).status, 200);
});

test('the answer to a reset request is the same for every address, and only users get a job and a mail', async () => {
  const w = await app.world();
  await app.runJobs();
  server.received.length = 0;
  const rows = async () => (await app.sql<{ rows: number }[]>`select count(*) as rows from throttles`)[0]?.rows ?? 0;
  const here = anywhere();
  await requestReset(w, 'somebody@example.test', here);
  const before = await rows();
  for (const email of ['nobody@example.test', 'no address', `x${w.ann.email}`]) {
    const answer = await requestReset(w, email, here);
    assert.deepEqual([answer.status, answer.text], [202, '']);
  }
  const jobs = () => app.sql`
    select from graphile_worker.jobs where task_identifier = ${passwordResetJob.name}`;
  assert.deepEqual([(await jobs()).length, await rows()], [0, before]);
  const answers = await Promise.all([w.ann.email, w.ann.email.toUpperCase()].map((email) => requestReset(w, email)));
  for (const answer of answers) assert.deepEqual([answer.status, answer.text], [202, '']);
  assert.equal((await jobs()).length, 2);
  await app.runJobs();
  // The two requests for Ann came at the same moment: one mail answers both.
  assert.deepEqual(
    server.received.map(({ to }) => to),
    [[w.ann.email]],
  );
  server.received.length = 0;
  app.clock.advance(HOUR);
});

/** Sends requests a second apart; returns how many mails there were. */
async function resetMails(w: World, email: string, addresses: string[]): Promise<number> {
  for (const address of addresses) {
    app.clock.advance(1000);
    assert.equal((await requestReset(w, email, from(address))).status, 202);
    await app.runJobs();
  }
  return server.received.splice(0).length;
}

test("a stranger's requests for an account send at most three mails an hour, and the owner's own still sends one", async () => {
  const w = await app.world();
  assert.equal(await resetMails(w, w.ann.email, Array(5).fill('192.0.2.1')), 3);
  assert.equal(await resetMails(w, w.ann.email, ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4']), 3);
  app.clock.advance(1000);
  assert.equal((await requestReset(w, w.ann.email, from('198.51.100.7'))).status, 202);
  await app.runJobs();
  assert.equal((await complete(w, mailedSecret(w.ann.email, 'password-reset'))).status, 204);
  app.clock.advance(HOUR);
  assert.equal(await resetMails(w, w.ann.email, ['192.0.2.1']), 1);
});

test('an account gets at most 20 of these mails an hour, wherever the requests come from', async () => {
  const w = await app.world();
  const addresses = Array.from({ length: 23 }, (_, i) => `192.0.2.${i + 1}`);
  assert.equal(await resetMails(w, w.ann.email, addresses), 20);
});

test('after 20 requests an hour an address gets 429 for any account', async () => {
  const w = await app.world();
  const here = from('203.0.113.9');
  for (let i = 0; i < 20; i += 1) assert.equal((await requestReset(w, `nobody${i}@example.test`, here)).status, 202);
  const refused = await requestReset(w, w.ann.email, here);
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '3600']);
  assert.equal((await requestReset(w, w.ann.email, from('203.0.113.10'))).status, 202);
  app.clock.advance(HOUR);
  assert.equal((await requestReset(w, 'nobody@example.test', here)).status, 202);
  await app.runJobs();
  server.received.length = 0;
});

test('a reset link is valid for one hour', async () => {
  const w = await app.world();
  const [anns, bobs] = [await mailedReset(w, w.ann), await mailedReset(w, w.bob)];
  app.clock.advance(HOUR - 1);
  assert.equal((await complete(w, anns)).status, 204);
  app.clock.advance(1);
  assert.equal((await complete(w, bobs)).status, 410);
});

test('only the newest link is valid, and a password change voids it', async () => {
  const w = await app.world();
  const first = await mailedReset(w, w.ann);
  app.clock.advance(1000);
  const second = await mailedReset(w, w.ann);
  assert.equal((await complete(w, first)).status, 410);
  const change = { CurrentPassword: w.ann.password, NewPassword: NEW };
  assert.equal((await w.ann.api('PUT', '/api/users/me/password', change)).status, 204);
  assert.equal((await complete(w, second)).status, 410);
});

test('a password that the policy refuses leaves the link valid', async () => {
  const w = await app.world();
  const secret = await mailedReset(w, w.ann);
  const refused = await complete(w, secret, 'short');
  assert.equal(refused.status, 400);
  assert.deepEqual(refused.body.errors, [
    {
      type: '/invalid_parameter',
      title: 'Invalid parameter',
      instance: 'NewPassword',
      detail: 'The password needs at least 8 characters.',
    },
  ]);
  assert.equal((await complete(w, secret)).status, 204);
});

test('an invited person cannot choose a password that is easy to guess or contains their name', async () => {
  const w = await app.world();
  const secret = await mailedInvitation(w.bob);
  for (const password of ['iloveyou', `${w.bob.name} tulip river`]) {
    const refused = await accept(w, secret, password);
    assert.deepEqual([refused.status, refused.body.errors[0].instance], [400, 'NewPassword']);
  }
  assert.equal((await accept(w, secret)).status, 204);
});

test('of two concurrent uses of a link one succeeds', async () => {
  const w = await app.world();
  const secret = await mailedReset(w, w.ann);
  const passwords = ['first password', 'second password'];
  const answers = await Promise.all(passwords.map((password) => complete(w, secret, password)));
  assert.deepEqual(
    answers.map((answer) => answer.status).sort((a, b) => a - b),
    [204, 410],
  );
  const winner = passwords[answers.findIndex((answer) => answer.status === 204)] ?? '';
  assert.equal((await trySignIn(w, w.ann.email, winner)).status, 201);
});

test("an unknown token, another kind, or a deleted user's returns 410; none returns 400", async () => {
  const w = await app.world();
  assert.equal((await complete(w, 'unknown')).status, 410);
  assert.equal((await accept(w, await mailedReset(w, w.ann))).status, 410);
  assert.equal((await complete(w, await mailedInvitation(w.bob))).status, 410);
  const secret = await mailedReset(w, w.stranger);
  await app.sql`update users set deleted_at = now() where user_id = ${w.stranger.userId}`;
  assert.equal((await complete(w, secret)).status, 410);
  const empty = await w.anonymous.api('POST', '/api/password-resets/complete', {});
  assert.deepEqual(empty.body.errors.map((entry: { instance: string }) => entry.instance).sort(), [
    'NewPassword',
    'Token',
  ]);
  assert.equal((await w.anonymous.api('POST', '/api/password-resets', {})).status, 400);
});

test('the job that creates the link can run twice and mails once', async () => {
  const w = await app.world();
  const { deploymentId, userId } = w.ann;
  const payload = { deploymentId, userId, requestedAt: app.clock.now.toISOString() };
  await Promise.all([passwordResetJob.run(app.deps, payload), passwordResetJob.run(app.deps, payload)]);
  app.clock.advance(1000);
  await passwordResetJob.run(app.deps, payload);
  await app.runJobs();
  assert.equal((await complete(w, mailedSecret(w.ann.email, 'password-reset'))).status, 204);
});

test('addresses and secrets appear neither in the log nor in jobs nor unencrypted in tables', async () => {
  const w = await app.world();
  await requestReset(w, w.ann.email);
  const jobs = await app.sql`select * from graphile_worker._private_jobs`;
  await app.runJobs();
  const secret = mailedSecret(w.ann.email, 'password-reset');
  await complete(w, secret);
  const rows = await Promise.all([
    app.sql`select * from one_time_links`,
    app.sql`select * from throttles`,
    app.sql`select details from activity`,
    app.sql`select text_body, html_body from mails`,
  ]);
  const seen = JSON.stringify([jobs, app.logs, rows]);
  assert.ok(app.logs.length > 0 && jobs.length > 0);
  for (const hidden of [w.ann.email, secret, NEW]) assert.ok(!seen.includes(hidden));
});

test('expired links are deleted daily', async () => {
  const w = await app.world();
  await mailedReset(w, w.ann);
  const invitation = await mailedInvitation(w.ann);
  app.clock.advance(HOUR);
  await pruneOneTimeLinksJob.run(app.deps, null);
  const rows = await app.sql`select purpose from one_time_links where user_id = ${w.ann.userId}`;
  assert.deepEqual([...rows], [{ purpose: 'invitation' }]);
  assert.equal((await accept(w, invitation)).status, 204);
});

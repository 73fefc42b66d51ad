import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asPerson } from '../../../test/factories/persons.ts';
import { startApp } from '../../../test/harness.ts';
import type { Client } from '../../../test/client.ts';
import { signIn } from '../sessions/browser.fixture.ts';
import { type Made, makeToken, works } from './tokens.fixture.ts';

const app = await startApp();

const make = (maker: Pick<Client, 'api'>, userId: number, name: string, more = {}): Promise<Made> =>
  makeToken(app, maker, { userId, name, ...more });

test('the user and site admins of the deployment can list, create and revoke tokens', async () => {
  const w = await app.world();
  const path = `/api/users/${w.ann.userId}/tokens`;
  const made = await make(w.ann, w.ann.userId, 'mine');
  for (const [person, status] of [
    [w.bob, 403],
    [w.other, 404],
    [w.anonymous, 401],
  ] as const) {
    assert.equal((await person.api('GET', path)).status, status);
    assert.equal((await person.api('POST', path, { Name: 'x' })).status, status);
    assert.equal((await person.api('DELETE', `${path}/${made.tokenId}`)).status, status);
  }
  assert.ok(await works(made));
  assert.equal((await w.admin.api('GET', path)).body.length, 2);
  // A token is found below its own user only.
  assert.equal((await w.bob.api('DELETE', `/api/users/${w.bob.userId}/tokens/${made.tokenId}`)).status, 404);
  assert.equal((await w.admin.api('DELETE', `${path}/${made.tokenId}`)).status, 204);
  for (const id of ['abc', '0', '999999999']) assert.equal((await w.ann.api('DELETE', `${path}/${id}`)).status, 404);
});

test('site admins list the tokens of the whole deployment, newest first, or those of one person', async () => {
  const w = await app.world();
  const mine = await make(w.ann, w.ann.userId, 'of ann');
  const revoked = await make(w.bob, w.bob.userId, 'revoked');
  const his = await make(w.bob, w.bob.userId, 'of bob');
  await w.bob.api('DELETE', `/api/users/${w.bob.userId}/tokens/${revoked.tokenId}`);
  const first = await w.admin.api('GET', '/api/admin/tokens?top=2');
  const DateCreated = app.clock.now.toISOString();
  const User = asPerson(w.bob);
  assert.deepEqual(first.body[0], {
    TokenId: his.tokenId,
    Name: 'of bob',
    IsSync: false,
    DateCreated,
    CreatedBy: User,
    Scopes: null,
    ExpiresOn: null,
    LastUsed: null,
    LastAddress: null,
    PreviousValidUntil: null,
    PreviousLastUsed: null,
    User,
  });
  assert.equal(first.body[1].TokenId, mine.tokenId);
  const next = /<http:\/\/carrel.test([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const all = [...first.body, ...(await w.admin.api('GET', next)).body].map((row: { TokenId: number }) => row.TokenId);
  assert.deepEqual(
    all,
    all.toSorted((a, b) => b - a),
  );
  assert.ok(!all.includes(revoked.tokenId));
  const ofAnn = (await w.admin.api('GET', `/api/admin/tokens?userId=${w.ann.userId}`)).body;
  assert.deepEqual(new Set(ofAnn.map((row: { User: { Email: string } }) => row.User.Email)), new Set([w.ann.email]));
  assert.ok(!first.text.includes(his.token));
  assert.equal((await w.ann.api('GET', '/api/admin/tokens')).status, 403);
  assert.equal((await w.admin.api('GET', '/api/admin/tokens?userId=x')).status, 400);
  const ofOthers = (await w.other.api('GET', '/api/admin/tokens')).body;
  assert.ok(!ofOthers.some((row: { TokenId: number }) => all.includes(row.TokenId)));
});

test("a site admin's old session creates tokens for others only with the admin's own password", async () => {
  const w = await app.world();
  const browser = await signIn(w, w.admin);
  app.clock.advance(600_001);
  const path = `/api/users/${w.ann.userId}/tokens`;
  assert.equal((await browser.api('POST', path, { Name: 'x' })).body.PasswordRequired, true);
  await make(browser, w.ann.userId, 'x', { CurrentPassword: w.admin.password });
  // The existence of the user and the rights of the caller are checked before the password.
  const unknown = await browser.api('POST', '/api/users/999999999/tokens', { Name: 'x' });
  assert.equal(unknown.status, 404);
  const bobs = await signIn(w, w.bob);
  app.clock.advance(600_001);
  const forbidden = await bobs.api('POST', path, { Name: 'x' });
  assert.deepEqual([forbidden.status, forbidden.body.PasswordRequired], [403, undefined]);
});

test('the first use of a token that a site admin created for a user is recorded once, with its creator', async () => {
  const w = await app.world();
  const made = await make(w.admin, w.ann.userId, 'Migration');
  await Promise.all(Array.from({ length: 5 }, () => made.api('GET', '/api/users/me')));
  app.clock.advance(120_000);
  await made.api('GET', '/api/users/me');
  const rows = await app.sql<{ userId: number; name: string; details: unknown }[]>`
    select user_id as "userId", content_name as name, details from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'TokenFirstUsed'`;
  const details = { tokenId: made.tokenId, createdByUserId: w.admin.userId };
  assert.deepEqual([...rows], [{ userId: w.ann.userId, name: 'Migration', details }]);
  const [listed] = (await w.ann.api('GET', `/api/users/${w.ann.userId}/tokens`)).body.slice(-1);
  assert.equal(listed.LastUsed, app.clock.now.toISOString());
  const own = await make(w.ann, w.ann.userId, 'own');
  await own.api('GET', '/api/users/me');
  const all = await app.sql`
    select from activity where deployment_id = ${w.deploymentId} and activity_type = 'TokenFirstUsed'`;
  assert.equal(all.length, 1);
});

test('a user is notified of a token that a site admin creates for them, and can revoke it', async () => {
  const w = await app.world();
  const made = await make(w.admin, w.ann.userId, 'Migration [x]');
  const [notification] = (await w.ann.api('GET', '/api/notifications')).body;
  assert.equal(
    notification.Message,
    `[@UserId=${w.admin.userId}]Admin[/] created the API token “Migration \\[x]” for your account.`,
  );
  const [listed] = (await w.ann.api('GET', `/api/users/${w.ann.userId}/tokens`)).body.slice(-1);
  assert.deepEqual(listed.CreatedBy, asPerson(w.admin));
  assert.equal((await w.ann.api('DELETE', `/api/users/${w.ann.userId}/tokens/${made.tokenId}`)).status, 204);
  assert.equal(await works(made), false);
  await make(w.ann, w.ann.userId, 'own');
  assert.equal((await w.ann.api('GET', '/api/notifications')).body.length, 1);
});

test('creating a token for a user mails that user, without the token, and is logged for both', async () => {
  const w = await app.world();
  const made = await make(w.admin, w.ann.userId, 'Migration');
  assert.equal((await made.api('GET', '/api/users/me')).body.UserId, w.ann.userId);
  const [mail] = await app.sql`select subject, text_body, html_body from mails where recipient = ${w.ann.email}`;
  assert.match(mail?.['text_body'], /Migration/);
  assert.match(mail?.['text_body'], new RegExp(w.admin.email));
  assert.ok(!JSON.stringify(mail).includes(made.token));
  const logged = await app.sql`
    select user_id, content_name, details from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'TokenCreated' order by activity_id`;
  const details = { tokenId: made.tokenId, ofUserId: w.ann.userId, doneByUserId: w.admin.userId };
  assert.deepEqual(
    logged.map((row) => ({ ...row })),
    [w.admin.userId, w.ann.userId].map((user_id) => ({ user_id, content_name: 'Migration', details })),
  );
  await make(w.ann, w.ann.userId, 'mine');
  assert.equal((await app.sql`select from mails where recipient = ${w.ann.email}`).length, 1);
});

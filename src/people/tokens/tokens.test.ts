import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asPerson } from '../../../test/factories/persons.ts';
import { startApp } from '../../../test/harness.ts';
import type { Client } from '../../../test/client.ts';
import { client } from '../../../test/client.ts';
import { transaction } from '../../platform/db/connection.ts';
import { signIn } from '../sessions/browser.fixture.ts';
import { lockUser } from '../credentials/credentials.queries.ts';
import { replacePassword } from '../passwords/passwords.steps.ts';
import { addToken, revokeTokenTree } from './tokens.steps.ts';
import { type Made, makeToken, works } from './tokens.fixture.ts';

const app = await startApp();

const UNUSED = { LastUsed: null, LastAddress: null, PreviousValidUntil: null, PreviousLastUsed: null };

const make = (maker: Pick<Client, 'api'>, userId: number, name: string, more = {}): Promise<Made> =>
  makeToken(app, maker, { userId, name, ...more });

test('a token is shown once, works at once, and is never listed', async () => {
  const { ann } = await app.world();
  const path = `/api/users/${ann.userId}/tokens`;
  const { status, headers, body } = await ann.api('POST', path, { Name: ' CI ' });
  assert.equal(status, 201);
  assert.deepEqual(body, {
    TokenId: body.TokenId,
    Name: 'CI',
    IsSync: false,
    DateCreated: app.clock.now.toISOString(),
    CreatedBy: asPerson(ann),
    Scopes: null,
    ExpiresOn: null,
    Token: body.Token,
  });
  assert.match(body.Token, /^carrel_/);
  assert.equal(headers.get('cache-control'), 'no-store');
  const { Token: token, ...shown } = body;
  const listed = await ann.api('GET', path);
  assert.equal(listed.status, 200);
  assert.deepEqual(listed.body.at(-1), { ...shown, ...UNUSED });
  assert.ok(!listed.text.includes(token));
  assert.ok(await works(client(app.url, token)));
  const used = (await ann.api('GET', path)).body.map((row: { LastUsed: string | null }) => row.LastUsed);
  assert.deepEqual(used, [app.clock.now.toISOString(), app.clock.now.toISOString()]);
  const [row] = await app.sql`select token_hash from tokens where token_id = ${body.TokenId}`;
  assert.ok(!row?.['token_hash'].includes(token));
});

test('lists are paged in order of creation', async () => {
  const { ann } = await app.world();
  for (const name of ['a', 'b', 'c']) await make(ann, ann.userId, name);
  const first = await ann.api('GET', `/api/users/${ann.userId}/tokens?top=3`);
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1]?.replace('http://carrel.test', '') ?? '';
  const names = [...first.body, ...(await ann.api('GET', next)).body].map((row: { Name: string }) => row.Name);
  assert.deepEqual(names, ['test', 'a', 'b', 'c']);
});

test('revoking a token revokes all tokens created with it, recursively', async () => {
  const { ann, bob } = await app.world();
  const root = await make(ann, ann.userId, 'root');
  const child = await make(root, ann.userId, 'child');
  const grandchild = await make(child, ann.userId, 'grandchild');
  const sibling = await make(ann, ann.userId, 'sibling');
  const revoked = await ann.api('DELETE', `/api/users/${ann.userId}/tokens/${root.tokenId}`);
  assert.deepEqual([revoked.status, revoked.text], [204, '']);
  for (const made of [root, child, grandchild]) assert.equal(await works(made), false);
  for (const made of [ann, bob, sibling]) assert.equal(await works(made), true);
  const names = (await ann.api('GET', `/api/users/${ann.userId}/tokens`)).body.map((row: { Name: string }) => row.Name);
  assert.deepEqual(names, ['test', 'sibling']);
  assert.equal((await ann.api('DELETE', `/api/users/${ann.userId}/tokens/${root.tokenId}`)).status, 404);
  assert.equal((await ann.api('DELETE', `/api/users/${ann.userId}/tokens/${child.tokenId}`)).status, 404);
});

test('a token can revoke itself', async () => {
  const { ann } = await app.world();
  const made = await make(ann, ann.userId, 'self');
  assert.equal((await made.api('DELETE', `/api/users/${ann.userId}/tokens/${made.tokenId}`)).status, 204);
  assert.equal(await works(made), false);
});

test('a token created in a browser has no parent', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  const made = await make(browser, w.ann.userId, 'browser');
  const [row] = await app.sql`select parent_token_id from tokens where token_id = ${made.tokenId}`;
  assert.equal(row?.['parent_token_id'], null);
  assert.ok(await works(made));
});

test('a token requires a displayable name: 400', async () => {
  const { ann } = await app.world();
  for (const body of [{}, { Name: '' }, { Name: ' ' }, { Name: 'x'.repeat(200) }, { Name: 7 }, { Name: 'a\u0000b' }]) {
    assert.equal((await ann.api('POST', `/api/users/${ann.userId}/tokens`, body)).status, 400, JSON.stringify(body));
  }
});

test('lists show which tokens are for sync clients', async () => {
  const { ann, admin } = await app.world();
  await make(ann, ann.userId, 'Laptop', { IsSync: true });
  await make(ann, ann.userId, 'CI', { IsSync: false });
  const shown = (row: { Name: string; IsSync: boolean }) => [row.Name, row.IsSync];
  const own = (await ann.api('GET', `/api/users/${ann.userId}/tokens`)).body.map(shown);
  assert.deepEqual(own.slice(-2), [
    ['Laptop', true],
    ['CI', false],
  ]);
  const all = (await admin.api('GET', `/api/admin/tokens?userId=${ann.userId}`)).body.map(shown);
  assert.deepEqual(all.slice(0, 2), [
    ['CI', false],
    ['Laptop', true],
  ]);
  const refused = await ann.api('POST', `/api/users/${ann.userId}/tokens`, { Name: 'x', IsSync: 'yes' });
  assert.equal(refused.status, 400);
});

test('a session of more than 10 minutes creates a token only with the current password', async () => {
  const w = await app.world();
  const path = `/api/users/${w.ann.userId}/tokens`;
  const browser = await signIn(w, w.ann);
  app.clock.advance(600_000);
  await make(browser, w.ann.userId, 'fresh');
  app.clock.advance(1);
  const refused = await browser.api('POST', path, { Name: 'late' });
  assert.deepEqual(
    [refused.status, refused.body.title, refused.body.PasswordRequired],
    [403, 'Confirm that it’s you to continue.', true],
  );
  const wrong = await browser.api('POST', path, { Name: 'late', CurrentPassword: 'wrong' });
  assert.deepEqual([wrong.status, wrong.body.title], [403, 'The current password is wrong.']);
  const names = (await w.ann.api('GET', path)).body.map((row: { Name: string }) => row.Name);
  assert.deepEqual(names, ['test', 'fresh']);
  const recorded = await app.sql`
    select from activity where user_id = ${w.ann.userId} and activity_type = 'InvalidUserOrPassword'`;
  assert.equal(recorded.length, 1);
  await make(browser, w.ann.userId, 'late', { CurrentPassword: w.ann.password });
  // A program has no password; what it makes ends with its own token.
  await make(w.ann, w.ann.userId, 'of a token');
});

test('a token created by a session during a reset that revokes all does not outlive the reset', async () => {
  const w = await app.world();
  const { ann } = w;
  const browser = await signIn(w, ann);
  const held = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const locking = transaction(app.sql, async (tx) => {
    await lockUser(tx, ann);
    const change = { passwordHash: 'none', sparedSessionId: null, revokesTokens: true, now: app.clock.now };
    await replacePassword(tx, ann, change);
    held.resolve();
    await mayCommit.promise;
  });
  await held.promise;
  const making = browser.api('POST', `/api/users/${ann.userId}/tokens`, { Name: 'late' });
  while ((await app.sql`select from pg_locks where not granted`).length === 0);
  mayCommit.resolve();
  const [answer] = await Promise.all([making, locking]);
  assert.equal(answer.status, 401);
  const rows = await app.sql`select from tokens where user_id = ${ann.userId} and revoked_at is null`;
  assert.equal(rows.length, 0);
});

test('a token created while its parent is revoked does not outlive it', async () => {
  const { ann } = await app.world();
  const { deploymentId, userId } = ann;
  const parent = await make(ann, userId, 'parent');
  const child = { deploymentId, userId, parentTokenId: parent.tokenId, createdBy: userId, now: app.clock.now };
  const inserted = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const making = transaction(app.sql, async (tx) => {
    const made = await addToken(tx, { ...child, name: 'late' });
    inserted.resolve();
    await mayCommit.promise;
    return made;
  });
  await inserted.promise;
  const revoking = transaction(app.sql, (tx) => revokeTokenTree(tx, deploymentId, parent.tokenId, app.clock.now));
  // The revocation waits for the other transaction, whose token it cannot see yet.
  while ((await app.sql`select from pg_locks where not granted`).length === 0);
  mayCommit.resolve();
  const [late] = await Promise.all([making, revoking]);
  assert.equal(await works(client(app.url, late.token)), false);
  await assert.rejects(
    transaction(app.sql, (tx) => addToken(tx, { ...child, name: 'too late' })),
    (error: { status?: number }) => error.status === 401,
  );
});

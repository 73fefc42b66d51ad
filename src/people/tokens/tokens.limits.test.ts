/** Scopes, expiry and rotation of tokens (docs/api/authentication.md#api-tokens). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client } from '../../../test/client.ts';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { signIn } from '../sessions/browser.fixture.ts';
import { makeToken, works } from './tokens.fixture.ts';
import { deleteEndedTokens } from './tokens.steps.ts';

const app = await startApp();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const later = (ms: number) => new Date(app.clock.now.getTime() + ms).toISOString();

test('a token with scopes does what they allow within the rights of its owner, and a refused read is recorded', async () => {
  const { ann, bob } = await app.world();
  const folder = await ann.folder(ann.libraryId, 'Plans');
  const documentId = await ann.document(folder, 'a.txt');
  const reader = await makeToken(app, ann, { userId: ann.userId, name: 'r', Scopes: ['DOCUMENTS:READ'] });
  assert.match(reader.token, /^carrel_limited_/);
  assert.equal((await reader.api('GET', `/api/documents/${documentId}/content`)).status, 200);
  const refused = await reader.upload(folder, 'b.txt', 'b');
  assert.deepEqual(
    [refused.status, refused.body.title, refused.body.MissingScopes],
    [403, 'This API token lacks the scope documents:write.', ['documents:write']],
  );
  const other = await makeToken(app, bob, { userId: bob.userId, name: 'r', Scopes: ['documents:read'] });
  assert.equal((await other.api('GET', `/api/documents/${documentId}`)).status, 403);
  const writer = await makeToken(app, ann, { userId: ann.userId, name: 'w', Scopes: ['documents:write'] });
  assert.equal((await writer.api('GET', `/api/documents/${documentId}/content`)).status, 403);
  assert.equal((await writer.api('HEAD', `/api/documents/${documentId}/content`)).status, 403);
  assert.equal((await writer.api('GET', `/api/documents/${documentId}/preview`)).status, 403);
  const recorded = await app.sql`
    select from activity where document_id = ${documentId} and activity_type = 'AccessDenied'`;
  assert.equal(recorded.length, 2);
  // A method that is named in a header is the method that counts.
  const method = { 'x-http-method-override': 'DELETE', 'tus-resumable': '1.0.0' };
  assert.equal((await reader.api('POST', '/api/uploads/x', undefined, method)).status, 403);
});

test('a token creates no token that can do more, lasts longer, or belongs to somebody else', async () => {
  const { admin, ann } = await app.world();
  const ExpiresOn = later(DAY_MS);
  const limited = await makeToken(app, admin, {
    userId: admin.userId,
    name: 'CI',
    Scopes: ['tasks', 'documents:read', 'tasks'],
    ExpiresOn,
  });
  const path = `/api/users/${admin.userId}/tokens`;
  const inherited = await limited.api('POST', path, { Name: 'child' });
  assert.deepEqual([inherited.body.Scopes, inherited.body.ExpiresOn], [['documents:read', 'tasks'], ExpiresOn]);
  const fewer = await limited.api('POST', path, { Name: 'child', Scopes: ['tasks'], ExpiresOn: later(HOUR_MS) });
  assert.deepEqual([fewer.status, fewer.body.Scopes], [201, ['tasks']]);
  const more = await limited.api('POST', path, { Name: 'child', Scopes: ['tasks', 'admin'] });
  assert.deepEqual([more.status, more.body.MissingScopes], [403, ['admin']]);
  assert.equal((await limited.api('POST', path, { Name: 'child', ExpiresOn: later(2 * DAY_MS) })).status, 403);
  const forAnn = await limited.api('POST', `/api/users/${ann.userId}/tokens`, { Name: 'x', Scopes: ['tasks'] });
  assert.deepEqual([forAnn.status, forAnn.body.MissingScopes], [403, ['admin']]);
  const other = await makeToken(app, admin, { userId: admin.userId, name: 'other', Scopes: ['tasks'] });
  for (const [verb, target] of [
    ['GET', path],
    ['DELETE', `${path}/${other.tokenId}`],
    ['POST', `/api/tokens/${other.tokenId}/rotate`],
  ] as const) {
    assert.equal((await limited.api(verb, target, verb === 'POST' ? {} : undefined)).status, 403, target);
  }
  assert.equal((await limited.api('DELETE', `${path}/${limited.tokenId}`)).status, 204);
  assert.equal(await works(client(app.url, inherited.body.Token)), false);
});

test('an expired token is refused at once, is not listed, and is deleted with the tokens that it created', async () => {
  const { ann } = await app.world();
  const made = await makeToken(app, ann, { userId: ann.userId, name: 'short', ExpiresOn: later(HOUR_MS) });
  const child = await makeToken(app, made, { userId: ann.userId, name: 'child' });
  assert.deepEqual([await works(made), await works(child)], [true, true]);
  app.clock.advance(HOUR_MS);
  assert.deepEqual([await works(made), await works(child)], [false, false]);
  const listed = await ann.api('GET', `/api/users/${ann.userId}/tokens`);
  assert.deepEqual(
    listed.body.map((row: { Name: string }) => row.Name),
    ['test'],
  );
  await deleteEndedTokens(app.sql, app.clock.now);
  assert.equal((await app.sql`select from tokens where user_id = ${ann.userId}`).length, 1);
  for (const ExpiresOn of [app.clock.now.toISOString(), '2020-01-01', 'tomorrow']) {
    assert.equal((await ann.api('POST', `/api/users/${ann.userId}/tokens`, { Name: 'x', ExpiresOn })).status, 400);
  }
});

test('after a rotation both secrets are valid until the overlap ends, and the token keeps its id and its children', async () => {
  const { ann } = await app.world();
  const made = await makeToken(app, ann, { userId: ann.userId, name: 'CI', Scopes: ['documents:read'] });
  const child = await makeToken(app, made, { userId: ann.userId, name: 'child' });
  const rotated = await made.api('POST', `/api/tokens/${made.tokenId}/rotate`, { OverlapHours: 24 });
  assert.deepEqual(
    [rotated.status, rotated.body.TokenId, rotated.body.Scopes, rotated.body.PreviousValidUntil],
    [201, made.tokenId, ['documents:read'], later(DAY_MS)],
  );
  const next = { ...made, ...client(app.url, rotated.body.Token) };
  assert.deepEqual([await works(made), await works(next), await works(child)], [true, true, true]);
  const row = (await ann.api('GET', `/api/users/${ann.userId}/tokens`)).body.find(
    (one: { TokenId: number }) => one.TokenId === made.tokenId,
  );
  assert.deepEqual(
    [row.PreviousValidUntil, row.PreviousLastUsed, row.LastAddress],
    [later(DAY_MS), app.clock.now.toISOString(), '127.0.0.1'],
  );
  const again = await made.api('POST', `/api/tokens/${made.tokenId}/rotate`, {});
  assert.deepEqual([again.status, again.body.title], [403, 'This token was rotated. Rotate it with its new secret.']);
  const late = await made.api('POST', `/api/users/${ann.userId}/tokens`, { Name: 'late' });
  assert.deepEqual([late.status, late.body.ExpiresOn], [201, later(DAY_MS)]);
  app.clock.advance(DAY_MS);
  assert.deepEqual([await works(made), await works(next)], [false, true]);
  await deleteEndedTokens(app.sql, app.clock.now);
  assert.deepEqual([await works(next), await works(child)], [true, true]);
});

test('a second rotation ends the first secret, and revoking the token ends the previous one too', async () => {
  const { ann } = await app.world();
  const first = await makeToken(app, ann, { userId: ann.userId, name: 'CI' });
  const rotate = async () => {
    const { body } = await ann.api('POST', `/api/tokens/${first.tokenId}/rotate`, { OverlapHours: 168 });
    return { ...first, ...client(app.url, body.Token) };
  };
  const second = await rotate();
  const third = await rotate();
  assert.deepEqual([await works(first), await works(second), await works(third)], [false, true, true]);
  await ann.api('DELETE', `/api/users/${ann.userId}/tokens/${first.tokenId}`);
  assert.deepEqual([await works(second), await works(third)], [false, false]);
});

test('of two rotations at once both secrets differ, and only the last one and its previous one remain', async () => {
  const { ann } = await app.world();
  const made = await makeToken(app, ann, { userId: ann.userId, name: 'CI' });
  const rotate = () => ann.api('POST', `/api/tokens/${made.tokenId}/rotate`, { OverlapHours: 1 });
  const answers = await Promise.all([rotate(), rotate()]);
  const valid = await Promise.all(answers.map(({ body }) => works({ ...made, ...client(app.url, body.Token) })));
  assert.deepEqual([...valid, await works(made)], [true, true, false]);
});

test('of rotations at once by the token itself, one succeeds, and the others are sent with a replaced secret', async () => {
  const { ann } = await app.world();
  const made = await makeToken(app, ann, { userId: ann.userId, name: 'CI' });
  const rotate = () => made.api('POST', `/api/tokens/${made.tokenId}/rotate`, {});
  const answers = await Promise.all([rotate(), rotate(), rotate(), rotate()]);
  const secrets = answers.filter(({ status }) => status === 201).map(({ body }) => body.Token);
  assert.equal(secrets.length, 1);
  assert.equal(await works({ ...made, ...client(app.url, secrets[0]) }), true);
});

test('a rotation sets an end for the token and what it created, which the token itself cannot move', async () => {
  const { ann, bob, admin } = await app.world();
  const made = await makeToken(app, ann, { userId: ann.userId, name: 'CI' });
  const child = await makeToken(app, made, { userId: ann.userId, name: 'child' });
  const path = `/api/tokens/${made.tokenId}/rotate`;
  const { body } = await ann.api('POST', path, { ExpiresOn: later(HOUR_MS), OverlapHours: 24 });
  assert.deepEqual([body.ExpiresOn, body.PreviousValidUntil], [later(HOUR_MS), later(HOUR_MS)]);
  const next = client(app.url, body.Token);
  assert.equal((await next.api('POST', path, { ExpiresOn: later(DAY_MS) })).status, 403);
  for (const wrong of [{ OverlapHours: 169 }, { OverlapHours: -1 }, { Overlap: 1 }]) {
    assert.equal((await ann.api('POST', path, wrong)).status, 400, JSON.stringify(wrong));
  }
  assert.equal((await bob.api('POST', path, {})).status, 404);
  assert.equal((await admin.api('POST', path, {})).status, 201);
  app.clock.advance(HOUR_MS);
  assert.equal(await works(child), false);
  assert.equal((await ann.api('POST', path, {})).status, 404);
});

test('a token that is created while its parent gets an expiration does not outlive it', async () => {
  const { ann } = await app.world();
  const parent = await makeToken(app, ann, { userId: ann.userId, name: 'parent' });
  // Its use is recorded at most once a minute, so the requests below do not write it.
  assert.equal(await works(parent), true);
  const ExpiresOn = later(DAY_MS);
  const [rotated, made] = await app.sql
    .begin(async (tx) => {
      await tx`select from tokens where token_id = ${parent.tokenId} for update`;
      const rotation = parent.api('POST', `/api/tokens/${parent.tokenId}/rotate`, { ExpiresOn });
      await untilWaiting(app, 1);
      const creation = parent.api('POST', `/api/users/${ann.userId}/tokens`, { Name: 'late' });
      await untilWaiting(app, 2);
      return [rotation, creation];
    })
    .then((answers) => Promise.all(answers));
  assert.deepEqual([rotated?.status, made?.status, made?.body.ExpiresOn], [201, 201, ExpiresOn]);
  assert.match(made?.body.Token, /^carrel_limited_/);
});

test('a session of more than 10 minutes rotates a token only with the current password', async () => {
  const w = await app.world();
  const made = await makeToken(app, w.ann, { userId: w.ann.userId, name: 'CI' });
  const browser = await signIn(w, w.ann);
  app.clock.advance(600_001);
  const path = `/api/tokens/${made.tokenId}/rotate`;
  const refused = await browser.api('POST', path, {});
  assert.deepEqual([refused.status, refused.body.PasswordRequired], [403, true]);
  assert.equal((await browser.api('POST', path, { CurrentPassword: 'wrong' })).status, 403);
  assert.ok(await works(made));
  assert.equal((await browser.api('POST', path, { CurrentPassword: w.ann.password })).status, 201);
  assert.equal(await works(made), false);
});

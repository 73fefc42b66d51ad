import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { startApp } from '../../../test/harness.ts';
import { hashSecret, newToken } from '../../platform/crypto/secrets.ts';

const app = await startApp({}, { own: 'reads whole tables' });

const statusWith = async (authorization: string | undefined, path = '/api/libraries') => {
  const headers = authorization === undefined ? {} : { authorization };
  return (await fetch(new URL(path, app.url), { headers })).status;
};

test('Bearer and any WORD-TOKEN are accepted in any case, with any number of spaces', async () => {
  const { ann } = await app.world();
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'DOCS-TOKEN', 'Carrel-Token', 'x-token', 'Bearer  ']) {
    assert.equal(await statusWith(`${scheme} ${ann.token}`), 200, scheme);
  }
});

test('every endpoint accepts WORD-TOKEN', async () => {
  const { ann } = await app.world();
  const headers = { authorization: `DOCS-TOKEN ${ann.token}` };
  const place = `/api/libraries/${ann.libraryId}/folders`;
  const { status, body } = await ann.api('POST', place, { FolderName: 'F' }, headers);
  assert.equal(status, 201);
  const path = `/api/folders/${body.FolderId}`;
  for (const [method, address, expected] of [
    ['GET', `${path}?embed=d,f`, 200],
    ['DELETE', path, 204],
    ['PATCH', `${path}/restore`, 200],
  ] as const) {
    assert.equal((await ann.api(method, address, undefined, headers)).status, expected);
  }
});

test('a missing, unknown or malformed credential returns 401 with WWW-Authenticate', async () => {
  const { ann, anonymous } = await app.world();
  const basic = Buffer.from(`${ann.email}:${ann.password}`).toString('base64');
  const mistyped = ann.token.slice(0, -1) + (ann.token.endsWith('0') ? '1' : '0');
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    ann.token,
    `Basic ${basic}`,
    `TOKEN ${ann.token}`,
    `X1-TOKEN ${ann.token}`,
    `-TOKEN ${ann.token}`,
    `Bearer-TOKEN-X ${ann.token}`,
    `Bearer ${ann.token} ${ann.token}`,
    `Bearer ${mistyped}`,
    `Bearer ${ann.token}x`,
    `Bearer ${ann.token.slice(0, 20)}`,
    `Bearer ${newToken()}`,
    `Bearer ${'x'.repeat(5000)}`,
  ]) {
    assert.equal(await statusWith(authorization), 401, authorization);
  }
  const { status, headers, body } = await anonymous.api('GET', '/api/libraries');
  assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Bearer']);
  assert.deepEqual([body.status, body.type, body.instance], [401, '/unauthorized', '/api/libraries']);
});

test('a revoked token is refused at once', async () => {
  const { ann, bob } = await app.world();
  await app.sql`update tokens set revoked_at = ${app.clock.now} where token_hash = ${hashSecret(ann.token)}`;
  assert.equal(await statusWith(`Bearer ${ann.token}`), 401);
  assert.equal(await statusWith(`Bearer ${bob.token}`), 200);
});

test('the token of a deleted user is refused', async () => {
  const { ann } = await app.world();
  await app.sql`update users set deleted_at = ${app.clock.now} where user_id = ${ann.userId}`;
  assert.equal(await statusWith(`Bearer ${ann.token}`), 401);
});

test('a former site admin loses the role with the next request', async () => {
  const { admin } = await app.world();
  assert.equal(await statusWith(`Bearer ${admin.token}`, '/api/settings'), 200);
  await app.sql`update users set is_site_admin = false where user_id = ${admin.userId}`;
  assert.equal(await statusWith(`Bearer ${admin.token}`, '/api/settings'), 403);
});

test('a token is stored as a hash, and its last use is recorded by the minute', async () => {
  const { ann } = await app.world();
  const lastUse = async () => {
    const [row] = await app.sql<{ at: string | null }[]>`
      select last_used_at as at from tokens where token_hash = ${hashSecret(ann.token)}`;
    return row?.at;
  };
  assert.equal(await lastUse(), null);
  const first = app.clock.now.toISOString();
  await ann.api('GET', '/api/libraries');
  assert.equal(await lastUse(), first);
  app.clock.advance(59_999);
  await ann.api('GET', '/api/libraries');
  assert.equal(await lastUse(), first);
  app.clock.advance(2);
  await ann.api('GET', '/api/libraries');
  assert.equal(await lastUse(), app.clock.now.toISOString());
  const [stored] = await app.sql<{ rows: string }[]>`select string_agg(t::text, ' ') as rows from tokens t`;
  assert.ok(!stored?.rows.includes(ann.token.slice(10)));
});

test('checks run in order: token, role, body, existence, right, state', async () => {
  const w = await app.world();
  const libraryId = await makeLibrary(w.admin);
  const folderId = await w.admin.folder(libraryId, 'F');
  const bad = { LibraryName: 5 };
  for (const [person, method, path, body, status] of [
    // 401 before the role, the body, the path, existence.
    [w.anonymous, 'PATCH', '/api/libraries/abc', bad, 401],
    [w.anonymous, 'GET', '/api/folders/999999999?embed=x', undefined, 401],
    // 403 of the role before the body, the path, existence.
    [w.ann, 'POST', '/api/libraries', bad, 403],
    [w.ann, 'PATCH', '/api/libraries/abc', bad, 403],
    [w.ann, 'DELETE', '/api/libraries/999999999', undefined, 403],
    // The form of path, query and body before existence.
    [w.admin, 'PATCH', '/api/libraries/999999999', bad, 400],
    [w.ann, 'GET', '/api/folders/999999999?embed=x', undefined, 400],
    [w.ann, 'GET', '/api/folders/999999999/folders?top=0', undefined, 400],
    [w.ann, 'POST', '/api/folders/999999999/folders', { FolderName: '' }, 400],
    [w.ann, 'POST', '/api/folders/999999999/folders', { FolderName: '..' }, 400],
    [w.ann, 'PATCH', '/api/folders/999999999', { FolderName: 'a/b' }, 400],
    [w.ann, 'DELETE', '/api/folders/999999999?purge=x', undefined, 400],
    // The form before the right.
    [w.stranger, 'POST', `/api/folders/${folderId}/folders`, {}, 400],
    // Existence before the right; the right before the state.
    [w.stranger, 'PATCH', '/api/folders/999999999', { FolderName: 'x' }, 404],
    [w.stranger, 'PATCH', `/api/folders/${folderId}`, { ParentFolderId: folderId }, 403],
    [w.stranger, 'PATCH', `/api/folders/${folderId}/restore`, undefined, 403],
    [w.admin, 'PATCH', `/api/folders/${folderId}/restore`, undefined, 409],
    [w.admin, 'PATCH', `/api/folders/${folderId}`, { ParentFolderId: folderId }, 409],
  ] as const) {
    assert.equal((await person.api(method, path, body)).status, status, `${method} ${path} ${JSON.stringify(body)}`);
  }
});

test('an unauthenticated request is refused without waiting for its body', async () => {
  const { anonymous } = await app.world();
  const { status, headers } = await anonymous.api('POST', '/api/libraries', { Filler: 'x'.repeat(2_000_000) });
  assert.equal(status, 401);
  assert.equal(headers.get('connection'), 'close');
});

test('of many requests at once each gets its own caller, and a revoked or unknown token 401', async () => {
  const { ann, bob, stranger } = await app.world();
  await app.sql`update tokens set revoked_at = now() where token_hash = ${hashSecret(stranger.token)}`;
  const callers: [token: string, email: string | undefined][] = [
    [ann.token, ann.email],
    [bob.token, bob.email],
    [stranger.token, undefined],
    [newToken(), undefined],
  ];
  const ask = async ([token, email]: (typeof callers)[number]) => {
    const answer = await fetch(new URL('/api/users/me', app.url), { headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.status, email === undefined ? 401 : 200);
    if (email !== undefined) assert.equal(((await answer.json()) as { Email: string }).Email, email);
  };
  await Promise.all(Array.from({ length: 10 }, () => callers.map(ask)).flat());
});

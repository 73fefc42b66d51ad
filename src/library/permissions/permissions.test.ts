import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { type Kind, KINDS, addGroup, corporateWorld } from './grants.fixture.ts';

const app = await startApp();
const ALL = ['Read', 'Write', 'Delete', 'Grant'];

test('PUT replaces the entries of a library, folder or document, and GET returns them', async () => {
  const { w, ids, path } = await corporateWorld(app);
  const groupId = await addGroup(w, 'Team', [w.bob]);
  const ends = new Date(app.clock.now.getTime() + 3_600_000).toISOString();
  for (const kind of KINDS) {
    const put = await w.admin.api('PUT', path(kind), [
      { GroupId: groupId, Allow: ['Write', 'Read'], Deny: null, ExpiresOn: ends.replace('Z', '') },
      { UserId: w.ann.userId, Allow: [], Deny: ['Delete'], Name: 'ignored' },
    ]);
    assert.equal(put.status, 200);
    assert.deepEqual(put.body, [
      { UserId: w.ann.userId, Name: 'Ann', Role: null, Allow: [], Deny: ['Delete'] },
      { GroupId: groupId, Name: 'Team', Role: null, Allow: ['Read', 'Write'], Deny: [], ExpiresOn: ends },
    ]);
    assert.deepEqual((await w.admin.api('GET', path(kind))).body, put.body);
    assert.equal((await w.bob.api('GET', `/api/${kind}/${ids[kind]}`)).status, 200);
    assert.deepEqual((await w.admin.api('PUT', path(kind), [])).body, []);
    assert.deepEqual((await w.admin.api('GET', path(kind))).body, []);
    assert.equal((await w.bob.api('GET', `/api/${kind}/${ids[kind]}`)).status, 403);
  }
});

test('with inherited=true GET adds inherited entries, nearest first, with their source', async () => {
  const { w, ids, path, grant } = await corporateWorld(app);
  await grant('libraries', [{ UserId: w.ann.userId, Allow: ['Read'] }]);
  await grant('folders', [{ UserId: w.bob.userId, Deny: ['Write'] }]);
  await grant('documents', [{ UserId: w.ann.userId, Allow: ['Grant'] }]);
  const library = {
    UserId: w.ann.userId,
    Name: 'Ann',
    Role: 'Viewer',
    Allow: ['Read'],
    Deny: [],
    Inherited: true,
    InheritedFrom: `http://carrel.test/api/libraries/${ids.libraries}`,
  };
  const folder = {
    UserId: w.bob.userId,
    Name: 'Bob',
    Role: null,
    Allow: [],
    Deny: ['Write'],
    Inherited: true,
    InheritedFrom: `http://carrel.test/api/folders/${ids.folders}`,
  };
  const own = { UserId: w.ann.userId, Name: 'Ann', Role: null, Allow: ['Grant'], Deny: [] };
  assert.deepEqual((await w.ann.api('GET', `${path('documents')}?inherited=true`)).body, [own, folder, library]);
  assert.deepEqual((await w.ann.api('GET', `${path('documents')}?inherited=false`)).body, [own]);
  const { Inherited: _i, InheritedFrom: _f, ...ownFolder } = folder;
  assert.deepEqual((await w.admin.api('GET', `${path('folders')}?inherited=true`)).body, [ownFolder, library]);
  const { Inherited: _j, InheritedFrom: _g, ...ownLibrary } = library;
  assert.deepEqual((await w.admin.api('GET', `${path('libraries')}?inherited=true`)).body, [ownLibrary]);
  assert.equal((await w.admin.api('GET', `${path('folders')}?inherited=maybe`)).status, 400);
});

test('an entry of a user with a picture has its URL, and a new picture does not change the tag of the entries', async () => {
  const { w, path, grant } = await corporateWorld(app);
  await grant('libraries', [{ UserId: w.bob.userId, Allow: ['Read'] }]);
  const read = async () => {
    const { body, headers } = await w.admin.api('GET', path('libraries'));
    const { PictureUri } = body.find(({ UserId }: { UserId?: number }) => UserId === w.bob.userId);
    return { PictureUri, tag: headers.get('etag') };
  };
  const before = await read();
  await app.sql`update users set picture_version = 'abc' where user_id = ${w.bob.userId}`;
  const PictureUri = `http://carrel.test/api/users/${w.bob.userId}/picture?v=abc`;
  assert.deepEqual([before.PictureUri, await read()], [undefined, { PictureUri, tag: before.tag }]);
});

test('reading and changing entries requires Grant; unknown items and items in the trash return 404', async () => {
  const { w, ids, path, grant } = await corporateWorld(app);
  await grant('libraries', [
    { UserId: w.ann.userId, Allow: ['Read', 'Write', 'Delete'] },
    { UserId: w.bob.userId, Allow: ['Grant'] },
  ]);
  for (const kind of KINDS) {
    for (const [person, status] of [
      [w.bob, 200],
      [w.ann, 403],
      [w.stranger, 403],
      [w.other, 404],
      [w.anonymous, 401],
    ] as const) {
      assert.equal((await person.api('GET', path(kind))).status, status, kind);
      if (person !== w.bob) assert.equal((await person.api('PUT', path(kind), [])).status, status, kind);
    }
    for (const id of ['999999999', 'abc', '0', '-1']) {
      assert.equal((await w.admin.api('GET', `/api/${kind}/${id}/permissions`)).status, 404);
      assert.equal((await w.admin.api('PUT', `/api/${kind}/${id}/permissions`, [])).status, 404);
    }
  }
  // In the personal library of somebody else a site admin has no say.
  assert.equal((await w.admin.api('PUT', `/api/libraries/${w.ann.libraryId}/permissions`, [])).status, 403);
  assert.equal((await w.ann.api('PUT', `/api/libraries/${w.ann.libraryId}/permissions`, [])).status, 200);
  await w.admin.api('DELETE', `/api/folders/${ids.folders}`);
  for (const kind of ['folders', 'documents'] as const) {
    assert.equal((await w.admin.api('GET', path(kind))).status, 404);
    assert.equal((await w.admin.api('PUT', path(kind), [])).status, 404);
  }
});

test('invalid entries return 400 with the reason and change nothing', async () => {
  const { w, path, grant } = await corporateWorld(app);
  const groupId = await addGroup(w, 'Team', []);
  const foreignGroup = (await w.other.api('POST', '/api/groups', { GroupName: 'Theirs' })).body.GroupId;
  await w.admin.api('DELETE', `/api/users/${w.stranger.userId}`);
  await grant('folders', [{ UserId: w.ann.userId, Allow: ['Read'] }]);
  const now = app.clock.now.toISOString();
  const ann = { UserId: w.ann.userId, Allow: ['Read'] };
  const table: [body: unknown, instance: string][] = [
    [[{ Allow: ['Read'] }], '0.UserId'],
    [[{ UserId: null, GroupId: null, Allow: ['Read'] }], '0.UserId'],
    [[{ ...ann, GroupId: groupId }], '0.GroupId'],
    [[ann, { UserId: w.other.userId, Allow: ['Read'] }], '1.UserId'],
    [[{ UserId: w.stranger.userId, Allow: ['Read'] }], '0.UserId'],
    [[{ UserId: 999_999_999, Allow: ['Read'] }], '0.UserId'],
    [[{ GroupId: foreignGroup, Allow: ['Read'] }], '0.GroupId'],
    [[{ GroupId: 999_999_999, Allow: ['Read'] }], '0.GroupId'],
    [[{ UserId: String(w.ann.userId), Allow: ['Read'] }], '0.UserId'],
    [[{ UserId: 2 ** 60, Allow: ['Read'] }], '0.UserId'],
    [[{ UserId: -1, Allow: ['Read'] }], '0.UserId'],
    [[ann, { ...ann, Allow: ['Write'] }], '1.UserId'],
    [
      [
        { GroupId: groupId, Allow: ['Read'] },
        { GroupId: groupId, Deny: ['Read'] },
      ],
      '1.GroupId',
    ],
    [[{ UserId: w.ann.userId }], '0.Allow'],
    [[{ UserId: w.ann.userId, Allow: [], Deny: null }], '0.Allow'],
    [[{ ...ann, Allow: ['Fly'] }], '0.Allow.0'],
    [[{ ...ann, Deny: ['fly'] }], '0.Deny.0'],
    [[{ ...ann, Allow: 'Read' }], '0.Allow'],
    [[{ UserId: w.bob.userId, Allow: ['Read'], ExpiresOn: now }], '0.ExpiresOn'],
    [[{ ...ann, ExpiresOn: '2020-01-01T00:00:00Z' }], '0.ExpiresOn'],
    [[{ ...ann, ExpiresOn: 'soon' }], '0.ExpiresOn'],
    [[{ ...ann, ExpiresOn: '2026-02-30T00:00:00Z' }], '0.ExpiresOn'],
    [[{ ...ann, ExpiresOn: 5 }], '0.ExpiresOn'],
    [{ UserId: w.ann.userId, Allow: ['Read'] }, 'body'],
    [[5], '0'],
    ['x', 'body'],
    [undefined, 'body'],
  ];
  for (const [body, instance] of table) {
    const answer = await w.admin.api('PUT', path('folders'), body);
    assert.deepEqual([answer.status, answer.body.errors[0]?.instance], [400, instance], JSON.stringify(body));
  }
  assert.equal(
    (
      await w.admin.api(
        'PUT',
        path('folders'),
        Array.from({ length: 1001 }, () => ann),
      )
    ).status,
    400,
  );
  assert.deepEqual((await w.admin.api('GET', path('folders'))).body, [
    { UserId: w.ann.userId, Name: 'Ann', Role: 'Viewer', Allow: ['Read'], Deny: [] },
  ]);
  assert.equal((await app.sql`select from notifications where user_id = ${w.bob.userId}`).length, 0);
});

test('an expired entry may stay, and cannot be changed without a new end', async () => {
  const { w, path, grant } = await corporateWorld(app);
  const ExpiresOn = new Date(app.clock.now.getTime() + 1000).toISOString();
  const entry = { UserId: w.ann.userId, Allow: ['Read'], ExpiresOn };
  await grant('folders', [entry]);
  app.clock.advance(2000);
  const bob = { UserId: w.bob.userId, Allow: ['Read'] };
  const { status, body } = await w.admin.api('PUT', path('folders'), [entry, bob]);
  assert.deepEqual([status, body.length], [200, 2]);
  const changed = await w.admin.api('PUT', path('folders'), [{ ...entry, Allow: ['Read', 'Write'] }, bob]);
  assert.equal(changed.status, 400);
});

test('nobody grants more than they have, nor for longer, nor by lifting a denial: 403', async () => {
  const { w, path, grant } = await corporateWorld(app);
  const [ann, carl] = [w.ann, w.stranger];
  const soon = new Date(app.clock.now.getTime() + 1000).toISOString();
  const later = new Date(app.clock.now.getTime() + 9000).toISOString();
  const granter = { UserId: ann.userId, Allow: ['Read', 'Grant'] };
  const bob = (entry: object) => ({ UserId: w.bob.userId, ...entry });
  const table: [rule: string, before: object[], after: object[], status: number][] = [
    ['what one has', [], [bob({ Allow: ['Read', 'Grant'] })], 200],
    ['what one has not', [], [bob({ Allow: ['Write'] })], 403],
    ['one right too many', [], [bob({ Allow: ['Read', 'Delete'] })], 403],
    ['a denial of anything', [], [bob({ Deny: ALL })], 200],
    ['an entry of others that stays', [bob({ Allow: ALL })], [bob({ Allow: ALL })], 200],
    [
      'beside one that stays',
      [bob({ Allow: ALL })],
      [bob({ Allow: ALL }), { UserId: carl.userId, Allow: ['Read'] }],
      200,
    ],
    ['less than what others gave', [bob({ Allow: ALL })], [bob({ Allow: ['Read', 'Write'] })], 200],
    ['taking away what others gave', [bob({ Allow: ALL })], [], 200],
    ['a longer time', [bob({ Allow: ['Write'], ExpiresOn: soon })], [bob({ Allow: ['Write'], ExpiresOn: later })], 403],
    ['a shorter time', [bob({ Allow: ['Write'] })], [bob({ Allow: ['Write'], ExpiresOn: later })], 200],
    ['lifting a denial of what one lacks', [bob({ Deny: ['Write'] })], [], 403],
    ['letting it end', [bob({ Deny: ['Write'] })], [bob({ Deny: ['Write'], ExpiresOn: soon })], 403],
    ['lifting a denied Read, which held back all', [bob({ Deny: ['Read'] })], [], 403],
    ['lifting a denial of what one has', [bob({ Deny: ['Grant'] })], [], 200],
    ['granting oneself more', [], [{ ...granter, Allow: ALL }], 403],
  ];
  for (const [rule, before, after, status] of table) {
    await grant('folders', [granter, ...before]);
    const wanted = rule === 'granting oneself more' ? after : [granter, ...after];
    const answer = await ann.api('PUT', path('folders'), wanted);
    assert.equal(answer.status, status, `${rule}: ${answer.text}`);
    if (status === 403) assert.equal((await w.admin.api('GET', path('folders'))).body.length, 1 + before.length, rule);
  }
});

test('an entry takes effect everywhere: granted, limited, expired', async () => {
  const { w, ids, grant } = await corporateWorld(app);
  const get = async (kind: Kind) => (await w.ann.api('GET', `/api/${kind}/${ids[kind]}`)).status;
  const ExpiresOn = new Date(app.clock.now.getTime() + 1000).toISOString();
  await grant('folders', [{ UserId: w.ann.userId, Allow: ['Write'], ExpiresOn }]);
  assert.deepEqual([await get('libraries'), await get('folders'), await get('documents')], [403, 200, 200]);
  await grant('documents', [{ UserId: w.ann.userId, Deny: ['Read'] }]);
  assert.deepEqual([await get('folders'), await get('documents')], [200, 403]);
  app.clock.advance(1000);
  assert.deepEqual([await get('folders'), await get('documents')], [403, 403]);
});

test("saving over another person's change returns 412 with If-Match", async () => {
  const { w, path, grant } = await corporateWorld(app);
  const bob = { UserId: w.bob.userId, Allow: ['Read'] };
  const put = (tag: string, entries: object[]) => w.admin.api('PUT', path('folders'), entries, { 'if-match': tag });
  const seen = (await w.admin.api('GET', path('folders'))).headers.get('etag') ?? '';
  await grant('folders', [{ UserId: w.ann.userId, Allow: ['Read'] }]);
  const late = await put(seen, [bob]);
  assert.deepEqual([late.status, late.body.type], [412, '/precondition_failed']);
  const again = (await w.admin.api('GET', `${path('folders')}?inherited=true`)).headers.get('etag') ?? '';
  const saved = await put(again, [bob]);
  assert.deepEqual([saved.status, saved.body.length], [200, 1]);
  assert.equal((await put(saved.headers.get('etag') ?? '', [])).status, 200);
  assert.equal((await put('*', [bob])).status, 200);
});

test('of two concurrent replacements one applies completely', async () => {
  const { w, path, grant } = await corporateWorld(app);
  for (let i = 0; i < 5; i++) {
    await grant('folders', []);
    const bodies = [w.ann, w.bob].map(({ userId }) => [
      { UserId: userId, Allow: ['Read'] },
      { UserId: w.stranger.userId, Allow: userId === w.ann.userId ? ['Write'] : ['Delete'] },
    ]);
    const answers = await Promise.all(bodies.map((body) => w.admin.api('PUT', path('folders'), body)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    const { body } = await w.admin.api('GET', path('folders'));
    assert.ok(answers.some((answer) => JSON.stringify(answer.body) === JSON.stringify(body)));
    assert.equal(body.length, 2);
  }
});

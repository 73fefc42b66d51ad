import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../../test/client.ts';
import { startApp } from '../../../test/harness.ts';
import type { World } from '../../../test/world.ts';

const app = await startApp();

async function worldWithGroup(members?: (w: World) => number[]) {
  const w = await app.world();
  const { body: group } = await w.admin.api('POST', '/api/groups', { GroupName: 'Team' });
  const path = `/api/groups/${group.GroupId}`;
  if (members !== undefined) await w.admin.api('PUT', `${path}/members`, members(w));
  return { w, group, path };
}

const idsOf = (users: { UserId: number }[]) => users.map((user) => user.UserId);

test('a site admin creates a group: 201, Location, every field', async () => {
  const { admin } = await app.world();
  const { status, headers, body } = await admin.api('POST', '/api/groups', { GroupName: ' Sales ' });
  assert.equal(status, 201);
  const self = `http://carrel.test/api/groups/${body.GroupId}`;
  assert.deepEqual(body, {
    GroupId: body.GroupId,
    GroupName: 'Sales',
    RequiresSecondFactor: false,
    Links: { Self: self, Members: `${self}/members` },
  });
  assert.equal(headers.get('location'), self);
  assert.deepEqual((await admin.api('GET', `/api/groups/${body.GroupId}`)).body, body);
  assert.deepEqual((await admin.api('GET', `/api/groups/${body.GroupId}/members`)).body, []);
});

test('groups are listed by name in pages', async () => {
  const { admin } = await app.world();
  for (const name of ['beta', 'Alpha', 'gamma']) await admin.api('POST', '/api/groups', { GroupName: name });
  const first = await admin.api('GET', '/api/groups?top=2');
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1]?.replace('http://carrel.test', '') ?? '';
  const last = await admin.api('GET', next);
  assert.equal(last.headers.get('link'), null);
  const names = [...first.body, ...last.body].map((group: { GroupName: string }) => group.GroupName);
  assert.deepEqual(names, ['Alpha', 'beta', 'gamma']);
  assert.deepEqual((await admin.api('GET', '/api/groups')).body, [...first.body, ...last.body]);
});

test('an entry of the list can be sent back', async () => {
  const { w, path } = await worldWithGroup();
  await w.admin.api('PUT', `${path}/members`, [w.ann.userId]);
  const { body: groups } = await w.admin.api('GET', '/api/groups');
  const [listed] = groups;
  const renamed = await w.admin.api('PATCH', path, { ...listed, GroupName: 'Renamed' });
  assert.deepEqual([listed.MemberCount, renamed.status, renamed.body.GroupName], [1, 200, 'Renamed']);
});

test('a taken name, ignoring case, returns 409; changing the case of the own name does not', async () => {
  const { w, path } = await worldWithGroup();
  const { body: second } = await w.admin.api('POST', '/api/groups', { GroupName: 'Second' });
  assert.equal((await w.admin.api('POST', '/api/groups', { GroupName: 'TEAM' })).status, 409);
  assert.equal((await w.admin.api('PATCH', `/api/groups/${second.GroupId}`, { GroupName: 'team' })).status, 409);
  assert.equal((await w.admin.api('PATCH', path, { GroupName: 'TEAM' })).body.GroupName, 'TEAM');
  const answers = await Promise.all([1, 2].map(() => w.admin.api('POST', '/api/groups', { GroupName: 'Race' })));
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [201, 409],
  );
  assert.equal((await w.other.api('POST', '/api/groups', { GroupName: 'Team' })).status, 201);
});

test('an invalid name returns 400', async () => {
  const { w, path } = await worldWithGroup();
  for (const GroupName of ['', ' ', 'a/b', 'a\\b', '..', 'x'.repeat(200), 'a\u0007', 5, undefined]) {
    assert.equal((await w.admin.api('POST', '/api/groups', { GroupName })).status, 400);
    assert.equal((await w.admin.api('PATCH', path, { GroupName })).status, 400);
  }
});

test('groups are for site admins of the deployment', async () => {
  const { w, group, path } = await worldWithGroup();
  for (const [person, status] of [
    [w.ann, 403],
    [w.other, 404],
    [w.anonymous, 401],
  ] as const) {
    for (const [method, url, body] of [
      ['GET', path, undefined],
      ['PATCH', path, { GroupName: 'Mine' }],
      ['GET', `${path}/members`, undefined],
      ['PUT', `${path}/members`, [w.ann.userId]],
      ['DELETE', path, undefined],
    ] as const) {
      assert.equal((await person.api(method, url, body)).status, status, `${method} ${url}`);
    }
    if (status === 404) continue;
    assert.equal((await person.api('GET', '/api/groups')).status, status);
    assert.equal((await person.api('POST', '/api/groups', { GroupName: 'X' })).status, status);
  }
  assert.deepEqual((await w.other.api('GET', '/api/groups')).body, []);
  assert.deepEqual((await w.admin.api('GET', '/api/groups')).body, [{ ...group, MemberCount: 0, ManagedBy: null }]);
  for (const id of ['abc', '0', '999999999']) assert.equal((await w.admin.api('GET', `/api/groups/${id}`)).status, 404);
});

test('PUT replaces the members without duplicates, and [] removes all', async () => {
  const { w, path } = await worldWithGroup();
  const put = (ids: unknown) => w.admin.api('PUT', `${path}/members`, ids);
  const first = await put([w.bob.userId, w.ann.userId, w.bob.userId]);
  assert.equal(first.status, 200);
  assert.deepEqual(idsOf(first.body), [w.ann.userId, w.bob.userId]);
  assert.deepEqual(first.body[0], (await w.admin.api('GET', `/api/users/${w.ann.userId}`)).body);
  assert.deepEqual((await w.admin.api('GET', `${path}/members`)).body, first.body);
  assert.deepEqual(idsOf((await put([w.bob.userId, w.stranger.userId])).body), [w.bob.userId, w.stranger.userId]);
  const page = await w.admin.api('GET', `${path}/members?top=1`);
  assert.deepEqual(idsOf(page.body), [w.bob.userId]);
  assert.match(page.headers.get('link') ?? '', /rel="next"/);
  assert.deepEqual((await put([])).body, []);
});

test('unknown members return 400 by name, and nothing changes', async () => {
  const { w, path } = await worldWithGroup((world) => [world.ann.userId]);
  await w.admin.api('DELETE', `/api/users/${w.stranger.userId}`);
  for (const id of [w.other.userId, w.stranger.userId, 999_999_999]) {
    const { status, body } = await w.admin.api('PUT', `${path}/members`, [w.bob.userId, id]);
    assert.equal(status, 400);
    assert.match(body.title, new RegExp(`\\b${id}\\b`));
  }
  for (const body of [[0], [-1], ['x'], [1.5], [null], [2 ** 60], {}, 'x', 5, null]) {
    assert.equal((await w.admin.api('PUT', `${path}/members`, body)).status, 400, JSON.stringify(body));
  }
  assert.equal((await w.admin.api('PUT', `${path}/members`)).status, 400);
  assert.deepEqual(idsOf((await w.admin.api('GET', `${path}/members`)).body), [w.ann.userId]);
});

test("members have the group's rights while they are members", async () => {
  const { w, group, path } = await worldWithGroup((world) => [world.ann.userId]);
  const folderId = await w.bob.folder(w.bob.libraryId, 'F');
  const entries = [{ GroupId: group.GroupId, Allow: ['Read'] }];
  assert.equal((await w.bob.api('PUT', `/api/folders/${folderId}/permissions`, entries)).status, 200);
  assert.equal((await w.ann.api('GET', `/api/folders/${folderId}`)).status, 200);
  assert.equal((await w.stranger.api('GET', `/api/folders/${folderId}`)).status, 403);
  await w.admin.api('PUT', `${path}/members`, [w.stranger.userId]);
  assert.equal((await w.ann.api('GET', `/api/folders/${folderId}`)).status, 403);
  assert.equal((await w.stranger.api('GET', `/api/folders/${folderId}`)).status, 200);
  assert.equal((await w.admin.api('DELETE', path)).status, 204);
  assert.equal((await w.stranger.api('GET', `/api/folders/${folderId}`)).status, 403);
  assert.deepEqual((await w.bob.api('GET', `/api/folders/${folderId}/permissions`)).body, []);
  for (const [method, url, body] of [
    ['GET', path, undefined],
    ['DELETE', path, undefined],
    ['PATCH', path, { GroupName: 'X' }],
    ['PUT', `${path}/members`, []],
  ] as const) {
    assert.equal((await w.admin.api(method, url, body)).status, 404);
  }
});

test('of two concurrent replacements of members one applies completely', async () => {
  const { w, path } = await worldWithGroup();
  for (let i = 0; i < 5; i++) {
    const sets = [[w.ann.userId], [w.bob.userId, w.stranger.userId]];
    const answers = await Promise.all(sets.map((ids) => w.admin.api('PUT', `${path}/members`, ids)));
    assert.deepEqual(
      answers.map(({ status, body }) => [status, idsOf(body)]),
      sets.map((ids) => [200, ids]),
    );
    const left = idsOf((await w.admin.api('GET', `${path}/members`)).body);
    assert.ok(sets.some((ids) => String(ids) === String(left)));
  }
});

test('members are added and removed one by one; adding is idempotent, removing twice returns 404', async () => {
  const { w, path } = await worldWithGroup((each) => [each.ann.userId]);
  const member = (userId: number) => `${path}/members/${userId}`;
  const ids = async () => idsOf((await w.admin.api('GET', `${path}/members`)).body);
  for (const status of [204, 204]) assert.equal((await w.admin.api('PUT', member(w.bob.userId))).status, status);
  assert.deepEqual(await ids(), [w.ann.userId, w.bob.userId]);
  for (const status of [204, 404]) assert.equal((await w.admin.api('DELETE', member(w.ann.userId))).status, status);
  assert.deepEqual(await ids(), [w.bob.userId]);
  for (const unknown of [w.other.userId, 999_999]) {
    assert.equal((await w.admin.api('PUT', member(unknown))).status, 404);
  }
  const rows = await app.sql`
    select details from activity where deployment_id = ${w.deploymentId} and activity_type = 'GroupChanged'
    order by activity_id desc limit 2`;
  assert.deepEqual(
    rows.map(({ details }) => [details.added, details.removed]),
    [
      [undefined, w.ann.userId],
      [w.bob.userId, undefined],
    ],
  );
});

test('groups and members are found by the beginning of their names', async () => {
  const { w, path } = await worldWithGroup((each) => [each.ann.userId, each.bob.userId]);
  await w.admin.api('POST', '/api/groups', { GroupName: 'Sales' });
  const names = (await w.admin.api('GET', '/api/groups?query=tE')).body.map(
    ({ GroupName }: { GroupName: string }) => GroupName,
  );
  assert.deepEqual(names, ['Team']);
  assert.deepEqual(idsOf((await w.admin.api('GET', `${path}/members?query=an`)).body), [w.ann.userId]);
});

test('all users find groups by the beginning of a name, at most 20, with their names only', async () => {
  const { w, group } = await worldWithGroup((each) => [each.bob.userId]);
  for (let n = 10; n < 31; n += 1) await w.admin.api('POST', '/api/groups', { GroupName: `Sales ${n}` });
  const find = (person: Client, query: string) => person.api('GET', `/api/groups/names?query=${query}`);
  const { status, body } = await find(w.ann, '%20tE');
  assert.deepEqual([status, body], [200, [{ GroupId: group.GroupId, GroupName: 'Team' }]]);
  const many = (await find(w.ann, 'sales')).body.map(({ GroupName }: { GroupName: string }) => GroupName);
  assert.deepEqual([many.length, many[0], many.at(-1)], [20, 'Sales 10', 'Sales 29']);
  assert.deepEqual((await find(w.ann, 'ales')).body, []);
  assert.deepEqual((await find(w.other, 'te')).body, []);
  assert.equal((await find(w.anonymous, 'te')).status, 401);
  for (const query of ['', '%20', '%00']) assert.equal((await find(w.ann, query)).status, 400);
  assert.equal((await w.ann.api('GET', '/api/groups/names')).status, 400);
});

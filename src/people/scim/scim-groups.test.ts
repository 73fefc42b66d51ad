import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { addGroup } from '../../library/permissions/grants.fixture.ts';
import { addScimUser, connect, patch } from './scim.fixture.ts';

const app = await startApp();

async function provide(more: object = {}) {
  const w = await app.world();
  const provider = await connect(app, w, more);
  return { w, provider, ...provider };
}

type Scim = Awaited<ReturnType<typeof provide>>['scim'];
type Member = { value: string };

async function addScimGroup(scim: Scim, members: string[] = [], more: object = {}) {
  const body = { displayName: `Group ${crypto.randomUUID()}`, members: members.map((value) => ({ value })), ...more };
  const answer = await scim('POST', '/Groups', body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const membersOf = async (scim: Scim, id: string): Promise<string[]> =>
  (await scim('GET', `/Groups/${id}`)).body.members.map(({ value }: Member) => value);

test('a group is added with members, shown with them and to them, and grants what it is granted in the app', async () => {
  const { w, provider, scim } = await provide();
  const { id: pat } = await addScimUser(provider);
  const { status, headers, body } = await scim('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Sales',
    externalId: 'g-1',
    members: [{ value: pat, display: 'ignored', $ref: 'https://elsewhere.test' }],
  });
  const base = `${app.deps.config.baseUrl}/scim/v2`;
  assert.equal(status, 201);
  assert.deepEqual(body, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    id: body.id,
    externalId: 'g-1',
    displayName: 'Sales',
    members: [{ value: pat, $ref: `${base}/Users/${pat}`, display: 'Pat Lee', type: 'User' }],
    meta: {
      resourceType: 'Group',
      created: app.clock.now.toISOString(),
      location: `${base}/Groups/${body.id}`,
      version: headers.get('etag'),
    },
  });
  assert.deepEqual((await scim('GET', `/Users/${pat}`)).body.groups, [
    { value: body.id, $ref: `${base}/Groups/${body.id}`, display: 'Sales', type: 'direct' },
  ]);
  const account = (await w.admin.api('GET', `/api/users/${pat}/account`)).body;
  assert.deepEqual(account.Groups, [{ GroupId: Number(body.id), GroupName: 'Sales' }]);
  const taken = await scim('POST', '/Groups', { displayName: 'SALES' });
  assert.deepEqual([taken.status, taken.body.scimType], [409, 'uniqueness']);
  assert.equal((await scim('POST', '/Groups', { members: [] })).body.scimType, 'invalidValue');
});

test('members are added, removed and replaced; repeating a change is recorded once', async () => {
  const { w, provider, scim } = await provide();
  const people = [];
  for (let each = 0; each < 4; each++) people.push((await addScimUser(provider)).id as string);
  const [a = '', b = '', c = '', d = ''] = people;
  const { id } = await addScimGroup(scim, [a]);
  const path = `/Groups/${id}`;
  const expectMembers = async (expected: string[], ...operations: object[]) => {
    for (let time = 0; time < 2; time++) assert.equal((await scim('PATCH', path, patch(...operations))).status, 200);
    assert.deepEqual(await membersOf(scim, id), expected);
  };
  await expectMembers([a, b, c], { op: 'Add', path: 'members', value: [{ value: b }, { value: c }, { value: b }] });
  await expectMembers([a, c], { op: 'remove', path: `members[value eq "${b}"]` });
  await expectMembers([a], { op: 'Remove', path: 'members', value: [{ value: c }] });
  await expectMembers([b, d], { op: 'replace', path: 'members', value: [{ value: b }, { value: d }] });
  await expectMembers(
    [b, c],
    { op: 'add', value: { members: [{ value: c }] } },
    { op: 'remove', path: `members[value eq "${d}"]` },
  );
  await expectMembers([c], { op: 'remove', path: `members[value eq "${b}" or display eq "nobody"]` });
  await expectMembers([], { op: 'remove', path: 'members' });
  await expectMembers([a], { op: 'remove', path: 'members' }, { op: 'add', path: 'members', value: { value: a } });
  const rows = await app.sql`
    select details from activity where deployment_id = ${w.deploymentId} and activity_type = 'GroupChanged'
    order by activity_id`;
  assert.deepEqual(
    rows.map(({ details }) => [details.addedMembers, details.removedMembers]),
    [
      [2, 0],
      [0, 1],
      [0, 1],
      [2, 1],
      [1, 1],
      [0, 1],
      [0, 1],
      [1, 0],
      [1, 1],
      [1, 1],
    ].slice(0, rows.length),
  );
  const other = await scim(
    'PATCH',
    path,
    patch({ op: 'add', path: 'members', value: [{ value: String(w.other.userId) }] }),
  );
  assert.deepEqual([other.status, other.body.scimType], [400, 'invalidValue']);
  for (const value of [[{ value: id, type: 'Group' }], [{ value: 'x' }], [{}], 'x']) {
    const refused = await scim('PATCH', path, patch({ op: 'add', path: 'members', value }));
    assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidValue'], JSON.stringify(value));
  }
});

test('PUT renames a group, and keeps the members unless it names some', async () => {
  const { provider, scim } = await provide();
  const { id: pat } = await addScimUser(provider);
  const { id } = await addScimGroup(scim, [pat], { externalId: 'x' });
  const renamed = await scim('PUT', `/Groups/${id}`, { displayName: `New ${id}` });
  assert.deepEqual(
    [renamed.status, renamed.body.displayName, renamed.body.externalId, renamed.body.members.length],
    [200, `New ${id}`, undefined, 1],
  );
  assert.deepEqual((await scim('PUT', `/Groups/${id}`, { displayName: 'x', members: [] })).body.members, []);
  assert.equal((await scim('PUT', `/Groups/${id}`, { displayName: 'a/b' })).body.scimType, 'invalidValue');
  const lean = (await scim('GET', `/Groups/${id}?excludedAttributes=members`)).body;
  assert.equal('members' in lean, false);
});

test('the app shows who manages a group, and refuses to change it', async () => {
  const { w, provider, scim, connectionId } = await provide({ Name: 'Okta' });
  const { id: pat } = await addScimUser(provider);
  const { id, displayName } = await addScimGroup(scim, [pat]);
  const listed = (await w.admin.api('GET', '/api/groups')).body as { GroupId: number; ManagedBy: string | null }[];
  assert.deepEqual(
    listed.map(({ GroupId, ManagedBy }) => [GroupId, ManagedBy]),
    [[Number(id), 'Okta']],
  );
  assert.equal((await w.admin.api('GET', `/api/users/${pat}/account`)).body.ManagedBy, 'Okta');
  const path = `/api/groups/${id}`;
  for (const [method, at, body] of [
    ['PATCH', path, { GroupName: 'Other' }],
    ['DELETE', path, undefined],
    ['PUT', `${path}/members`, [w.ann.userId]],
    ['PUT', `${path}/members/${w.ann.userId}`, undefined],
    ['DELETE', `${path}/members/${pat}`, undefined],
    ['POST', '/api/users/bulk', { UserIds: [w.ann.userId], Action: 'AddToGroup', GroupId: Number(id) }],
  ] as const) {
    const answer = await w.admin.api(method, at, body);
    assert.equal(answer.status, 409, `${method} ${at}`);
    assert.match(answer.body.title, /managed by “Okta”/);
  }
  const Csv = `Email,Name,Groups\nnew@people.test,New,${displayName}`;
  assert.match((await w.admin.api('POST', '/api/users/import', { Csv })).body.title, /managed by an identity provider/);
  assert.equal((await w.admin.api('DELETE', `/api/admin/scim-connections/${connectionId}`)).status, 204);
  assert.equal((await w.admin.api('DELETE', `${path}/members/${pat}`)).status, 204);
  assert.equal((await w.admin.api('GET', `/api/users/${pat}/account`)).body.ManagedBy, null);
});

test('an existing group is taken over by the first change of a connection that may', async () => {
  const { w, scim } = await provide();
  const groupId = await addGroup(w, 'Sales', [w.ann]);
  assert.equal((await scim('GET', `/Groups/${groupId}`)).status, 404);
  assert.equal((await scim('POST', '/Groups', { displayName: 'Sales' })).status, 409);
  const second = await connect(app, w, { ManagesExisting: true });
  const found = await second.scim('GET', `/Groups?excludedAttributes=members&filter=displayName%20eq%20%22sales%22`);
  assert.deepEqual(
    found.body.Resources.map((group: { id: string }) => group.id),
    [String(groupId)],
  );
  const change = patch({ op: 'add', path: 'members', value: [{ value: String(w.bob.userId) }] });
  assert.equal((await second.scim('PATCH', `/Groups/${groupId}`, change)).status, 200);
  assert.equal((await w.admin.api('DELETE', `/api/groups/${groupId}`)).status, 409);
  assert.equal((await second.scim('DELETE', `/Groups/${groupId}`)).status, 204);
  assert.equal((await second.scim('GET', `/Groups/${groupId}`)).status, 404);
});

test('an existing group that requires a second factor is not taken over, and one that was keeps being managed', async () => {
  const { w, scim, provider } = await provide({ ManagesExisting: true });
  const [required, open] = [await addGroup(w, 'Finance', [w.ann]), await addGroup(w, 'Sales', [w.ann])];
  const { id: pat } = await addScimUser(provider);
  const require = (groupId: number) => w.admin.api('PATCH', `/api/groups/${groupId}`, { RequiresSecondFactor: true });
  assert.equal((await require(required)).status, 200);
  const add = patch({ op: 'add', path: 'members', value: [{ value: pat }] });
  assert.equal((await scim('PATCH', `/Groups/${open}`, add)).status, 200);
  assert.equal((await require(open)).status, 200);

  const empty = patch({ op: 'remove', path: 'members' });
  assert.equal((await scim('PATCH', `/Groups/${required}`, empty)).status, 404);
  assert.equal((await scim('DELETE', `/Groups/${required}`)).status, 404);
  assert.equal((await scim('PUT', `/Groups/${required}`, { displayName: 'Finance', members: [] })).status, 404);
  const listed = (await scim('GET', '/Groups')).body.Resources;
  assert.deepEqual(
    listed.map((group: { id: string }) => group.id),
    [String(open)],
  );
  assert.equal((await scim('PATCH', `/Groups/${open}`, empty)).status, 200);
  assert.deepEqual(await membersOf(scim, String(open)), []);
});

test('of two changes of one version, one succeeds', async () => {
  const { provider, scim } = await provide();
  const { id: pat } = await addScimUser(provider);
  const { id, meta } = await addScimGroup(scim);
  const change = (value: string) =>
    scim('PATCH', `/Groups/${id}`, patch({ op: 'add', path: 'members', value: [{ value }] }), {
      'if-match': meta.version,
    });
  const { id: kim } = await addScimUser(provider);
  const statuses = (await Promise.all([change(pat), change(kim)])).map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set([200, 412]));
  assert.equal((await scim('DELETE', `/Groups/${id}`, undefined, { 'if-match': meta.version })).status, 412);
});

test('a group of 10 000 members changes by few statements, and lists stay bounded', async () => {
  const { w, scim, connectionId } = await provide();
  const { id } = await addScimGroup(scim);
  const rows = await app.sql<{ userId: number }[]>`
    with added as (
      insert into users (deployment_id, email, email_key, name, name_key, created_at)
      select ${w.deploymentId}, key, key, 'M', 'm', ${app.clock.now}
      from (select ${crypto.randomUUID()} || n || '@m.test' as key from generate_series(1, 10000) n) as k
      returning user_id
    )
    insert into scim_users (deployment_id, user_id, connection_id)
    select ${w.deploymentId}, user_id, ${connectionId} from added returning user_id as "userId"`;
  // As autovacuum does after an import.
  await app.sql`analyze users, scim_users`;
  const all = rows.map(({ userId }) => ({ value: String(userId) }));
  const path = `/Groups/${id}?attributes=displayName`;
  assert.equal((await scim('PATCH', path, patch({ op: 'add', path: 'members', value: all }))).status, 200);
  const removals = all.slice(0, 1_000).map(({ value }) => ({ op: 'remove', path: `members[value eq "${value}"]` }));
  assert.equal((await scim('PATCH', path, patch(...removals))).status, 200);
  assert.equal((await membersOf(scim, id)).length, 9_000);
  assert.equal((await scim('PUT', path, { displayName: 'All', members: all })).status, 200);
  for (let each = 0; each < 2; each++) await addScimGroup(scim, [], { members: all });
  const page = (await scim('GET', '/Groups')).body;
  assert.deepEqual([page.totalResults, page.itemsPerPage], [3, 2]);
  assert.equal((await scim('GET', '/Groups?startIndex=3')).body.itemsPerPage, 1);
  assert.equal((await scim('GET', '/Groups?excludedAttributes=members')).body.itemsPerPage, 3);
  const tooMany = Array.from({ length: 20_001 }, (_, index) => ({ value: String(index + 1) }));
  assert.equal(
    (await scim('PATCH', path, patch({ op: 'add', path: 'members', value: tooMany }))).body.scimType,
    'tooMany',
  );
  assert.equal((await scim('PUT', path, { displayName: 'x'.repeat(4_194_304) })).status, 413);
});

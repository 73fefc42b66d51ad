import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { World } from '../../../test/world.ts';
import { isSignedIn, signIn } from '../sessions/browser.fixture.ts';
import { addScimUser, connect, newAddress, patch } from './scim.fixture.ts';

const app = await startApp();

async function provide(more: object = {}) {
  const w = await app.world();
  const provider = await connect(app, w, more);
  return { w, provider, ...provider };
}

const userNameIs = (address: string) => `/Users?filter=${encodeURIComponent(`userName eq "${address}"`)}`;

const activityOf = async ({ deploymentId }: World, type: string) =>
  app.sql`
    select user_id, visitor_email, content_name, details from activity
    where deployment_id = ${deploymentId} and activity_type = ${type} order by activity_id`;

const mailsTo = async (address: string) => {
  await app.runJobs();
  const rows = await app.sql`select subject from mails where recipient = ${address} order by mail_id`;
  return rows.map((row) => row['subject'] as string);
};

test('an added person is an ordinary account without a password, with a personal library', async () => {
  const { w, scim, connectionId } = await provide({ Name: 'Entra', InvitesPeople: true });
  const userName = newAddress();
  const { status, headers, body } = await scim('POST', '/Users', {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    userName,
    externalId: 'e-1',
    name: { givenName: 'Pat', familyName: 'Lee' },
    emails: [{ value: userName, type: 'work', primary: true }],
    active: true,
    password: 'ignored',
    roles: [{ value: 'siteAdmin' }],
    IsSiteAdmin: true,
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
  });
  assert.equal(status, 201);
  assert.deepEqual(body, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: body.id,
    externalId: 'e-1',
    userName,
    displayName: 'Pat Lee',
    name: { formatted: 'Pat Lee', givenName: 'Pat', familyName: 'Lee' },
    active: true,
    emails: [{ value: userName, type: 'work', primary: true }],
    meta: {
      resourceType: 'User',
      created: app.clock.now.toISOString(),
      location: `${app.deps.config.baseUrl}/scim/v2/Users/${body.id}`,
      version: headers.get('etag'),
    },
  });
  assert.equal(headers.get('content-type'), 'application/scim+json');
  assert.equal(headers.get('location'), body.meta.location);
  const user = (await w.admin.api('GET', `/api/users/${body.id}`)).body;
  assert.deepEqual([user.Email, user.Name, user.IsSiteAdmin], [userName, 'Pat Lee', false]);
  const account = (await w.admin.api('GET', `/api/users/${body.id}/account`)).body;
  assert.equal(account.HasPassword, false);
  assert.deepEqual((await mailsTo(userName)).length, 1);
  const [row] = await app.sql`select name from libraries where owner_id = ${body.id}`;
  assert.equal(row?.['name'], 'My Library');
  const [made] = await activityOf(w, 'UserCreated');
  assert.deepEqual(
    [made?.['user_id'], made?.['visitor_email'], made?.['content_name']],
    [null, 'Entra (SCIM)', userName],
  );
  assert.deepEqual([made?.['details'].connectionId, made?.['details'].connection], [connectionId, 'Entra']);
  // In the person's activity, too, the directory has done it.
  await scim('PATCH', `/Users/${body.id}`, patch({ op: 'replace', path: 'active', value: false }));
  for (const query of ['', `&userId=${body.id}`]) {
    const log = (await w.admin.api('GET', `/api/admin/activity?type=UserChanged${query}`)).body;
    const facts = [log.length, log[0].UserName, log[0].UserId, log[0].OfPerson.UserId, log[0].Changes];
    assert.deepEqual(facts, [1, 'Entra (SCIM)', 0, Number(body.id), ['Deactivated']], query);
  }
});

test('a connection that does not invite people sends no emails', async () => {
  const { provider, scim } = await provide();
  const { id, userName } = await addScimUser(provider);
  await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
  await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: true }));
  assert.deepEqual(await mailsTo(userName), []);
});

test('a taken address returns 409 uniqueness, whether or not the connection can see the person', async () => {
  const { w, scim } = await provide();
  const answers = await Promise.all(
    [w.ann.email, w.admin.email, w.ann.email.toUpperCase()].map((userName) => scim('POST', '/Users', { userName })),
  );
  for (const { status, body, text } of answers) {
    assert.deepEqual([status, body.status, body.scimType, text], [409, '409', 'uniqueness', answers[0]?.text]);
    assert.deepEqual(body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
  }
  assert.deepEqual((await scim('GET', userNameIs(w.ann.email))).body.totalResults, 0);
});

test('a connection sees only its own people, unless it manages existing ones', async () => {
  const { w, provider, scim } = await provide();
  const second = await connect(app, w, { ManagesExisting: true });
  const mine = await addScimUser(provider);
  const total = async (of: typeof provider) => (await of.scim('GET', '/Users')).body.totalResults;
  assert.equal(await total(provider), 1);
  // The people of the world: admin, ann, bob and the stranger.
  assert.equal(await total(second), 4);
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const body =
      method === 'GET' || method === 'DELETE'
        ? undefined
        : { ...patch({ op: 'add', path: 'externalId', value: 'x' }), userName: w.ann.email };
    assert.equal((await scim(method, `/Users/${w.ann.userId}`, body)).status, 404, method);
    assert.equal((await second.scim(method, `/Users/${mine.id}`, body)).status, 404, method);
  }
  const taken = await second.scim(
    'PATCH',
    `/Users/${w.ann.userId}`,
    patch({ op: 'add', path: 'externalId', value: 'x' }),
  );
  assert.deepEqual([taken.status, taken.body.externalId, taken.body.userName], [200, 'x', w.ann.email]);
  const third = await connect(app, w, { ManagesExisting: true });
  assert.equal((await third.scim('GET', `/Users/${w.ann.userId}`)).status, 404);
  assert.equal((await third.scim('GET', userNameIs(w.ann.email))).body.totalResults, 0);
});

test('a deactivated person is signed out, cannot use tokens, keeps everything, and can be reactivated', async () => {
  const { w, scim } = await provide({ ManagesExisting: true });
  const browser = await signIn(w, w.ann);
  const folderId = await w.ann.folder(w.ann.libraryId, 'Plans');
  const path = `/Users/${w.ann.userId}`;
  for (const value of [false, 'False']) {
    const { status, body } = await scim('PATCH', path, patch({ op: 'Replace', path: 'active', value }));
    assert.deepEqual([status, body.active], [200, false]);
  }
  assert.equal(await isSignedIn(browser), false);
  assert.equal((await w.ann.api('GET', '/api/users/me')).status, 401);
  const credentials = { Email: w.ann.email, Password: w.ann.password };
  assert.equal((await w.anonymous.api('POST', '/api/sessions', credentials)).status, 401);
  await scim('PATCH', path, patch({ op: 'replace', value: { active: true } }));
  assert.equal((await w.ann.api('GET', `/api/folders/${folderId}`)).status, 200);
  const rows = await activityOf(w, 'UserChanged');
  assert.deepEqual(
    rows.map((row) => [row['user_id'], row['details'].deactivated]),
    [
      [null, true],
      [w.ann.userId, true],
      [null, false],
      [w.ann.userId, false],
    ],
  );
});

test('the last site admin cannot be deactivated, and no site admin gets another address or comes back', async () => {
  const { w, scim } = await provide({ ManagesExisting: true });
  const off = patch({ op: 'replace', value: { active: false } });
  const urn = 'urn:ietf:params:scim:schemas:core:2.0:User:active';
  for (const refused of [
    await scim('PATCH', `/Users/${w.admin.userId}`, off),
    ...(await Promise.all(
      [
        { path: urn, value: false },
        { path: 'active.value', value: false },
        { path: 'active[value eq "true"]', value: 'False' },
        { value: { [urn]: false } },
        { value: { ' active ': false } },
        { value: { 'active.value': false } },
      ].map((change) => scim('PATCH', `/Users/${w.admin.userId}`, patch({ op: 'replace', ...change }))),
    )),
    await scim('PUT', `/Users/${w.admin.userId}`, { userName: w.admin.email, active: false }),
    await scim('DELETE', `/Users/${w.admin.userId}`),
  ]) {
    assert.deepEqual(
      [refused.status, refused.body.detail],
      [409, 'This is the last site admin. Appoint another one first.'],
    );
  }
  const moved = await scim(
    'PATCH',
    `/Users/${w.admin.userId}`,
    patch({ op: 'replace', path: 'userName', value: newAddress() }),
  );
  assert.equal(moved.status, 403);
  const second = await w.addPerson('Second', { isSiteAdmin: true });
  assert.equal((await scim('PATCH', `/Users/${second.userId}`, off)).status, 200);
  const on = patch({ op: 'replace', value: { active: true } });
  assert.equal((await scim('PATCH', `/Users/${second.userId}`, on)).status, 403);
  await scim('DELETE', `/Users/${second.userId}`);
  assert.equal((await scim('POST', '/Users', { userName: second.email })).status, 409);
});

test('a deleted person is deactivated with everything kept, and comes back with the same id when added again', async () => {
  const { w, scim } = await provide({ ManagesExisting: true });
  const folderId = await w.ann.folder(w.ann.libraryId, 'Plans');
  assert.equal((await scim('DELETE', `/Users/${w.ann.userId}`)).status, 204);
  assert.equal((await scim('DELETE', `/Users/${w.ann.userId}`)).status, 404);
  assert.equal((await scim('GET', `/Users/${w.ann.userId}`)).status, 404);
  assert.equal((await scim('GET', userNameIs(w.ann.email))).body.totalResults, 0);
  assert.equal((await w.admin.api('GET', `/api/users/${w.ann.userId}/account`)).body.IsDeactivated, true);
  const again = await scim('POST', '/Users', { userName: w.ann.email, externalId: 'new', displayName: 'Ann Again' });
  assert.deepEqual([again.status, again.body.id, again.body.active], [201, String(w.ann.userId), true]);
  assert.equal((await w.ann.api('GET', `/api/folders/${folderId}`)).status, 200);
  // A site admin who reactivates the account takes it from the connection.
  const { provider: own } = await provide();
  const { id, userName } = await addScimUser(own);
  await own.scim('DELETE', `/Users/${id}`);
  await app.sql`update users set deactivated_at = null where user_id = ${id}`;
  assert.equal((await own.scim('POST', '/Users', { userName })).status, 409);
});

test('a new address is announced to the old one, and a change that is repeated is recorded once', async () => {
  const { w, scim } = await provide({ Name: 'Okta', ManagesExisting: true });
  const address = newAddress();
  const change = patch({ op: 'replace', path: 'userName', value: address });
  for (let time = 0; time < 2; time++)
    assert.equal((await scim('PATCH', `/Users/${w.ann.userId}`, change)).status, 200);
  assert.equal((await mailsTo(w.ann.email)).length, 1);
  assert.equal((await activityOf(w, 'UserChanged')).length, 2);
  assert.equal(
    (await w.anonymous.api('POST', '/api/sessions', { Email: address, Password: w.ann.password })).status,
    201,
  );
  const taken = await scim('PATCH', `/Users/${w.bob.userId}`, change);
  assert.deepEqual([taken.status, taken.body.scimType], [409, 'uniqueness']);
});

test('versions: If-Match refuses a change of a state that the client has not seen', async () => {
  const { provider, scim } = await provide();
  const { id, meta } = await addScimUser(provider);
  const path = `/Users/${id}`;
  const change = (value: string) => patch({ op: 'replace', path: 'displayName', value });
  const first = await scim('PATCH', path, change('A'), { 'if-match': meta.version });
  assert.equal(first.status, 200);
  assert.notEqual(first.headers.get('etag'), meta.version);
  assert.equal((await scim('PATCH', path, change('B'), { 'if-match': meta.version })).status, 412);
  assert.equal((await scim('DELETE', path, undefined, { 'if-match': meta.version })).status, 412);
  assert.equal((await scim('PUT', path, {}, { 'if-match': meta.version })).status, 400);
  assert.equal((await scim('GET', path, undefined, { 'if-none-match': first.headers.get('etag') ?? '' })).status, 304);
  const both = await Promise.all(
    ['C', 'D'].map((name) => scim('PATCH', path, change(name), { 'if-match': first.body.meta.version })),
  );
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 412]));
});

test('the same person added twice at once is added once', async () => {
  const { scim } = await provide();
  const userName = newAddress();
  const answers = await Promise.all(Array.from({ length: 4 }, () => scim('POST', '/Users', { userName })));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409],
  );
});

test('lists are pages by startIndex and count, with the wanted attributes', async () => {
  const { provider, scim } = await provide();
  const made = [];
  for (let each = 0; each < 3; each++) made.push((await addScimUser(provider)).id);
  const list = async (query: string) => (await scim('GET', `/Users?${query}`)).body;
  const idsOf = ({ Resources }: { Resources: { id: string }[] }) => Resources.map(({ id }) => id);
  const page = await list('startIndex=2&count=1');
  assert.deepEqual([page.totalResults, page.startIndex, page.itemsPerPage, idsOf(page)], [3, 2, 1, [made[1]]]);
  assert.deepEqual(idsOf(await list('startIndex=0&count=500')), made);
  assert.deepEqual([(await list('count=0')).totalResults, idsOf(await list('count=-1'))], [3, []]);
  assert.deepEqual(idsOf(await list('startIndex=9')), []);
  for (const query of ['startIndex=x', 'count=1.5', 'count=1&count=2', 'attributes=id&excludedAttributes=name']) {
    assert.equal((await scim('GET', `/Users?${query}`)).body.scimType, 'invalidValue', query);
  }
  const [lean] = (await list('attributes=userName,NAME.formatted&count=1')).Resources;
  assert.deepEqual(Object.keys(lean).sort(), ['id', 'name', 'schemas', 'userName']);
  const [without] = (await list('excludedAttributes=name,meta,id&count=1')).Resources;
  assert.deepEqual(Object.keys(without).sort(), ['active', 'displayName', 'id', 'schemas', 'userName']);
});

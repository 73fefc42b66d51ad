import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { client } from '../../../test/client.ts';
import { REQUESTS_PER_MINUTE } from './authenticate-connection.ts';
import { addScimUser, connect, connectAs, patch, scimClient } from '../scim/scim.fixture.ts';

const app = await startApp();

const CONNECTIONS = '/api/admin/scim-connections';
const status = async (scim: ReturnType<typeof scimClient>) => (await scim('GET', '/Users')).status;

test('a connection is created, listed, changed and deleted by site admins', async () => {
  const { admin } = await app.world();
  const made = await admin.api('POST', CONNECTIONS, { Name: 'Entra ID' });
  const { Token, ...connection } = made.body;
  assert.equal(made.status, 201);
  assert.match(Token, /^carrel_scim_\w{49}$/);
  assert.deepEqual(connection, {
    ConnectionId: connection.ConnectionId,
    Name: 'Entra ID',
    InvitesPeople: true,
    ManagesExisting: false,
    IsPaused: false,
    PeopleCount: 0,
    GroupCount: 0,
    DateCreated: app.clock.now.toISOString(),
    CreatedBy: connection.CreatedBy,
    TokenDateCreated: app.clock.now.toISOString(),
    LastUsed: null,
    Links: {
      Self: `${app.deps.config.baseUrl}${CONNECTIONS}/${connection.ConnectionId}`,
      Scim: `${app.deps.config.baseUrl}/scim/v2`,
    },
  });
  assert.equal(connection.CreatedBy.UserId, admin.userId);
  await scimClient(app.url, Token)('GET', '/Users');
  const used = { ...connection, LastUsed: app.clock.now.toISOString() };
  assert.deepEqual((await admin.api('GET', CONNECTIONS)).body, [used]);
  const path = `${CONNECTIONS}/${connection.ConnectionId}`;
  assert.deepEqual((await admin.api('GET', path)).body, used);
  const changed = await admin.api('PATCH', path, { Name: 'Entra', ManagesExisting: true });
  assert.deepEqual(
    [changed.body.Name, changed.body.ManagesExisting, changed.body.InvitesPeople],
    ['Entra', true, true],
  );
  assert.equal((await admin.api('PATCH', path, {})).status, 400);
  assert.equal((await admin.api('POST', CONNECTIONS, { Name: 'ENTRA' })).status, 409);
  const [stored] = await app.sql`select string_agg(c::text, ' ') as rows from scim_connections c`;
  assert.ok(!stored?.['rows'].includes(Token.slice(20)));
  assert.equal((await admin.api('DELETE', path)).status, 204);
  assert.equal((await admin.api('GET', path)).status, 404);
  const rows = await app.sql`
    select activity_type from activity where deployment_id = ${admin.deploymentId} and activity_type like 'ScimConnection%'
    order by activity_id`;
  assert.deepEqual(
    rows.map((row) => row['activity_type']),
    ['ScimConnectionCreated', 'ScimConnectionChanged', 'ScimConnectionDeleted'],
  );
});

test('a deployment has at most 20 connections', async () => {
  const w = await app.world();
  for (let each = 0; each < 19; each++) await connect(app, w);
  const add = async () => (await w.admin.api('POST', CONNECTIONS, { Name: crypto.randomUUID() })).status;
  const atOnce = await Promise.all([add(), add(), add()]);
  assert.deepEqual(atOnce.sort(), [201, 409, 409]);
  assert.equal((await w.admin.api('POST', CONNECTIONS, { Name: 'One more' })).status, 409);
});

test('a token that was replaced, and those of paused and deleted connections, are refused at once', async () => {
  const w = await app.world();
  const { scim, connectionId } = await connect(app, w);
  const path = `${CONNECTIONS}/${connectionId}`;
  assert.equal(await status(scim), 200);
  await w.admin.api('PATCH', path, { IsPaused: true });
  assert.equal(await status(scim), 401);
  await w.admin.api('PATCH', path, { IsPaused: false });
  assert.equal(await status(scim), 200);
  const rotated = await w.admin.api('POST', `${path}/token`);
  const next = scimClient(app.url, rotated.body.Token);
  assert.deepEqual([rotated.status, await status(scim), await status(next)], [201, 401, 200]);
  await w.admin.api('DELETE', path);
  assert.equal(await status(next), 401);
});

test('a session older than 10 minutes needs the password to make a token', async () => {
  const w = await app.world();
  const { connectionId } = await connect(app, w);
  const { Email, Password } = { Email: w.admin.email, Password: w.admin.password };
  const session = await w.anonymous.api('POST', '/api/sessions', { Email, Password });
  const headers = {
    cookie: session.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    origin: new URL(app.deps.config.webUrl).origin,
  };
  const send = (path: string, body: object) => w.anonymous.api('POST', path, body, headers);
  app.clock.advance(11 * 60_000);
  for (const [path, body] of [
    [CONNECTIONS, { Name: 'New' }],
    [`${CONNECTIONS}/${connectionId}/token`, {}],
  ] as const) {
    assert.deepEqual((await send(path, body)).body.PasswordRequired, true);
    assert.equal((await send(path, { ...body, CurrentPassword: 'wrong' })).status, 403);
    assert.equal((await send(path, { ...body, CurrentPassword: Password })).status, 201);
  }
});

test('a token that expires cannot create a connection, whose token never expires', async () => {
  const w = await app.world();
  const { connectionId } = await connect(app, w);
  const ExpiresOn = new Date(app.clock.now.getTime() + 3_600_000).toISOString();
  const made = await w.admin.api('POST', `/api/users/${w.admin.userId}/tokens`, { Name: 'Short', ExpiresOn });
  const authorization = `Basic ${Buffer.from(`${w.admin.email}:${w.admin.password}`).toString('base64')}`;
  const exchanged = await w.anonymous.api('GET', '/api/authenticate', undefined, { authorization });
  for (const { Token } of [made.body, exchanged.body]) {
    const short = client(app.url, Token);
    assert.equal((await short.api('POST', CONNECTIONS, { Name: 'Endless' })).status, 403);
    assert.equal((await short.api('POST', `${CONNECTIONS}/${connectionId}/token`)).status, 403);
  }
});

test('the token of a connection works below /scim only, and no other credential works there', async () => {
  const w = await app.world();
  const { scim, token } = await connect(app, w);
  const provider = client(app.url, token);
  for (const [method, path] of [
    ['GET', '/api/users/me'],
    ['GET', '/api/users'],
    ['POST', '/api/libraries'],
    ['GET', CONNECTIONS],
    ['GET', `/api/users/${w.ann.userId}/tokens`],
    ['GET', '/api/settings'],
    ['GET', '/api/events'],
  ] as const) {
    assert.ok([401, 404].includes((await provider.api(method, path)).status), path);
    assert.ok(
      [401, 404].includes(
        (await w.anonymous.api(method, path, undefined, { authorization: `X-TOKEN ${token}` })).status,
      ),
      path,
    );
  }
  const basic = `Basic ${Buffer.from(`${w.admin.email}:${w.admin.password}`).toString('base64')}`;
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    basic,
    `Bearer ${w.admin.token}`,
    `SCIM-TOKEN ${token}`,
    `Bearer ${token}x`,
    `Bearer ${'x'.repeat(5000)}`,
  ]) {
    const {
      status: refused,
      headers,
      body,
    } = await w.anonymous.api('GET', '/scim/v2/Users', undefined, authorization === undefined ? {} : { authorization });
    assert.equal(refused, 401, authorization);
    assert.equal(headers.get('content-type'), 'application/scim+json');
    assert.deepEqual([body.schemas, body.status], [['urn:ietf:params:scim:api:messages:2.0:Error'], '401']);
  }
  const session = await w.anonymous.api('POST', '/api/sessions', { Email: w.admin.email, Password: w.admin.password });
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  assert.equal((await w.anonymous.api('GET', '/scim/v2/Users', undefined, { cookie })).status, 401);
  assert.equal(await status(scim), 200);
});

test('nothing of another deployment can be seen, changed or told apart', async () => {
  const w = await app.world();
  const mine = await connect(app, w, { ManagesExisting: true });
  const theirs = await connectAs(app.url, w.other, { ManagesExisting: true });
  const { id: pat } = await addScimUser(theirs);
  const { body: group } = await theirs.scim('POST', '/Groups', { displayName: 'Theirs', members: [{ value: pat }] });
  for (const path of [
    `/Users/${pat}`,
    `/Groups/${group.id}`,
    '/Users/999999999',
    '/Groups/999999999',
    '/Users/x',
    '/Groups/-1',
  ]) {
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { userName: 'a@b.test', displayName: 'X' }],
      ['PATCH', patch({ op: 'replace', path: 'displayName', value: 'X' })],
      ['DELETE', undefined],
    ] as const) {
      const answer = await mine.scim(method, path, body);
      const noun = path.startsWith('/Users') ? 'user' : 'group';
      assert.deepEqual([answer.status, answer.body.detail], [404, `There is no such ${noun}.`], `${method} ${path}`);
    }
  }
  const { body: own } = await mine.scim('POST', '/Groups', { displayName: 'Theirs' });
  for (const value of [pat, '999999999']) {
    const answer = await mine.scim(
      'PATCH',
      `/Groups/${own.id}`,
      patch({ op: 'add', path: 'members', value: [{ value }] }),
    );
    assert.deepEqual([answer.status, answer.body.detail], [400, `There is no user ${value}.`]);
  }
  assert.equal((await mine.scim('GET', `/Users?filter=id eq "${pat}"`)).body.totalResults, 0);
  assert.equal((await w.other.api('GET', `${CONNECTIONS}/${mine.connectionId}`)).status, 404);
});

test('nothing in a request makes a site admin', async () => {
  const w = await app.world();
  const provider = await connect(app, w, { ManagesExisting: true });
  const wanted = {
    isSiteAdmin: true,
    IsSiteAdmin: true,
    roles: [{ value: 'siteAdmin' }],
    entitlements: ['siteAdmin'],
    is_site_admin: true,
  };
  const { id } = await addScimUser(provider, wanted);
  const operations = Object.entries(wanted).map(([path, value]) => ({ op: 'add', path, value }));
  assert.equal((await provider.scim('PATCH', `/Users/${id}`, patch(...operations))).status, 200);
  assert.equal(
    (await provider.scim('PUT', `/Users/${w.ann.userId}`, { ...wanted, userName: w.ann.email })).status,
    200,
  );
  const admins = await app.sql`select user_id from users where deployment_id = ${w.deploymentId} and is_site_admin`;
  assert.deepEqual(
    admins.map((row) => row['user_id']),
    [w.admin.userId],
  );
});

test('requests of a connection are limited, and so are invalid tokens', async () => {
  const w = await app.world();
  const { scim, connectionId } = await connect(app, w);
  await status(scim);
  await app.sql`
    update throttles set hits = ${REQUESTS_PER_MINUTE} where scope = 'scim-requests'
      and subject = ${`${w.deploymentId}/${connectionId}`}`;
  const refused = await scim('GET', '/Users');
  assert.deepEqual([refused.status, refused.body.status, refused.headers.has('retry-after')], [429, '429', true]);
  app.clock.advance(60_001);
  assert.equal(await status(scim), 200);
});

test('unknown paths and methods below /scim are refused in the shape of SCIM', async () => {
  const { scim } = await connect(app, await app.world());
  for (const [method, path, expected] of [
    ['POST', '/Bulk', 404],
    ['GET', '/Me', 404],
    ['DELETE', '/Users', 405],
  ] as const) {
    const { status: got, body, headers } = await scim(method, path, method === 'POST' ? {} : undefined);
    assert.deepEqual(
      [got, body.status, headers.get('content-type')],
      [expected, String(expected), 'application/scim+json'],
    );
  }
  const broken = await fetch(new URL('/scim/v2/Users', app.url), {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/scim+json' },
  });
  assert.equal(broken.status, 401);
});

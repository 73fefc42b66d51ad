/** Signing in with a provider: whose account it is, and what the session has (docs/api/sign-in.md). */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Answer } from '../../../test/client.ts';
import { codeAt, enroll, firstStep, secondStep } from '../factors/authenticator.fixture.ts';
import { ORIGIN } from '../sessions/browser.fixture.ts';
import { makeGroups, domainOfWorld } from './worlds.fixture.ts';
import { startForge } from './forge.fixture.ts';
import { addForge, begin, comeBack, signInAs } from './provider-visit.fixture.ts';

const app = await startApp({ providerNetworks: ['127.0.0.1'] });
app.clock.now = new Date();
const forge = await startForge(after, () => app.clock.now);

test('a person with a verified address in an allowed domain gets an account, and the same one again under another address', async () => {
  const w = await app.world();
  const domain = domainOfWorld(w);
  const id = await addForge(w.admin, forge, { AllowedDomains: [domain.toUpperCase()], CreatesUsers: true });
  const person = { sub: 'eve-1', email: `Eve@${domain}`, email_verified: true, name: 'Eve\u0000 Miller', sid: 's1' };
  const first = await signInAs(w, forge, id, person, { back: '/libraries?x=1' });
  assert.deepEqual([first.status, first.failure, first.location], [303, null, '/libraries?x=1']);
  const me = (await first.api('GET', '/api/users/me')).body;
  assert.deepEqual([me.Email, me.Name, me.IsSiteAdmin], [`Eve@${domain}`, 'Eve Miller', false]);
  assert.equal((await first.api('GET', '/api/libraries')).body.length, 1);
  const path = `/api/users/${me.UserId}/account`;
  assert.deepEqual((await w.admin.api('GET', path)).body.Providers, ['Forge']);
  const listed = (await w.admin.api('GET', '/api/users/accounts?query=eve')).body;
  assert.deepEqual([listed.length, listed[0].State, listed[0].ManagedBy], [1, 'Active', null]);
  // The address at the provider no longer matters.
  const again = await signInAs(w, forge, id, { sub: 'eve-1', email: 'eve@elsewhere.test', email_verified: false });
  assert.equal((await again.api('GET', '/api/users/me')).body.UserId, me.UserId);
  // Somebody else with the old address does not get the account.
  const other = await signInAs(w, forge, id, { ...person, sub: 'eve-2' });
  assert.equal(other.failure, 'NoAccount');
  const [row] = await app.sql<{ methods: string[]; session: string | null }[]>`
    select methods, provider_session as session from sessions where provider_id = ${id} order by session_id limit 1`;
  assert.deepEqual(row, { methods: ['provider'], session: 's1' });
  const rows = await app.sql<{ type: string }[]>`
    select activity_type as type from activity where user_id = ${me.UserId} order by activity_id`;
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['UserCreated', 'IdentityLinked', 'UserAuthenticated', 'UserAuthenticated'],
  );
});

test('claims are completed from the description of the person, and the ID token wins', async () => {
  const w = await app.world();
  const domain = domainOfWorld(w);
  const id = await addForge(w.admin, forge, { AllowedDomains: [domain], CreatesUsers: true });
  const userInfo = { email: `fay@${domain}`, email_verified: true, given_name: 'Fay', family_name: 'Lee', sub: 'fay' };
  const fay = await signInAs(w, forge, id, { sub: 'fay' }, { lie: { userInfo } });
  assert.equal((await fay.api('GET', '/api/users/me')).body.Name, 'Fay Lee');
  const other = { ...userInfo, sub: 'somebody else' };
  assert.equal((await signInAs(w, forge, id, { sub: 'fay' }, { lie: { userInfo: other } })).failure, 'Invalid');
  const unverified = { sub: 'gus', email_verified: false, email: `gus@${domain}` };
  const claimed = { sub: 'gus', email_verified: true, email: `gus@${domain}` };
  assert.equal((await signInAs(w, forge, id, unverified, { lie: { userInfo: claimed } })).failure, 'Unverified');
});

test('an address leads to an existing account only if it is verified, in a trusted domain, and not of a site admin', async () => {
  const w = await app.world();
  const domain = domainOfWorld(w);
  const ann = { sub: 'ann', email: w.ann.email, email_verified: true };
  const trusted = { AllowedDomains: [domain], LinksByEmail: true };
  const [plain, linking, trusting] = [
    await addForge(w.admin, forge, { AllowedDomains: [domain], CreatesUsers: true }),
    await addForge(w.admin, forge, trusted),
    await addForge(w.admin, forge, { ...trusted, TrustsEmails: true }),
  ];
  const failureOf = async (id: number, person: object) =>
    (await signInAs(w, forge, id, person as { sub: string })).failure;
  assert.equal(await failureOf(plain, ann), 'NoAccount');
  assert.equal(await failureOf(linking, { ...ann, email_verified: false }), 'Unverified');
  assert.equal(await failureOf(linking, { sub: 'ann', email: w.ann.email }), 'Unverified');
  assert.equal(await failureOf(trusting, { ...ann, email_verified: 'false' }), 'Unverified');
  assert.equal(await failureOf(linking, { ...ann, email: w.admin.email }), 'NoAccount');
  assert.equal(await failureOf(linking, { ...ann, email: w.other.email }), 'NoAccount');
  assert.equal(await failureOf(linking, { ...ann, email: 'ann@elsewhere.test' }), 'NoAccount');
  assert.equal(await failureOf(trusting, { sub: 'bob', email: w.bob.email }), null);
  const signedIn = await signInAs(w, forge, linking, ann);
  assert.equal((await signedIn.api('GET', '/api/users/me')).body.UserId, w.ann.userId);
  // The address now belongs to another person at the provider.
  assert.equal(await failureOf(linking, { ...ann, sub: 'the new Ann' }), 'Taken');
});

test('groups and the role of site admin follow the claims at each sign-in', async () => {
  const w = await app.world();
  const domain = domainOfWorld(w);
  const [sales, legal, own] = await makeGroups(w);
  const id = await addForge(w.admin, forge, {
    AllowedDomains: [domain],
    CreatesUsers: true,
    GroupsClaim: 'realm_access.roles',
    Groups: [
      { Value: 'sales', GroupId: sales },
      { Value: 'lawyers', GroupId: legal },
    ],
    SiteAdminClaim: 'roles',
    SiteAdminValue: 'carrel-admin',
  });
  const eve = { sub: 'eve', email: `eve@${domain}`, email_verified: true };
  const membersOf = async (groupId: number | undefined) =>
    (await w.admin.api('GET', `/api/groups/${groupId}/members`)).body.map((user: { Email: string }) => user.Email);
  const first = await signInAs(w, forge, id, {
    ...eve,
    realm_access: { roles: ['sales', 'other'] },
    roles: 'carrel-admin',
  });
  const me = (await first.api('GET', '/api/users/me')).body;
  assert.equal(me.IsSiteAdmin, true);
  await w.admin.api('PUT', `/api/groups/${own}/members/${me.UserId}`);
  assert.deepEqual([await membersOf(sales), await membersOf(legal)], [[me.Email], []]);
  const second = await signInAs(w, forge, id, { ...eve, realm_access: { roles: ['lawyers'] }, roles: [] });
  assert.equal((await second.api('GET', '/api/users/me')).body.IsSiteAdmin, false);
  assert.deepEqual(
    [await membersOf(sales), await membersOf(legal), await membersOf(own)],
    [[], [me.Email], [me.Email]],
  );
  // Left out for its size: nothing is known.
  const _claim_names = { 'realm_access.roles': 'src1' };
  await signInAs(w, forge, id, { ...eve, _claim_names });
  assert.deepEqual(await membersOf(legal), [me.Email]);
  // The last site admin stays one.
  await app.sql`update users set is_site_admin = (user_id = ${me.UserId}) where deployment_id = ${w.deploymentId}`;
  const last = await signInAs(w, forge, id, eve);
  assert.equal((await last.api('GET', '/api/users/me')).body.IsSiteAdmin, true);
});

test('a session is as fresh as the authentication at the provider, and confirming it makes the provider ask again', async () => {
  const w = await app.world();
  const id = await addForge(w.admin, forge, { AllowedDomains: [domainOfWorld(w)], CreatesUsers: true });
  const ago = (minutes: number) => Math.floor(app.clock.now.getTime() / 1000) - minutes * 60;
  const person = { sub: 'eve', email: `eve@${domainOfWorld(w)}`, email_verified: true };
  const isFresh = async (claims: object) => {
    const { api } = await signInAs(w, forge, id, { ...person, ...claims });
    const { body } = await api('GET', '/api/sessions/current/authentication');
    assert.deepEqual(body.Methods, []);
    return body.IsFresh;
  };
  assert.equal(await isFresh({ auth_time: ago(60) }), false);
  assert.equal(await isFresh({ auth_time: ago(5) }), true);
  for (const claims of [{}, { auth_time: ago(-600) }, { auth_time: 1e300 }]) {
    assert.equal(await isFresh(claims), true, JSON.stringify(claims));
  }
  const path = `/sign-in/providers/${id}?again=true&back=/account`;
  const again = await w.anonymous.api('GET', path);
  const asked = new URL(again.headers.get('location') ?? '');
  assert.deepEqual([asked.searchParams.get('prompt'), asked.searchParams.get('max_age')], ['login', '0']);
  const cookie = again.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const sure = { ...person, auth_time: ago(0) };
  const confirmed = await comeBack(w, id, forge.authorize(asked.href, sure), cookie);
  assert.equal(confirmed.location, '/account');
  assert.equal((await confirmed.api('GET', '/api/sessions/current/authentication')).body.IsFresh, true);
});

test('options for a passkey that arrive late do not end a sign-in that began meanwhile', async () => {
  const w = await app.world();
  const id = await addForge(w.admin, forge, { AllowedDomains: [domainOfWorld(w)], CreatesUsers: true });
  // The page asks for them while it loads, and the browser keeps the cookie that comes last.
  const keep = (cookies: string, { headers }: Answer) => {
    const set = [cookies, ...headers.getSetCookie()].map((cookie) => cookie.split(';', 1)[0] ?? '');
    return [...new Map(set.map((cookie) => [cookie.split('=', 1)[0], cookie])).values()].join('; ');
  };
  const late = await w.anonymous.api('POST', '/api/sessions/passkey/options', undefined, { origin: ORIGIN });
  const begun = await begin(w, id);
  const eve = { sub: 'eve', email: `eve@${domainOfWorld(w)}`, email_verified: true };
  const back = await comeBack(w, id, forge.authorize(begun.uri, eve), keep(begun.cookie, late));
  assert.deepEqual([back.failure, back.location], [null, '/']);
  const { key } = await enroll(app, w, w.ann);
  const first = keep(await firstStep(w, w.ann), late);
  assert.equal((await secondStep(w, first, { Code: codeAt(key, app.clock.now) })).status, 201);
});

test('a new key of the provider is read every ten seconds at most', async () => {
  const w = await app.world();
  const domain = domainOfWorld(w);
  const id = await addForge(w.admin, forge, { AllowedDomains: [domain], CreatesUsers: true });
  const person = { sub: 'eve', email: `eve@${domain}`, email_verified: true };
  const reads = () => forge.requests.filter((path) => path === '/jwks').length;
  assert.equal((await signInAs(w, forge, id, person)).failure, null);
  await forge.rotate();
  const before = reads();
  for (let i = 0; i < 3; i += 1) assert.equal((await signInAs(w, forge, id, person)).failure, 'Invalid');
  assert.equal(reads(), before);
  app.clock.advance(10_000);
  assert.equal((await signInAs(w, forge, id, person)).failure, null);
  assert.equal(reads(), before + 1);
  assert.equal(forge.requests.filter((path) => path.startsWith('/.well-known')).length > 0, true);
});

test('of two first sign-ins of a person at once, both lead to one account', async () => {
  const w = await app.world();
  const domain = domainOfWorld(w);
  const id = await addForge(w.admin, forge, { AllowedDomains: [domain], CreatesUsers: true });
  const person = { sub: 'eve', email: `eve@${domain}`, email_verified: true };
  const begun = await Promise.all([0, 1, 2, 3].map(() => begin(w, id)));
  const outcomes = await Promise.all(
    begun.map(({ uri, cookie }) => comeBack(w, id, forge.authorize(uri, person), cookie)),
  );
  const people = await Promise.all(outcomes.map(async ({ api }) => (await api('GET', '/api/users/me')).body.UserId));
  assert.equal(new Set(people).size, 1);
});

test('a person with a second factor takes it after the provider, and the session has both proofs', async () => {
  const w = await app.world();
  const id = await addForge(w.admin, forge, { AllowedDomains: [domainOfWorld(w)], LinksByEmail: true });
  const { key } = await enroll(app, w, w.ann);
  const person = { sub: 'ann', email: w.ann.email, email_verified: true, sid: 's9' };
  const first = await signInAs(w, forge, id, person, { back: '/libraries' });
  assert.equal(first.location, '/sign-in?factors=Totp%2CRecoveryCode&back=%2Flibraries');
  assert.equal((await first.api('GET', '/api/libraries')).status, 401);
  const done = await secondStep(w, first.cookie, { Code: codeAt(key, app.clock.now) });
  assert.equal(done.status, 201);
  const [row] = await app.sql<{ methods: string[]; session: string | null }[]>`
    select methods, provider_session as session from sessions where session_id = ${done.body.SessionId}`;
  assert.deepEqual(row, { methods: ['provider', 'totp'], session: 's9' });
});

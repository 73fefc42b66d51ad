/** Attacks on sign-ins with a provider (docs/security.md). Each ends without a session. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { UnsecuredJWT, SignJWT, type JWTPayload } from 'jose';
import { startApp } from '../../../test/harness.ts';
import type { World } from '../../../test/world.ts';
import { signIn } from '../sessions/browser.fixture.ts';
import { BEGINNINGS } from './begin-sign-in.ts';
import { CLIENT_ID, CLIENT_SECRET, type Lie, startForge } from './forge.fixture.ts';
import { addForge, begin, comeBack, signInAs } from './provider-visit.fixture.ts';
import { domainOfWorld } from './worlds.fixture.ts';

const app = await startApp({ providerNetworks: ['127.0.0.1'], trustProxy: true });
app.clock.now = new Date();
const forge = await startForge(after, () => app.clock.now);
const attacker = await startForge(after, () => app.clock.now);

const MINUTE_MS = 60_000;
const seconds = (ms: number) => Math.floor((app.clock.now.getTime() + ms) / 1000);

/** A deployment with a provider that creates accounts, and a person of it. */
async function worldWithProvider(more: object = {}) {
  const w = await app.world();
  const domain = domainOfWorld(w);
  const id = await addForge(w.admin, forge, { AllowedDomains: [domain], CreatesUsers: true, ...more });
  return { w, id, eve: { sub: 'eve', email: `eve@${domain}`, email_verified: true } };
}

async function countSessions(w: World): Promise<number> {
  const [row] = await app.sql<{ n: number }[]>`
    select count(*)::int as n from sessions where deployment_id = ${w.deploymentId}`;
  return row?.n ?? 0;
}

const FORGED: [what: string, lie: (person: JWTPayload) => Lie, failure: string | null][] = [
  ['without a signature', () => ({ idToken: (claims) => new UnsecuredJWT(claims).encode() }), 'Invalid'],
  ['signed by another key', () => ({ idToken: (claims) => attacker.sign(claims) }), 'Invalid'],
  [
    'signed with the client secret',
    () => ({
      idToken: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(CLIENT_SECRET)),
    }),
    'Invalid',
  ],
  [
    'with a changed content',
    () => ({
      idToken: async (claims) => {
        const [head, , signature] = (await forge.sign(claims)).split('.');
        const other = Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url');
        return [head, other, signature].join('.');
      },
    }),
    'Invalid',
  ],
  ['for another audience', () => ({ claims: { aud: 'another-app' } }), 'Invalid'],
  ['for several audiences without being ours', () => ({ claims: { aud: [CLIENT_ID, 'x'], azp: 'x' } }), 'Invalid'],
  ['of another issuer', () => ({ claims: { iss: 'https://other.example' } }), 'Invalid'],
  ['with another nonce', () => ({ claims: { nonce: 'changed' } }), 'Invalid'],
  ['without a nonce', () => ({ claims: { nonce: undefined } }), 'Invalid'],
  ['without a subject', () => ({ claims: { sub: undefined } }), 'Invalid'],
  ['that expired two minutes ago', () => ({ claims: { exp: seconds(-2 * MINUTE_MS) } }), 'Clock'],
  ['that expired half a minute ago', () => ({ claims: { exp: seconds(-MINUTE_MS / 2) } }), null],
  ['that is valid in two minutes', () => ({ claims: { nbf: seconds(2 * MINUTE_MS) } }), 'Clock'],
  ['from two minutes in the future', () => ({ claims: { iat: seconds(2 * MINUTE_MS) } }), 'Clock'],
  ['from half a minute in the future', () => ({ claims: { iat: seconds(MINUTE_MS / 2) } }), null],
  ['with an answer of another issuer', () => ({ answer: { iss: attacker.issuer } }), 'Invalid'],
  ['with an answer without its issuer', () => ({ answer: { iss: undefined } }), 'Invalid'],
  ['with another state', () => ({ answer: { state: 'changed' } }), 'Expired'],
  ['with an unknown code', () => ({ answer: { code: 'guessed' } }), 'Expired'],
  ['with a refusal', () => ({ answer: { error: 'access_denied', code: undefined } }), 'Denied'],
];

test('forged, misdirected and outdated tokens open no session, and a difference of half a minute is accepted', async () => {
  const { w, id, eve } = await worldWithProvider();
  for (const [what, lie, failure] of FORGED) {
    const before = await countSessions(w);
    const outcome = await signInAs(w, forge, id, eve, { lie: lie(eve) });
    assert.equal(outcome.failure, failure, what);
    assert.equal(await countSessions(w), before + (failure === null ? 1 : 0), what);
    if (failure !== null) assert.equal(outcome.cookie, '', what);
  }
  const { body } = await w.admin.api('GET', '/api/users?query=admin%40');
  assert.equal(body.length, 1);
});

test('an address in the ID token is not verified by a claim about another address in the userinfo response', async () => {
  const { w, id, eve } = await worldWithProvider();
  const { sub, email } = eve;
  const outcome = (claims: object, userInfo: object) =>
    signInAs(w, forge, id, { sub }, { lie: { claims: { ...claims }, userInfo } });
  const verified = { email: 'eve@elsewhere.test', email_verified: true };
  assert.equal((await outcome({ email }, verified)).failure, 'Unverified');
  assert.equal((await outcome({ email_verified: true }, { email })).failure, 'Unverified');
  assert.equal((await outcome({ email }, { email, email_verified: false })).failure, 'Unverified');
  assert.equal((await outcome({ email }, { email: email.toUpperCase(), email_verified: true })).failure, null);
});

test('claims that cannot be stored fail a sign-in, and no two subjects become equal', async () => {
  const { w, id, eve } = await worldWithProvider();
  for (const subject of ['eve\0', 'eve\uD800', 'e'.repeat(501)]) {
    const lie = { claims: { sub: subject } };
    assert.equal((await signInAs(w, forge, id, eve, { lie })).failure, 'Invalid', subject);
  }
  assert.equal((await signInAs(w, forge, id, { ...eve, sid: 's\0', groups: ['a\0'], 'x\0': '\uD800' })).failure, null);
  const error = `denied\0${'x'.repeat(5000)}`;
  const denied = await signInAs(w, forge, id, eve, { lie: { answer: { error, code: undefined } } });
  assert.equal(denied.failure, 'Denied');
  const begun = await w.admin.api('POST', `/api/identity-providers/${id}/test`);
  const cookie = begun.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  await comeBack(w, id, forge.authorize(begun.body.Uri, { ...eve, 'x\0': ['\0', '\uD800'] }), cookie);
  const { body } = await w.admin.api('GET', `/api/identity-providers/${id}/tests/${begun.body.TestId}`);
  assert.deepEqual([body.Claims['x\uFFFD'], body.Failure], [['\uFFFD', '\uFFFD'], null]);
  const [row] = await app.sql<{ length: number }[]>`
    select max(length(details ->> 'reason')) as length from activity where deployment_id = ${w.deploymentId}`;
  assert.equal(row?.length, 300);
});

test('each failure is recorded with its provider, class and reason, and no secret is logged', async () => {
  const { w, id, eve } = await worldWithProvider();
  await signInAs(w, forge, id, eve, { lie: { claims: { aud: 'another-app' } } });
  const [row] = await app.sql<{ name: string; details: Record<string, unknown> }[]>`
    select content_name as name, details from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'ProviderSignInFailed'`;
  assert.deepEqual([row?.name, row?.details['failure'], row?.details['providerId']], ['Forge', 'Invalid', id]);
  const logs = JSON.stringify(app.logs);
  assert.ok(logs.includes('A sign-in with a provider failed.'));
  assert.ok(!logs.includes(CLIENT_SECRET));
});

test('a state works once, for ten minutes, in the browser and at the provider that began it', async () => {
  const { w, id, eve } = await worldWithProvider();
  const second = await addForge(w.admin, attacker, { Name: 'Second' });
  const begun = await begin(w, id);
  const answer = forge.authorize(begun.uri, eve);
  // Another browser neither signs in nor uses the state up.
  assert.equal((await comeBack(w, id, answer, '')).failure, 'Expired');
  const foreign = await begin(w, id);
  assert.equal((await comeBack(w, id, answer, foreign.cookie)).failure, 'Expired');
  const outcomes = await Promise.all([0, 1, 2].map(() => comeBack(w, id, answer, begun.cookie)));
  assert.deepEqual(
    outcomes.map(({ failure }) => String(failure)).sort((a, b) => a.localeCompare(b)),
    ['Expired', 'Expired', 'null'],
  );
  // A code that was redeemed, with a fresh state.
  const again = await begin(w, id);
  const replayed = forge.authorize(again.uri, eve);
  replayed.set('code', answer.get('code') ?? '');
  assert.equal((await comeBack(w, id, replayed, again.cookie)).failure, 'Expired');
  // The answer of one provider at the callback of the other: mix-up.
  const mixed = await begin(w, id);
  assert.equal((await comeBack(w, second, forge.authorize(mixed.uri, eve), mixed.cookie)).failure, 'Invalid');
  const late = await begin(w, id);
  app.clock.advance(10 * MINUTE_MS + 1);
  assert.equal((await comeBack(w, id, forge.authorize(late.uri, eve), late.cookie)).failure, 'Expired');
});

test('a state of one deployment cannot be used for another', async () => {
  const [one, two] = [await worldWithProvider(), await worldWithProvider()];
  const begun = await begin(one.w, one.id);
  const outcome = await comeBack(two.w, two.id, forge.authorize(begun.uri, two.eve), begun.cookie);
  assert.equal(outcome.failure, 'Invalid');
  // The same subject at the same issuer is somebody else in each deployment.
  const first = await signInAs(one.w, forge, one.id, one.eve);
  const other = await signInAs(two.w, forge, two.id, two.eve);
  const idOf = async ({ api }: typeof first) => (await api('GET', '/api/users/me')).body.UserId;
  assert.notEqual(await idOf(first), await idOf(other));
});

test('a provider that is disabled, and a person who is deactivated, in the middle open no session', async () => {
  const { w, id, eve } = await worldWithProvider();
  const signedIn = await signInAs(w, forge, id, eve);
  const { UserId } = (await signedIn.api('GET', '/api/users/me')).body;
  const [first, second] = [await begin(w, id), await begin(w, id)];
  await w.admin.api('POST', '/api/users/bulk', { UserIds: [UserId], Action: 'Deactivate' });
  assert.equal((await comeBack(w, id, forge.authorize(first.uri, eve), first.cookie)).failure, 'Inactive');
  await w.admin.api('PATCH', `/api/identity-providers/${id}`, { IsEnabled: false });
  assert.equal((await comeBack(w, id, forge.authorize(second.uri, eve), second.cookie)).failure, 'Disabled');
  assert.match((await begin(w, id)).uri, /failure=Disabled/);
  assert.match((await begin(w, 999_999_999)).uri, /failure=Disabled/);
  assert.equal(await countSessions(w), 0);
});

test('a deleted person does not come back, and the session that a browser had is replaced', async () => {
  const { w, id, eve } = await worldWithProvider({ LinksByEmail: true });
  const before = await signIn(w, w.ann);
  const signedIn = await signInAs(w, forge, id, eve, { cookie: before.cookie });
  assert.notEqual(signedIn.cookie, before.cookie);
  assert.equal((await before.api('GET', '/api/users/me')).status, 401);
  const { UserId } = (await signedIn.api('GET', '/api/users/me')).body;
  await w.admin.api('DELETE', `/api/users/${UserId}`);
  const outcome = await signInAs(w, forge, id, eve);
  assert.notEqual((await outcome.api('GET', '/api/users/me')).body.UserId, UserId);
});

test('the redirect after sign-in leads to our own pages only', async () => {
  const { w, id, eve } = await worldWithProvider();
  for (const back of [
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    '/%09/evil.test/../..//evil.test',
    'x',
    '/a\tb',
    '/sign-in',
  ]) {
    const { location } = await signInAs(w, forge, id, eve, { back });
    assert.equal(new URL(location, 'http://own.test').host, 'own.test', back);
    assert.ok(location.startsWith('/') && !location.startsWith('//'), location);
  }
  assert.equal((await signInAs(w, forge, id, eve, { back: '/folders/1?a=b#c' })).location, '/folders/1?a=b#c');
});

const failuresOf = async (deploymentId: number): Promise<unknown[]> => [
  ...(await app.sql`
    select content_name as name, details->>'failure' as failure, details->>'purpose' as purpose from activity
    where deployment_id = ${deploymentId} and activity_type = 'ProviderSignInFailed'`),
];

test('faults of the provider lead to the sign-in page and are recorded, and the next attempt asks again', async () => {
  const { w, id, eve } = await worldWithProvider();
  const broken = await startForge(after, () => app.clock.now);
  const other = await addForge(w.admin, broken, { Name: 'Broken' });
  for (const [what, fault] of [
    ['closes', (_: unknown, response: ServerResponse) => response.destroy()],
    ['503', (_: unknown, response: ServerResponse) => response.writeHead(503).end('busy')],
    [
      'HTML',
      (_: unknown, response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    ],
    [
      'redirect',
      (_: unknown, response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
    ],
    [
      'too much',
      (_: unknown, response: ServerResponse) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('x'.repeat(600_000)),
    ],
  ] as const) {
    broken.fault = fault as typeof broken.fault;
    assert.match((await begin(w, other)).uri, /^\/sign-in\?failure=Unavailable/, what);
  }
  const failed = { name: 'Broken', failure: 'Unavailable', purpose: 'signIn' };
  assert.deepEqual(
    await failuresOf(w.deploymentId),
    Array.from({ length: 5 }, () => failed),
  );
  broken.fault = null;
  assert.match((await begin(w, other)).uri, /^http:\/\/127/);
  // At the token endpoint.
  const begun = await begin(w, id);
  const answer = forge.authorize(begun.uri, eve);
  forge.fault = (_request, response) => response.writeHead(500).end();
  assert.equal((await comeBack(w, id, answer, begun.cookie)).failure, 'Unavailable');
  forge.fault = null;
  const wrong = await addForge(w.admin, forge, { Name: 'Wrong secret', ClientSecret: 'wrong' });
  assert.equal((await signInAs(w, forge, wrong, eve)).failure, 'Misconfigured');
});

test('private addresses and http are refused unless the operator allows them', async () => {
  const guarded = await startApp({ providerNetworks: ['192.0.2.0/24'] });
  guarded.clock.now = new Date();
  const w = await guarded.world();
  for (const Issuer of [
    forge.issuer,
    'https://127.0.0.1:1',
    'https://[::1]:1',
    'https://10.0.0.1',
    'https://localhost:1',
    'http://192.0.2.1',
  ]) {
    const id = await addForge(w.admin, forge, { Issuer });
    assert.match((await begin(w, id)).uri, /failure=Unavailable/, Issuer);
  }
  const { body } = await (await app.world()).admin.api('GET', '/api/identity-providers');
  assert.deepEqual(body, []);
});

test('an address can begin a limited number of sign-ins', async () => {
  const { w, id } = await worldWithProvider();
  const from = { 'x-forwarded-for': '192.0.2.77' };
  const send = () => w.anonymous.api('GET', `/sign-in/providers/${id}`, undefined, from);
  await Promise.all(Array.from({ length: BEGINNINGS }, send));
  assert.match((await send()).headers.get('location') ?? '', /failure=TooMany/);
  assert.deepEqual(await failuresOf(w.deploymentId), []);
  app.clock.advance(10 * MINUTE_MS + 1);
  await app.runJobs();
  assert.match((await send()).headers.get('location') ?? '', /^http:/);
});

/** Connecting identities, and signing out at and by the provider (docs/api/sign-in.md). */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decodeJwt } from 'jose';
import { startApp } from '../../../test/harness.ts';
import { ORIGIN, signIn } from '../sessions/browser.fixture.ts';
import { CLIENT_ID, startForge } from '../provider-sign-in/forge.fixture.ts';
import { addForge, begin, comeBack, signInAs } from '../provider-sign-in/provider-visit.fixture.ts';
import { domainOfWorld } from '../provider-sign-in/worlds.fixture.ts';

const app = await startApp({ providerNetworks: ['127.0.0.1'] });
app.clock.now = new Date();
const forge = await startForge(after, () => app.clock.now);
const PATH = '/api/users/me/identities';
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

test('a person connects an identity in a fresh session, signs in with it, and disconnects it', async () => {
  const w = await app.world();
  const id = await addForge(w.admin, forge);
  const eve = { sub: 'eve', email: 'eve@elsewhere.test' };
  assert.equal((await signInAs(w, forge, id, eve)).failure, 'Unverified');
  const ann = await signIn(w, w.ann);
  assert.equal((await w.ann.api('POST', PATH, { ProviderId: id })).status, 403);
  const foreign = await w.anonymous.api(
    'POST',
    PATH,
    { ProviderId: id },
    { cookie: ann.cookie, origin: 'https://evil.test' },
  );
  assert.equal(foreign.status, 403);
  const begun = await ann.api('POST', PATH, { ProviderId: id });
  assert.equal(begun.status, 200, begun.text);
  assert.equal(new URL(begun.body.Uri).searchParams.get('prompt'), 'login');
  const cookie = `${ann.cookie}; ${begun.headers.getSetCookie()[0]?.split(';', 1)[0]}`;
  const linked = await comeBack(w, id, forge.authorize(begun.body.Uri, eve), cookie);
  assert.deepEqual([linked.location, linked.cookie], ['/account', '']);
  const signedIn = await signInAs(w, forge, id, eve);
  assert.equal((await signedIn.api('GET', '/api/users/me')).body.UserId, w.ann.userId);
  // Neither another identity of hers, nor this one for somebody else.
  for (const [browser, sub] of [
    [ann, 'eve-2'],
    [await signIn(w, w.bob), 'eve'],
  ] as const) {
    const again = await browser.api('POST', PATH, { ProviderId: id });
    const both = `${browser.cookie}; ${again.headers.getSetCookie()[0]?.split(';', 1)[0]}`;
    const refused = await comeBack(w, id, forge.authorize(again.body.Uri, { sub }), both);
    assert.equal(refused.location, '/account?failure=Taken');
  }
  const [identity] = (await ann.api('GET', PATH)).body;
  assert.deepEqual([identity.Name, identity.Email], ['Forge', 'eve@elsewhere.test']);
  const one = `${PATH}/${identity.IdentityId}`;
  assert.equal((await w.bob.api('DELETE', one)).status, 404);
  await app.sql`update users set password_hash = null where user_id = ${w.ann.userId}`;
  assert.equal((await ann.api('DELETE', one)).status, 409);
  await app.sql`update users set password_hash = 'x' where user_id = ${w.ann.userId}`;
  assert.equal((await ann.api('DELETE', one)).status, 204);
  assert.equal((await signInAs(w, forge, id, eve)).failure, 'Unverified');
  // An old session asks for the password again.
  app.clock.advance(600_001);
  assert.equal((await ann.api('POST', PATH, { ProviderId: id })).body.PasswordRequired, true);
});

test('a test shows the claims of a disabled provider to the site admin who began it, and changes nothing', async () => {
  const w = await app.world();
  const id = await addForge(w.admin, forge, {
    IsEnabled: false,
    AllowedDomains: [domainOfWorld(w)],
    CreatesUsers: true,
  });
  const path = `/api/identity-providers/${id}`;
  const begun = await w.admin.api('POST', `${path}/test`);
  assert.deepEqual([begun.body.Failure, begun.body.KeyCount], [null, 1]);
  const result = `${path}/tests/${begun.body.TestId}`;
  assert.deepEqual((await w.admin.api('GET', result)).body, {
    IsComplete: false,
    Failure: null,
    Claims: null,
    Outcome: null,
  });
  const cookie = begun.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const people = async () => (await w.admin.api('GET', '/api/users')).body.length;
  const before = await people();
  const claims = { sub: 'eve', email: `eve@${domainOfWorld(w)}`, email_verified: true, groups: ['a'] };
  const outcome = await comeBack(w, id, forge.authorize(begun.body.Uri, claims), cookie);
  assert.equal(outcome.location, `/admin/sign-in?provider=${id}&test=${begun.body.TestId}`);
  assert.equal(outcome.cookie, '');
  const shown = (await w.admin.api('GET', result)).body;
  assert.deepEqual([shown.IsComplete, shown.Failure, shown.Claims.groups], [true, null, ['a']]);
  assert.equal(await people(), before);
  const { Kind, Email, IsEmailVerified, IsSiteAdmin, Groups, Person } = shown.Outcome;
  assert.deepEqual([Kind, Email, IsEmailVerified], ['Create', claims.email, true]);
  assert.deepEqual([IsSiteAdmin, Groups, Person], [false, null, null]);
  assert.equal((await w.other.api('GET', result)).status, 404);
  const again = await w.admin.api('POST', `${path}/test`);
  const both = again.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  await comeBack(w, id, forge.authorize(again.body.Uri, claims, { claims: { aud: 'x' } }), both);
  assert.equal((await w.admin.api('GET', `${path}/tests/${again.body.TestId}`)).body.Failure, 'Invalid');
  const wrong = await addForge(w.admin, forge, { Issuer: `${forge.issuer}/other`, Name: 'Wrong' });
  const failed = (await w.admin.api('POST', `/api/identity-providers/${wrong}/test`)).body;
  assert.deepEqual([failed.Failure, failed.Uri], ['Unavailable', null]);
});

test('signing out names the page of the provider, which leads back to the sign-in page', async () => {
  const w = await app.world();
  const domain = domainOfWorld(w);
  const id = await addForge(w.admin, forge, { AllowedDomains: [domain], CreatesUsers: true });
  const eve = await signInAs(w, forge, id, { sub: 'eve', email: `eve@${domain}`, email_verified: true });
  const out = await eve.api('DELETE', '/api/sessions/current');
  const [, uri = ''] = /^<([^>]+)>; rel="logout"$/.exec(out.headers.get('link') ?? '') ?? [];
  const end = await w.anonymous.api('GET', new URL(uri).pathname);
  const at = new URL(end.headers.get('location') ?? '');
  assert.deepEqual([at.origin, at.pathname, at.searchParams.get('client_id')], [forge.issuer, '/end', CLIENT_ID]);
  assert.equal(at.searchParams.get('post_logout_redirect_uri'), `${ORIGIN}/sign-in`);
  assert.equal(at.searchParams.get('id_token_hint'), null);
  const password = await signIn(w, w.ann);
  assert.equal((await password.api('DELETE', '/api/sessions/current')).headers.get('link'), null);
});

test('signing out sends the provider the ID token in the browser’s cookie, and removes the cookie', async () => {
  const w = await app.world();
  const domain = domainOfWorld(w);
  const id = await addForge(w.admin, forge, { AllowedDomains: [domain], CreatesUsers: true });
  const begun = await begin(w, id);
  const answer = forge.authorize(begun.uri, { sub: 'eve', email: `eve@${domain}`, email_verified: true });
  const path = `/sign-in/providers/${id}`;
  const back = await w.anonymous.api('GET', `${path}/callback?${answer.toString()}`, undefined, {
    cookie: begun.cookie,
  });
  const kept = back.headers.getSetCookie().find((cookie) => cookie.startsWith('carrel_id_token='));
  assert.match(kept ?? '', new RegExp(`; Path=${path}/end; HttpOnly; SameSite=Strict$`));
  const [cookie = ''] = kept?.split(';', 1) ?? [];
  const hintOf = async (sent: string, at = id) => {
    const end = await w.anonymous.api('GET', `/sign-in/providers/${at}/end`, undefined, { cookie: sent });
    assert.match(end.headers.getSetCookie().join(), /^carrel_id_token=;/);
    return new URL(end.headers.get('location') ?? '').searchParams.get('id_token_hint');
  };
  assert.equal(decodeJwt((await hintOf(cookie)) ?? '').sub, 'eve');
  // The cookie does not contain the plain token. A changed cookie, or one of another provider, is ignored.
  assert.ok(!cookie.includes('.'));
  for (const wrong of ['carrel_id_token=x', `${cookie.slice(0, -4)}AAAA`]) assert.equal(await hintOf(wrong), null);
  assert.equal(await hintOf(cookie, await addForge(w.admin, forge, { Name: 'Second' })), null);
  await w.admin.api('PATCH', `/api/identity-providers/${id}`, { ClientId: 'another' });
  assert.equal(await hintOf(cookie), null);
});

test('a logout token ends the sessions that it names, once, and nothing else does', async () => {
  const w = await app.world();
  const domain = domainOfWorld(w);
  const id = await addForge(w.admin, forge, { AllowedDomains: [domain], CreatesUsers: true });
  const as = (sub: string, sid: string) =>
    signInAs(w, forge, id, { sub, sid, email: `${sub}@${domain}`, email_verified: true });
  const [one, two, gus] = [await as('eve', 's1'), await as('eve', 's2'), await as('gus', 's3')];
  const seconds = () => Math.floor(app.clock.now.getTime() / 1000);
  const base = () => ({
    iss: forge.issuer,
    aud: CLIENT_ID,
    iat: seconds(),
    jti: crypto.randomUUID(),
    events: { [EVENT]: {} },
  });
  const send = async (token: string, at = id) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ logout_token: token });
    return (await fetch(new URL(`/sign-in/providers/${at}/logout`, app.url), { method: 'POST', headers, body })).status;
  };
  const alive = async () =>
    Promise.all([one, two, gus].map(async ({ api }) => (await api('GET', '/api/users/me')).status === 200));
  const unsigned = (await forge.sign({ ...base(), sub: 'eve' })).split('.').slice(0, 2).join('.');
  const wrong = [
    `${unsigned}.`,
    'x',
    await forge.sign({ ...base(), sub: 'eve', aud: 'other' }),
    await forge.sign({ ...base(), sub: 'eve', iss: 'https://other.example' }),
    await forge.sign({ ...base(), sub: 'eve', nonce: 'n' }),
    await forge.sign({ ...base(), sub: 'eve', events: {} }),
    await forge.sign({ ...base(), sub: 'eve', iat: seconds() - 600 }),
    await forge.sign(base()),
  ];
  for (const token of wrong) assert.equal(await send(token), 400, token);
  assert.deepEqual(await alive(), [true, true, true]);
  const first = await forge.sign({ ...base(), sid: 's1' });
  assert.equal(await send(first), 200);
  assert.deepEqual(await alive(), [false, true, true]);
  assert.equal(await send(first), 400);
  assert.equal(await send(await forge.sign({ ...base(), sub: 'gus', sid: 's2' })), 200);
  assert.deepEqual(await alive(), [false, true, true]);
  assert.equal(await send(await forge.sign({ ...base(), sub: 'eve' })), 200);
  assert.deepEqual(await alive(), [false, false, true]);
  // Of another provider.
  const other = await addForge(w.admin, forge, { Name: 'Other' });
  assert.equal(await send(await forge.sign({ ...base(), sub: 'gus' }), other), 200);
  assert.deepEqual(await alive(), [false, false, true]);
});

/** Identity providers for site admins, and turning off passwords (docs/api/sign-in.md). */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { startForge } from '../provider-sign-in/forge.fixture.ts';
import { addForge, signInAs } from '../provider-sign-in/provider-visit.fixture.ts';
import { domainOfWorld, makeGroups } from '../provider-sign-in/worlds.fixture.ts';
import { signIn, trySignIn } from '../sessions/browser.fixture.ts';

const app = await startApp({ providerNetworks: ['127.0.0.1'] });
app.clock.now = new Date();
const forge = await startForge(after, () => app.clock.now);

const SECRET = 'a secret of the client';
const PATH = '/api/identity-providers';

test('a provider keeps what it was given, except its secret, which never comes back', async () => {
  const { admin, other } = await app.world();
  const [GroupId] = await makeGroups({ admin } as never);
  const wanted = { Name: 'Keller', Issuer: 'https://login.example.com/keller', ClientId: 'carrel' };
  const more = { ClientSecret: SECRET, AllowedDomains: ['@Keller.Example', 'keller.example'], CreatesUsers: true };
  const groups = { GroupsClaim: 'groups', Groups: [{ Value: 'staff', GroupId }] };
  const { status, body, text } = await admin.api('POST', PATH, { ...wanted, ...more, ...groups });
  assert.equal(status, 201, text);
  const path = `${PATH}/${body.ProviderId}`;
  assert.deepEqual([body.HasClientSecret, body.IsEnabled, body.Scopes], [true, false, ['email', 'profile']]);
  assert.deepEqual(body.AllowedDomains, ['keller.example']);
  assert.deepEqual(body.Groups, [{ Value: 'staff', GroupId, GroupName: 'Sales' }]);
  assert.equal(body.Links.Callback, `http://carrel.test/sign-in/providers/${body.ProviderId}/callback`);
  const change = {
    Name: 'Keller & Sons',
    GroupsClaim: null,
    Groups: [],
    SiteAdminClaim: 'role',
    SiteAdminValue: 'admin',
  };
  const changed = await admin.api('PATCH', path, change);
  assert.deepEqual([changed.body.GroupsClaim, changed.body.SiteAdminValue], [null, 'admin']);
  const answers = [text, changed.text, (await admin.api('GET', PATH)).text, (await admin.api('GET', path)).text];
  assert.ok(answers.every((answer) => !answer.includes(SECRET)));
  const [stored] = await app.sql<{ text: string; secret: string }[]>`
    select (to_jsonb(p) - 'client_secret')::text as text, encode(client_secret, 'escape') as secret
    from identity_providers p where provider_id = ${body.ProviderId}`;
  assert.ok(!`${stored?.text}${stored?.secret}`.includes(SECRET));
  assert.ok(!JSON.stringify(app.logs).includes(SECRET));
  assert.equal((await other.api('GET', path)).status, 404);
  assert.equal((await admin.api('PATCH', path, { ClientSecret: null })).body.HasClientSecret, false);
  assert.equal((await admin.api('DELETE', path)).status, 204);
  assert.equal((await admin.api('GET', path)).status, 404);
});

test('terms that contradict each other are refused', async () => {
  const { admin } = await app.world();
  const wanted = { Name: 'Keller', Issuer: forge.issuer, ClientId: 'carrel' };
  for (const wrong of [
    { Issuer: 'login.example.com' },
    { Issuer: 'ftp://login.example.com' },
    { Issuer: 'https://login.example.com?x=1' },
    { Issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' },
    { CreatesUsers: true },
    { LinksByEmail: true },
    { TrustsEmails: true },
    { SiteAdminClaim: 'role' },
    { AllowedDomains: ['not a domain'] },
    { Groups: [{ Value: 'x', GroupId: 999_999_999 }] },
    { Scopes: ['a b'] },
    { ClientSecrets: SECRET },
  ]) {
    const answer = await admin.api('POST', PATH, { ...wanted, ...wrong });
    assert.equal(answer.status, 400, JSON.stringify(wrong));
    assert.ok(!answer.text.includes(SECRET));
  }
  assert.deepEqual((await admin.api('GET', PATH)).body, []);
});

test('only somebody who signed in with a provider can turn off passwords, and the last provider then stays', async () => {
  const w = await app.world();
  const terms = { AllowedDomains: [domainOfWorld(w)], LinksByEmail: true };
  const id = await addForge(w.admin, forge, terms);
  const off = { PasswordSignIn: false };
  const withPassword = await signIn(w, w.admin);
  for (const browser of [w.admin, withPassword])
    assert.equal((await browser.api('PATCH', '/api/settings', off)).status, 403);
  const signedIn = await signInAs(w, forge, id, { sub: 'bob', email: w.bob.email, email_verified: true });
  assert.equal((await signedIn.api('PATCH', '/api/settings', off)).status, 403);
  await app.sql`update users set is_site_admin = true where user_id = ${w.bob.userId}`;
  // The provider opened the session, but the person could no longer sign in with it.
  await app.sql`update identities set user_id = ${w.ann.userId} where user_id = ${w.bob.userId}`;
  assert.equal((await signedIn.api('PATCH', '/api/settings', off)).status, 403);
  await app.sql`update identities set user_id = ${w.bob.userId} where user_id = ${w.ann.userId}`;
  assert.equal((await signedIn.api('PATCH', '/api/settings', off)).status, 200);
  // Sessions stay; new ones begin at the provider. A wrong password gets the same answer as ever.
  assert.equal((await withPassword.api('GET', '/api/users/me')).status, 200);
  assert.equal((await trySignIn(w, w.ann.email, w.ann.password)).status, 403);
  assert.equal((await trySignIn(w, w.ann.email, 'wrong')).status, 401);
  assert.equal((await trySignIn(w, w.other.email, w.other.password)).status, 201);
  for (const request of [
    () => w.admin.api('DELETE', `${PATH}/${id}`),
    () => w.admin.api('PATCH', `${PATH}/${id}`, { IsEnabled: false }),
  ])
    assert.equal((await request()).status, 409);
  const second = await addForge(w.admin, forge, { Name: 'Second' });
  assert.equal((await w.admin.api('DELETE', `${PATH}/${id}`)).status, 204);
  assert.equal((await signedIn.api('GET', '/api/users/me')).status, 401);
  assert.equal((await w.admin.api('PATCH', '/api/settings', { PasswordSignIn: true })).status, 200);
  assert.equal((await w.admin.api('DELETE', `${PATH}/${second}`)).status, 204);
  assert.equal((await trySignIn(w, w.ann.email, w.ann.password)).status, 201);
});

test('the ways to sign in are secret while the instance has several deployments', async () => {
  const w = await app.world();
  await addForge(w.admin, forge);
  assert.deepEqual((await w.anonymous.api('GET', '/api/sign-in')).body, { PasswordSignIn: true, Providers: [] });
  const ann = await signIn(w, w.ann);
  assert.equal((await ann.api('GET', '/api/sign-in')).body.Providers.length, 1);
});

/** Host names of deployments (docs/api/authentication.md#host-names). */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { statementsOf } from '../../../test/statements.ts';
import type { Person, World } from '../../../test/world.ts';
import { hostSite, parseHost } from '../../core/hosts/sites.ts';
import { storeHost } from '../../core/hosts/hosts.queries.ts';
import { brand, joinOther } from '../credentials/addresses.fixture.ts';
import { codeAt, enroll, firstStep, sessionOf } from '../factors/authenticator.fixture.ts';
import { answerOf, create } from '../passkeys/passkey.fixture.ts';
import { startForge } from '../provider-sign-in/forge.fixture.ts';
import { addForge, begin } from '../provider-sign-in/provider-visit.fixture.ts';
import { cookieOf } from '../sessions/browser.fixture.ts';
import { referenceOfShare } from '../../visiting/visits/visitor.fixture.ts';

const app = await startApp(
  { providerNetworks: ['127.0.0.1'], trustProxy: true },
  { own: 'requests name host names of their own' },
);
const AGE_MS = 6_000;
// Clients of tests cannot choose the header Host.
const at = (host: string) => ({ 'x-forwarded-host': host });

/** A world whose deployment and other deployment have host names. */
async function worldWithHosts() {
  const w = await app.world();
  const hosts = { own: `files.${w.deploymentId}.test`, other: `files.${w.other.deploymentId}.test` };
  await storeHost(app.sql, w.deploymentId, hosts.own);
  await storeHost(app.sql, w.other.deploymentId, hosts.other);
  app.clock.advance(AGE_MS);
  return { w, ...hosts };
}

/** A browser at a host name. */
const browserAt =
  (w: World, host: string, cookie = '') =>
  (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    w.anonymous.api(method, path, body, { ...at(host), origin: `http://${host}`, cookie, ...headers });

const credentialsOf = ({ email, password }: Person) => ({ Email: email, Password: password });

test('a host name shows the branding of its deployment, and signs in to no other', async () => {
  const { w, own, other } = await worldWithHosts();
  const otherId = await joinOther(w, w.ann, w.ann.password);
  await brand(app.url, w.other, 'Aster');
  const brandAt = async (host: string) => (await browserAt(w, host)('GET', '/api/branding')).body;
  assert.deepEqual([(await brandAt(own)).Name, (await brandAt('unknown.test')).Name], ['Carrel', 'Carrel']);
  const branding = await brandAt(other);
  assert.equal(branding.Name, 'Aster');
  assert.equal(new URL(branding.LogoUri).host, other);
  assert.equal((await browserAt(w, other)('GET', '/api/branding/logo')).status, 200);
  assert.equal((await browserAt(w, own)('GET', '/api/branding/logo')).status, 404);
  assert.equal((await browserAt(w, other)('GET', '/icons/manifest.webmanifest')).body.name, 'Aster');

  // One password fits both accounts, and no choice is offered.
  const signInAt = (host: string) => browserAt(w, host)('POST', '/api/sessions', credentialsOf(w.ann));
  assert.equal((await signInAt(own)).body.UserId, w.ann.userId);
  assert.equal((await signInAt(other)).body.UserId, otherId);
  assert.equal((await browserAt(w, other)('POST', '/api/sessions', credentialsOf(w.bob))).status, 401);
  const named = { ...credentialsOf(w.ann), DeploymentId: w.other.deploymentId };
  assert.equal((await browserAt(w, own)('POST', '/api/sessions', named)).status, 400);
  assert.equal((await signInAt('unknown.test')).status, 403, 'the origin is no address of the service');
});

test('sessions, tokens, links and changes of one host name are nothing at another', async () => {
  const { w, own, other } = await worldWithHosts();
  const cookie = cookieOf(await browserAt(w, own)('POST', '/api/sessions', credentialsOf(w.ann)));
  const statusAt = async (host: string, headers: Record<string, string>) =>
    (await w.anonymous.api('GET', '/api/users/me', undefined, { ...at(host), ...headers })).status;
  const bearer = { authorization: `Bearer ${w.ann.token}` };
  assert.deepEqual([await statusAt(own, { cookie }), await statusAt(other, { cookie })], [200, 401]);
  assert.deepEqual([await statusAt(own, bearer), await statusAt(other, bearer)], [200, 401]);
  assert.equal(await statusAt('carrel.test', bearer), 200);
  const folder = { FolderName: 'A' };
  const change = (origin: string) =>
    browserAt(w, own, cookie)('POST', `/api/libraries/${w.ann.libraryId}/folders`, folder, { origin });
  assert.equal((await change(`http://${other}`)).status, 403);
  assert.equal((await change('http://carrel.test')).status, 403);
  assert.equal((await change(`http://${own}`)).status, 201);

  const folderId = await w.ann.folder(w.ann.libraryId, 'B');
  const shareId = await makeShare(app, w.ann, { folderId });
  const link = `/link/${await referenceOfShare(app, shareId)}`;
  const visitAt = async (host: string) => (await w.anonymous.api('GET', link, undefined, at(host))).status;
  assert.deepEqual([await visitAt(own), await visitAt(other), await visitAt('carrel.test')], [200, 404, 200]);
  const connection = await w.admin.api('POST', '/api/admin/scim-connections', { Name: 'Directory' });
  const scimAt = async (host: string) =>
    (
      await w.anonymous.api('GET', '/scim/v2/Users', undefined, {
        ...at(host),
        authorization: `Bearer ${connection.body.Token}`,
      })
    ).status;
  assert.deepEqual([await scimAt(own), await scimAt(other)], [200, 401]);
});

test('passkeys belong to the host name, and open no account of another deployment', async () => {
  const { w, own, other } = await worldWithHosts();
  const cookie = cookieOf(await browserAt(w, own)('POST', '/api/sessions', credentialsOf(w.ann)));
  const owner = browserAt(w, own, cookie);
  const options = (await owner('POST', '/api/users/me/second-factors/passkeys/options')).body;
  assert.equal(options.rp.id, own);
  const { passkey, json } = create(options, `http://${own}`);
  const added = await owner('POST', '/api/users/me/second-factors/passkeys', { Name: 'Key', Passkey: json });
  assert.equal(added.status, 201, added.text);
  const signInAt = async (host: string, claims = {}) => {
    const asked = await browserAt(w, host)('POST', '/api/sessions/passkey/options');
    const proof = answerOf(passkey, asked.body, claims);
    return browserAt(w, host, cookieOf(asked))('POST', '/api/sessions/passkey', { Passkey: proof });
  };
  assert.equal((await signInAt(own)).status, 201);
  assert.equal((await signInAt(other, { origin: `http://${other}`, rpId: other })).status, 401);
});

test('a provider is offered at its host name, and comes back there', async () => {
  const { w, own, other } = await worldWithHosts();
  const forge = await startForge(after, () => app.clock.now);
  const providerId = await addForge(w.admin, forge);
  const optionsAt = async (host: string) => (await browserAt(w, host)('GET', '/api/sign-in')).body.Providers;
  const address = `http://${own}/sign-in/providers/${providerId}`;
  assert.deepEqual(await optionsAt(own), [{ ProviderId: providerId, Name: 'Forge', SignInUri: address }]);
  assert.deepEqual([await optionsAt(other), await optionsAt('unknown.test')], [[], []]);
  const beginAt = async (host: string) =>
    new URL((await browserAt(w, host)('GET', `/sign-in/providers/${providerId}`)).headers.get('location')!, 'http://x');
  assert.equal((await beginAt(own)).searchParams.get('redirect_uri'), `${address}/callback`);
  assert.equal((await beginAt(other)).searchParams.get('failure'), 'Disabled');
  const { body } = await w.admin.api('GET', `/api/identity-providers/${providerId}`, undefined, at(own));
  assert.equal(body.Links.Callback, `${address}/callback`);
});

test('a sign-in with a provider that comes back to the host name of another deployment fails', async () => {
  const { w, own, other } = await worldWithHosts();
  const forge = await startForge(after, () => app.clock.now);
  const providerId = await addForge(w.admin, forge, { CreatesUsers: true, AllowedDomains: ['people.test'] });
  const backAt = async (host: string) => {
    const begun = await begin(w, providerId);
    const person = { sub: host, email: `${w.deploymentId}-${host}@people.test`, email_verified: true };
    const query = forge.authorize(begun.uri, person).toString();
    const path = `/sign-in/providers/${providerId}/callback?${query}`;
    return browserAt(w, host, begun.cookie)('GET', path);
  };
  const wrong = await backAt(other);
  assert.deepEqual([wrong.status, sessionOf(wrong)], [303, '']);
  assert.match(wrong.headers.get('location') ?? '', /failure=Invalid/);
  assert.notEqual(sessionOf(await backAt(own)), '');
});

test('emails to set a password lead to the host name of the account, and are unknown at another', async () => {
  const { w, own, other } = await worldWithHosts();
  await w.admin.api('POST', '/api/users', { Email: `new@${w.deploymentId}.test`, Name: 'New' });
  await app.runJobs();
  const [mail] = (await w.admin.api('GET', '/api/outbox')).body;
  const { text } = await w.admin.api('GET', new URL(mail.Links.Message).pathname);
  const [, Token] = new RegExp(`http://${own}/invitation#(\\S+)`).exec(text.replaceAll('=\r\n', '')) ?? [];
  const acceptAt = async (host: string) => {
    const body = { Token, NewPassword: 'violet harbor sings at 6' };
    return (await browserAt(w, host)('POST', '/api/invitations/accept', body)).status;
  };
  assert.deepEqual([await acceptAt(other), await acceptAt(own)], [410, 204]);
});

test('the second step of a sign-in is taken at the host name of the account or the address of the instance', async () => {
  const { w, own, other } = await worldWithHosts();
  const { key } = await enroll(app, w, w.ann);
  app.clock.advance(AGE_MS * 10);
  const cookie = await firstStep(w, w.ann);
  const stepAt = (host: string) =>
    browserAt(w, host, cookie)('POST', '/api/sessions/second-step', { Code: codeAt(key, app.clock.now) });
  const refused = await stepAt(other);
  assert.deepEqual([refused.status, sessionOf(refused)], [410, '']);
  assert.equal((await browserAt(w, other, cookie)('POST', '/api/sessions/second-step/passkey')).status, 410);
  assert.equal((await stepAt(own)).status, 201);
});

test('a host name with a dot at its end is the same host name', async () => {
  const { w, own, other } = await worldWithHosts();
  const bearer = { authorization: `Bearer ${w.ann.token}` };
  const statusAt = async (host: string) =>
    (await w.anonymous.api('GET', '/api/users/me', undefined, { ...at(host), ...bearer })).status;
  assert.deepEqual([await statusAt(`${own}.`), await statusAt(`${other}.`)], [200, 401]);
});

test('a session of another host name is ended neither by signing out of all accounts nor by a new sign-in', async () => {
  const { w, own, other } = await worldWithHosts();
  const session = sessionOf(await browserAt(w, own)('POST', '/api/sessions', credentialsOf(w.ann)));
  const parked = session.replace('carrel_session=', 'carrel_parked=');
  await joinOther(w, w.ann, w.ann.password);
  const isActive = async () => (await browserAt(w, own, session)('GET', '/api/users/me')).status === 200;
  assert.equal((await browserAt(w, other, parked)('DELETE', '/api/sessions/parked')).status, 204);
  assert.equal((await browserAt(w, other, session)('POST', '/api/sessions', credentialsOf(w.ann))).status, 201);
  assert.equal(await isActive(), true);
  assert.equal((await browserAt(w, own, parked)('DELETE', '/api/sessions/parked')).status, 204);
  assert.equal(await isActive(), false);
});

test('parked sessions of another host name are neither listed nor resumed', async () => {
  const { w, own, other } = await worldWithHosts();
  const session = sessionOf(await browserAt(w, own)('POST', '/api/sessions', credentialsOf(w.ann)));
  const parked = await browserAt(w, own, session)('POST', '/api/sessions/parked');
  assert.equal(parked.status, 204);
  const cookie = parked.headers
    .getSetCookie()
    .find((each) => each.includes('carrel_parked='))
    ?.split(';', 1)[0];
  const listAt = async (host: string) => (await browserAt(w, host, cookie)('GET', '/api/sessions/parked')).body;
  assert.deepEqual(await listAt(other), []);
  const [{ SessionId }] = await listAt(own);
  const resumeAt = async (host: string) =>
    (await browserAt(w, host, cookie)('POST', `/api/sessions/parked/${SessionId}/resume`)).status;
  assert.deepEqual([await resumeAt(other), await resumeAt(own)], [404, 204]);
});

test('links that a response contains lead to the host name of the request', async () => {
  const { w, own } = await worldWithHosts();
  const shares = `/api/folders/${await w.ann.folder(w.ann.libraryId, 'Plans')}/shares`;
  const ask = async (method: string, path: string, body?: unknown) =>
    (await w.ann.api(method, path, body, at(own))).body;
  const terms = { AllowView: true, AccessCodeRequired: true, Recipients: ['guest@recipients.test'] };
  const created = await ask('POST', shares, terms);
  const mine = `/api/users/me/shares/${created.ShareId}`;
  const [listed] = await ask('GET', shares);
  const uris = [
    created.Link,
    created.Links.Self,
    listed.Links.WebUri,
    (await ask('PATCH', `${shares}/${created.ShareId}`, { Name: 'Plans' })).Links.WebUri,
    (await ask('GET', `${shares}/${created.ShareId}/recipients`))[0].WebUri,
    (await ask('GET', mine)).Links.WebUri,
    (await ask('GET', mine)).Recipients[0].WebUri,
  ];
  assert.deepEqual(
    uris.map((uri) => new URL(uri).hostname),
    uris.map(() => own),
  );
  const elsewhere = (await w.ann.api('GET', mine)).body.Links.WebUri;
  assert.notEqual(new URL(elsewhere).hostname, own);
});

test('no statement finds the site of a request at the address of the instance, and one in five seconds those of others', async () => {
  const { w, own } = await worldWithHosts();
  const count = async (host: string) =>
    (await statementsOf(app, async () => void (await w.anonymous.api('GET', '/api/sign-in', undefined, at(host)))))
      .length;
  await count(own);
  assert.equal((await count('elsewhere.test')) - (await count('carrel.test')), 0);
});

test('a host name is a name with a dot, and not that of the instance', () => {
  const sites = { baseUrl: 'https://carrel.test:8443', webUrl: 'https://www.carrel.test' };
  assert.equal(parseHost(sites, 'Files.A.example'), 'files.a.example');
  const wrong = [
    'localhost',
    'carrel.test',
    'www.carrel.test',
    '10.0.0.1',
    'a.example:80',
    'a..example',
    '-a.example',
    '',
  ];
  assert.deepEqual(
    wrong.filter((host) => parseHost(sites, host) !== null),
    [],
  );
  assert.equal(hostSite({ ...sites, webUrl: sites.baseUrl }, 'a.example', 1).webUrl, 'https://a.example:8443');
});
